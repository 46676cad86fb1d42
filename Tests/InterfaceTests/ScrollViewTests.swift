import EventLoop
import Harness
import InputEvents
import Interface
import LayerTree
import Testing

extension HarnessTests {
    @Suite("Scroll view")
    @MainActor
    struct ScrollViewTests {
        let log = Log()

        /// A scroll view of 400 by 400 over rows, each 100 high.
        private func list(rows: Int = 20) -> (harness: Harness, scroll: ScrollView, rows: [LoggingView]) {
            let root = View()
            let scroll = ScrollView(frame: Rect(x: 0, y: 0, width: 400, height: 400))
            let views = (0..<rows).map { index in
                LoggingView(
                    log, "row \(index)",
                    frame: Rect(x: 0, y: Double(index) * 100, width: 400, height: 100))
            }
            for view in views { scroll.addSubview(view) }
            scroll.contentSize = Size(400, Double(rows) * 100)
            root.addSubview(scroll)
            return (Harness(root), scroll, views)
        }

        @Test("the content follows the finger and goes on by itself, all of it in the tracking mode (R-07)")
        func drag() {
            let (harness, scroll, _) = list()
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(200, 300))
            #expect(harness.runner.mode == .default)
            finger.move(by: Point(0, -100), over: .milliseconds(100))
            #expect(scroll.contentOffset == Point(0, 100))
            #expect(scroll.isDragging)
            #expect(harness.runner.mode == .tracking)
            finger.up()
            #expect(scroll.isDecelerating)
            #expect(harness.runner.mode == .tracking)
            #expect(harness.settle())
            #expect(harness.runner.mode == .default)
            // 1000 pt/s: the rest is 100 + 1000 / (1000 * -ln 0.998), less what is too slow to be seen.
            #expect(abs(scroll.contentOffset.y - 599.5) < 6)
        }

        @Test("R-07 default-mode timers pause while tracking, common ones go on")
        func timers() {
            let (harness, _, _) = list()
            defer { harness.close() }
            var ticks = (default: 0, common: 0)
            let paused = Loop.Timer(every: .milliseconds(10)) { _ in ticks.default += 1 }
            let going = Loop.Timer(every: .milliseconds(10)) { _ in ticks.common += 1 }
            harness.loop.add(paused, to: .default)
            harness.loop.add(going, to: .common)
            defer {
                paused.invalidate()
                going.invalidate()
            }
            harness.advance(by: .milliseconds(105))
            #expect(ticks == (10, 10))
            let finger = harness.finger()
            finger.down(at: Point(200, 300))
            finger.move(by: Point(0, -100))
            let before = ticks
            harness.advance(by: .milliseconds(200))
            #expect(ticks.default == before.default)
            #expect(ticks.common == before.common + 20)
            finger.up()
            harness.settle()
            harness.advance(by: .milliseconds(100))
            #expect(ticks.default >= before.default + 10)
        }

