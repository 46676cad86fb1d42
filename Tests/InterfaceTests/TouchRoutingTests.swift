import EventLoop
import Harness
import InputEvents
import Interface
import Testing

extension HarnessTests {
    @Suite("Which view gets a touch")
    @MainActor
    struct TouchRoutingTests {
        let log = Log()

        private func box(_ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double)
            -> LoggingView
        { LoggingView(log, name, frame: Rect(x: x, y: y, width: width, height: height)) }

        @Test("T-22 the hit view keeps the touch wherever the finger goes")
        func sticky() {
            let root = View()
            let left = box("left", 0, 0, 100, 100), right = box("right", 100, 0, 100, 100)
            root.addSubview(left)
            root.addSubview(right)
            let harness = Harness(root)
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(50, 50))
            finger.move(to: Point(150, 50))
            finger.up()
            #expect(log.take() == ["left began", "left moved", "left ended"])
        }

        @Test("T-23, T-24 hidden, disabled, nearly clear or outside: not hit; the last subview is on top")
        func hitTest() {
            let root = View(frame: Rect(x: 0, y: 0, width: 200, height: 200))
            let low = box("low", 0, 0, 100, 100), high = box("high", 50, 50, 100, 100)
            root.addSubview(low)
            root.addSubview(high)
            #expect(root.hitTest(Point(75, 75)) === high)
            high.isHidden = true
            #expect(root.hitTest(Point(75, 75)) === low)
            high.isHidden = false
            high.isUserInteractionEnabled = false
            #expect(root.hitTest(Point(75, 75)) === low)
            high.isUserInteractionEnabled = true
            high.alpha = 0.009
            #expect(root.hitTest(Point(75, 75)) === low)
            high.alpha = 0.01
            #expect(root.hitTest(Point(75, 75)) === high)
            #expect(root.hitTest(Point(180, 20)) === root)
            #expect(root.hitTest(Point(200, 20)) == nil)
        }

        @Test("T-24 a superview's alpha does not multiply")
        func alpha() {
            let root = View(frame: Rect(x: 0, y: 0, width: 200, height: 200))
            let child = box("child", 0, 0, 100, 100)
            root.addSubview(child)
            root.alpha = 0.02
            child.alpha = 0.5
            #expect(root.hitTest(Point(10, 10)) === child)
        }

        @Test("T-25 a subview outside its superview is out of reach")
        func outside() {
            let root = View(frame: Rect(x: 0, y: 0, width: 400, height: 400))
            let parent = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
            let child = box("child", 90, 90, 50, 50)
            root.addSubview(parent)
            parent.addSubview(child)
            #expect(root.hitTest(Point(95, 95)) === child)
            #expect(root.hitTest(Point(120, 120)) === root)
        }

        @Test("T-27 points go back through the whole transform; a singular one is not hit")
        func transforms() {
            let root = View(frame: Rect(x: 0, y: 0, width: 400, height: 400))
            let square = box("square", 100, 100, 100, 100)
            root.addSubview(square)
            let half = 0.5.squareRoot()
            square.transform = AffineTransform(a: half, b: half, c: -half, d: half, tx: 0, ty: 0)
            // The corner of the upright square is outside now, the tip of the turned one inside.
            #expect(root.hitTest(Point(103, 103)) === root)
            #expect(root.hitTest(Point(150, 150 - 70)) === square)
            #expect(root.hitTest(Point(150, 150 - 71)) === root)
            square.transform = .scale(0, 1)
            #expect(root.hitTest(Point(150, 150)) === root)
        }

        @Test("T-28 views under animation refuse input unless allowed; model values count")
        func animation() {
            let root = View()
            let view = box("view", 0, 0, 100, 100)
            root.addSubview(view)
            let harness = Harness(root)
            defer { harness.close() }
            View.animate(duration: .milliseconds(300)) {
                view.frame = Rect(x: 200, y: 0, width: 100, height: 100)
            }
            harness.tap(Point(50, 50))
            harness.tap(Point(250, 50))
            #expect(log.take() == [])
            view.allowsInteractionWhileAnimating = true
            harness.tap(Point(250, 50))
            #expect(log.take() == ["view began", "view ended"])
            view.allowsInteractionWhileAnimating = false
            harness.advance(by: .milliseconds(300))
            harness.tap(Point(250, 50))
            #expect(log.take() == ["view began", "view ended"])
        }

