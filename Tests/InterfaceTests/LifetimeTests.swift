import Harness
import InputEvents
import Interface
import Testing

extension HarnessTests {
    @Suite("What was closed is freed")
    @MainActor
    struct LifetimeTests {
        /// What goes on when the end comes.
        enum Moment: CaseIterable {
            case rest, fingerDown, secondTapAwaited, panning, buttonDown, scrolling
        }

        /// Two taps, of which one waits for the other, a pan, and a scroll view below.
        private func content(_ log: Log) -> View {
            let root = View()
            let view = View(frame: Rect(x: 0, y: 0, width: 400, height: 200))
            let double = TapGestureRecognizer(taps: 2) { [log] _ in log("double") }
            let single = TapGestureRecognizer { [log] _ in log("single") }
            single.require(toFail: double)
            for gesture in [single, double] { view.addGesture(gesture) }
            view.addGesture(PanGestureRecognizer { [log] pan in log("pan \(pan.state)") })
            root.addSubview(view)
            let scroll = ScrollView(frame: Rect(x: 0, y: 200, width: 400, height: 200))
            scroll.contentSize = Size(400, 4_000)
            scroll.addSubview(View(frame: Rect(x: 0, y: 0, width: 400, height: 4_000)))
            root.addSubview(scroll)
            return root
        }

        private func play(_ moment: Moment, _ harness: Harness) {
            let finger = harness.finger()
            switch moment {
            case .rest: break
            case .fingerDown: finger.down(at: Point(10, 10))
            case .secondTapAwaited:
                harness.tap(Point(10, 10))
                harness.finger().down(at: Point(150, 10))
            case .panning:
                finger.down(at: Point(10, 10))
                finger.move(by: Point(50, 0))
            case .buttonDown:
                harness.mouse.move(to: Point(10, 10))
                harness.mouse.press()
            case .scrolling:
                finger.down(at: Point(10, 390))
                finger.move(by: Point(0, -50))
                finger.move(by: Point(0, -50))
            }
        }

        @Test("with a harness go its views, its loop's guests and its gestures", arguments: Moment.allCases)
        func harness(_ moment: Moment) {
            let log = Log()
            weak var view: View?
            weak var window: Window?
            weak var router: EventRouter?
            weak var harness: Harness?
            do {
                let content = content(log)
                view = content.subviews.first
                let made = Harness(content)
                harness = made
                router = made.router
                window = made.window
                play(moment, made)
                made.close()
            }
            #expect(view == nil)
            #expect(window == nil)
            #expect(router == nil)
            #expect(harness == nil)
        }

        @Test("a router that ends tells a gesture under way, once")
        func router() {
            let log = Log()
            let harness = Harness(content(log))
            defer { harness.close() }
            play(.panning, harness)
            harness.router.invalidate()
            #expect(log.take() == ["pan began", "pan cancelled"])
        }

        @Test("an action may end its router; it is not called again")
        func endInAction() {
            let view = View()
            let harness = Harness(view)
            defer { harness.close() }
            var calls = 0
            view.addGesture(
                TapGestureRecognizer { [unowned harness] _ in
                    calls += 1
                    if calls == 1 { harness.router.invalidate() }
                })
            harness.tap(Point(10, 10))
            #expect(calls == 1)
        }
    }
}