        @Test("G-43 a finger that rests before the lift leaves the content where it is")
        func rest() {
            let (harness, scroll, _) = list()
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(200, 300))
            finger.move(by: Point(0, -100), over: .milliseconds(100))
            harness.advance(by: .milliseconds(50))
            finger.up()
            #expect(!scroll.isDecelerating)
            #expect(harness.runner.mode == .default)
            #expect(scroll.contentOffset == Point(0, 100))
        }

        @Test("past an edge it gives way less and less, and comes back")
        func rubberBand() {
            let (harness, scroll, _) = list()
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(200, 100))
            finger.move(by: Point(0, 100), over: .milliseconds(100))
            let first = scroll.contentOffset.y
            #expect(first < -20 && first > -100)
            finger.move(by: Point(0, 100), over: .milliseconds(100))
            #expect(scroll.contentOffset.y < first && scroll.contentOffset.y > 2 * first)
            harness.advance(by: .milliseconds(50))
            finger.up()
            #expect(harness.settle())
            #expect(scroll.contentOffset == .zero)
            #expect(harness.runner.mode == .default)
        }

        @Test("without bounce it stops at the edge")
        func clamped() {
            let (harness, scroll, _) = list()
            defer { harness.close() }
            scroll.bounces = false
            let finger = harness.finger()
            finger.down(at: Point(200, 100))
            finger.move(by: Point(0, 100))
            #expect(scroll.contentOffset == .zero)
            finger.up()
            harness.settle()
            #expect(scroll.contentOffset == .zero)
        }

        @Test("a touch-down reaches the content after 100 ms, or at the lift; a scroll keeps it away")
        func delay() {
            let (harness, scroll, _) = list()
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(200, 50))
            harness.advance(by: .milliseconds(99))
            #expect(log.take() == [])
            harness.advance(by: .milliseconds(1))
            #expect(log.take() == ["row 0 began"])
            finger.up()
            #expect(log.take() == ["row 0 ended"])
            harness.tap(Point(200, 150))
            #expect(log.take() == ["row 1 began", "row 1 ended"])
            finger.down(at: Point(200, 350))
            finger.move(by: Point(0, -60), over: .milliseconds(60))
            harness.advance(by: .milliseconds(200))
            finger.up()
            #expect(log.take() == [])
            scroll.delaysContentTouches = false
            finger.down(at: Point(200, 50))
            #expect(log.take() == ["row 1 began"])
            finger.move(by: Point(0, -30))
            #expect(log.take() == ["row 1 cancelled"])
            finger.up()
        }

        @Test("a finger stops what moves and presses nothing")
        func caught() {
            let (harness, scroll, _) = list()
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(200, 300))
            finger.move(by: Point(0, -100), over: .milliseconds(100))
            finger.up()
            harness.advance(by: .milliseconds(200))
            _ = log.take()
            #expect(scroll.isDecelerating)
            harness.tap(Point(200, 200))
            let place = scroll.contentOffset
            #expect(!scroll.isDecelerating)
            #expect(harness.runner.mode == .default)
            harness.advance(by: .seconds(1))
            #expect(scroll.contentOffset == place)
            #expect(log.take() == [])
        }

        @Test("a drag across the axis that scrolls is not the scroll view's")
        func otherAxis() {
            let (harness, scroll, _) = list()
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(200, 300))
            finger.move(by: Point(-100, -20), over: .milliseconds(100))
            #expect(scroll.contentOffset == .zero)
            #expect(harness.runner.mode == .default)
            finger.up()
        }

        @Test("a content that fits is not scrolled; the one around it is")
        func nested() {
            let (harness, scroll, rows) = list()
            defer { harness.close() }
            let inner = ScrollView(frame: Rect(x: 0, y: 0, width: 400, height: 100))
            inner.contentSize = Size(400, 50)
            rows[0].addSubview(inner)
            let finger = harness.finger()
            finger.down(at: Point(200, 50))
            finger.move(by: Point(0, -40))
            #expect(scroll.contentOffset.y == 40)
            #expect(inner.contentOffset.y == 0)
            finger.up()
        }

        @Test("a wheel scrolls 48 pt a click, to the edge, without a mode")
        func wheel() {
            let (harness, scroll, _) = list()
            defer { harness.close() }
            harness.mouse.move(to: Point(200, 200))
            harness.mouse.scroll(clicks: 2)
            #expect(scroll.contentOffset.y == 96)
            #expect(harness.runner.mode == .default)
            harness.mouse.scroll(clicks: -5)
            #expect(scroll.contentOffset.y == 0)
        }

        @Test("T-21 the scroll goes on when the row under the finger is taken away")
        func recycling() {
            let (harness, scroll, rows) = list()
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(200, 50))
            finger.move(by: Point(0, -20))
            rows[0].removeFromSuperview()
            finger.move(by: Point(0, -20))
            #expect(scroll.contentOffset.y == 40)
            finger.up()
        }

        @Test("a bar at the edge shows where in the content the view is, while it moves")
        func indicator() {
            let (harness, scroll, _) = list()
            defer { harness.close() }
            let bars = scroll.layer.sublayers.filter { $0.zPosition > 0 }
            #expect(bars.count == 2 && bars.allSatisfy { $0.opacity == 0 })
            let finger = harness.finger()
            finger.down(at: Point(200, 300))
            finger.move(by: Point(0, -160), over: .milliseconds(100))
            let shown = bars.filter { $0.opacity == 1 }
            #expect(shown.count == 1)
            // A fifth of the content is visible, a tenth of the way is done: 3 + 0.1 (394 - 78.8) below the top.
            let frame = shown.first?.frame ?? .zero
            #expect(abs(frame.height - 78.8) < 0.01)
            #expect(abs(frame.minY - scroll.contentOffset.y - 34.52) < 0.01)
            #expect(frame.maxX == 397)
            harness.advance(by: .milliseconds(50))
            finger.up()
            #expect(harness.settle())
            #expect(bars.allSatisfy { $0.opacity == 0 })
        }

        @Test("leaving the window ends the tracking mode")
        func leaving() {
            let (harness, scroll, _) = list()
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(200, 300))
            finger.move(by: Point(0, -100))
            #expect(harness.runner.mode == .tracking)
            scroll.removeFromSuperview()
            harness.turn()
            #expect(harness.runner.mode == .default)
            finger.up()
        }
    }
}