        @Test("T-29 a second finger is not for a single-touch view, but for its recognizers")
        func singleTouch() {
            let root = View()
            let view = box("view", 0, 0, 200, 200)
            view.isMultipleTouchEnabled = false
            let gesture = ManualGesture("g", log)
            view.addGesture(gesture)
            root.addSubview(view)
            let harness = Harness(root)
            defer { harness.close() }
            let first = harness.finger(), second = harness.finger()
            first.down(at: Point(50, 50))
            second.down(at: Point(100, 50))
            second.move(by: Point(5, 0))
            #expect(log.take() == ["g sees began", "view began", "g sees began"])
            second.up()
            first.up()
        }

        @Test("T-05, T-29 two fingers in one frame are one call on a multi-touch view")
        func oneFrame() {
            let root = View()
            root.addSubview(box("view", 0, 0, 200, 200))
            let harness = Harness(root)
            defer { harness.close() }
            let first = harness.finger(), second = harness.finger()
            harness.touchscreen.frame {
                first.down(at: Point(50, 50))
                second.down(at: Point(100, 50))
            }
            #expect(log.take() == ["view began 2"])
            first.up()
            second.up()
        }

        @Test("T-30 an exclusive view has the window alone, and gets nothing while another has a touch")
        func exclusive() {
            let root = View()
            let left = box("left", 0, 0, 100, 100), right = box("right", 100, 0, 100, 100)
            left.isExclusiveTouch = true
            root.addSubview(left)
            root.addSubview(right)
            let harness = Harness(root)
            defer { harness.close() }
            let first = harness.finger(), second = harness.finger()
            first.down(at: Point(50, 50))
            second.down(at: Point(150, 50))
            first.up()
            second.up()
            #expect(log.take() == ["left began", "left ended"])
            second.down(at: Point(150, 50))
            first.down(at: Point(50, 50))
            first.up()
            second.up()
            #expect(log.take() == ["right began", "right ended"])
        }

        @Test("T-31 what a view forwards goes up to the window and on")
        func chain() {
            let root = View()
            let outer = box("outer", 0, 0, 200, 200), inner = box("inner", 0, 0, 100, 100)
            inner.forwards = true
            outer.forwards = true
            root.addSubview(outer)
            outer.addSubview(inner)
            let harness = Harness(root)
            defer { harness.close() }
            let last = LoggingView(log, "application")
            harness.window.nextResponder = last
            let finger = harness.finger()
            finger.down(at: Point(10, 10))
            finger.up()
            #expect(
                log.take() == [
                    "inner began", "outer began", "application began", "inner ended", "outer ended",
                    "application ended",
                ])
        }

        @Test("T-32 windows are asked from the top level down; one that is not hit lets the touch through")
        func windows() {
            let root = View()
            root.addSubview(box("low", 0, 0, 800, 480))
            let harness = Harness(root)
            defer { harness.close() }
            let high = Window(frame: Rect(x: 100, y: 100, width: 100, height: 100))
            high.level = 1
            high.setContent(box("high", 0, 0, 0, 0))
            harness.router.show(high)
            let back = Window(frame: Rect(x: 0, y: 0, width: 800, height: 480))
            back.level = -1
            back.setContent(box("back", 0, 0, 0, 0))
            harness.router.show(back)
            harness.turn()
            harness.tap(Point(150, 150))
            harness.tap(Point(50, 50))
            #expect(log.take() == ["high began", "high ended", "low began", "low ended"])
        }

        @Test("T-21 a view that leaves is told at once; the ancestors' recognizers keep the touch")
        func leaving() {
            let root = View()
            let outer = box("outer", 0, 0, 400, 400), row = box("row", 0, 0, 400, 50)
            outer.addSubview(row)
            root.addSubview(outer)
            let pan = PanGestureRecognizer { [log] in log("pan \($0.state)") }
            outer.addGesture(pan)
            let own = ManualGesture("own", log)
            own.mayPrevent = false
            own.cancelsTouchesInView = false
            own.onBegan = { $0.transition(to: .began) }
            row.addGesture(own)
            let together = Delegate()
            together.together = true
            own.delegate = together
            let harness = Harness(root)
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(10, 10))
            #expect(log.take() == ["own sees began", "row began", "own action began"])
            row.removeFromSuperview()
            #expect(log.take() == ["row cancelled"])
            harness.turn()
            #expect(log.take() == ["own action cancelled", "own reset in cancelled"])
            finger.move(by: Point(20, 0))
            finger.up()
            #expect(log.take() == ["pan began", "pan ended"])
        }

        @Test("T-19 cancelAll: one cancelled a touch, and silence until the lift")
        func cancelAll() {
            let root = View()
            root.addSubview(box("view", 0, 0, 200, 200))
            let harness = Harness(root)
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(10, 10))
            harness.router.cancelAll()
            finger.move(by: Point(5, 5))
            finger.up()
            #expect(log.take() == ["view began", "view cancelled"])
            harness.tap(Point(10, 10))
            #expect(log.take() == ["view began", "view ended"])
        }

        @Test("T-17, T-19 unplugging cancels the touch, no tap comes of it, the next plug works")
        func unplug() {
            let root = View()
            let view = box("view", 0, 0, 200, 200)
            view.addGesture(TapGestureRecognizer { [log] _ in log("tap") })
            root.addSubview(view)
            let harness = Harness(root)
            defer { harness.close() }
            harness.finger().down(at: Point(10, 10))
            harness.touchscreen.unplug()
            #expect(log.take() == ["view began", "view cancelled"])
            harness.touchscreen.plug()
            harness.tap(Point(10, 10))
            #expect(log.take() == ["view began", "view cancelled", "tap"])
        }

        @Test("T-33 the main button of a mouse is a touch of the pointer; 6 pt are a click")
        func pointer() {
            let root = View()
            let view = box("view", 0, 0, 200, 200)
            view.addGesture(TapGestureRecognizer { [log] _ in log("tap") })
            root.addSubview(view)
            let harness = Harness(root)
            defer { harness.close() }
            harness.mouse.move(to: Point(10, 10))
            harness.mouse.press()
            harness.mouse.move(to: Point(16, 10))
            harness.mouse.release()
            #expect(log.take() == ["view began", "view moved", "view cancelled", "tap"])
            harness.mouse.press()
            harness.mouse.move(to: Point(23, 10))
            harness.mouse.release()
            #expect(log.take() == ["view began", "view moved", "view ended"])
        }

        @Test("T-13 the tap count is set at the touch-down and kept")
        func tapCount() {
            let root = View()
            let view = CountingView(frame: Rect(x: 0, y: 0, width: 400, height: 400))
            root.addSubview(view)
            let harness = Harness(root)
            defer { harness.close() }
            for pause in [100, 350, 351] {
                harness.tap(Point(10, 10))
                harness.advance(by: .milliseconds(pause))
            }
            harness.tap(Point(10, 10))
            #expect(view.counts == [1, 1, 2, 2, 3, 3, 1, 1])
        }
    }
}

@MainActor
private final class CountingView: View {
    var counts: [Int] = []
    override func touchesBegan(_ touches: [Touch], with event: Event) {
        counts += touches.map(\.tapCount)
    }
    override func touchesMoved(_ touches: [Touch], with event: Event) {}
    override func touchesEnded(_ touches: [Touch], with event: Event) { counts += touches.map(\.tapCount) }
    override func touchesCancelled(_ touches: [Touch], with event: Event) {}
}
