import EventLoop
import Graphics
import Harness
import InputEvents
import Interface
import LayerTree
import Testing

extension HarnessTests {
    @Suite("When gestures act in a turn")
    @MainActor
    struct GestureTurnTests {
        let log = Log()
        let root = View()
        let view = View(frame: Rect(x: 0, y: 0, width: 400, height: 400))

        init() { root.addSubview(view) }

        private func observe(_ harness: Harness) -> [Loop.Observer] {
            let orders = [0, 1_999_999, 2_000_001]
            let observers = orders.map { order in
                Loop.Observer([.beforeWaiting, .exit], order: order, label: "\(order)") { [log] _ in
                    log("order \(order)")
                }
            }
            for observer in observers { harness.loop.add(observer, to: .common) }
            return observers
        }

        @Test("R-01, R-08, G-25 the action runs at order 0, before the one commit that shows its change")
        func turnOrder() {
            let harness = Harness(root)
            defer { harness.close() }
            view.addGesture(
                TapGestureRecognizer { [log, unowned view] _ in
                    log("action")
                    view.layer.backgroundColor = .white
                })
            let finger = harness.finger()
            finger.down(at: Point(10, 10))
            let commits = harness.host.commits
            let observers = observe(harness)
            finger.up()
            for observer in observers { observer.invalidate() }
            let lines = log.take().drop { $0 != "action" }
            #expect(lines.prefix(4) == ["action", "order 0", "order 1999999", "order 2000001"])
            #expect(harness.host.commits == commits + 1)
        }

        @Test("G-26 changes of one turn are one call with the newest values; the others are never lost")
        func collapse() {
            view.addGesture(
                PanGestureRecognizer { [log] pan in log("\(pan.state) \(Int(pan.translation.x.rounded()))") })
            let harness = Harness(root)
            defer { harness.close() }
            let finger = harness.finger()
            // Something between the moves keeps the dispatcher from joining them.
            func move() {
                finger.move(by: Point(10, 0))
                harness.mouse.queueButton(.right)
            }
            harness.touchscreen.late {
                finger.down(at: Point(10, 10))
                for _ in 1...5 { move() }
            }
            #expect(log.take() == ["began 50", "changed 50"])
            harness.touchscreen.late {
                for _ in 1...5 { move() }
                finger.up()
            }
            #expect(log.take() == ["changed 100", "ended 100"])
        }

        @Test("G-27 recognizers act in the order of their changes, targets in the order added, once")
        func actionOrder() {
            let together = Delegate()
            together.together = true
            let first = ManualGesture("first", discrete: true),
                second = ManualGesture("second", discrete: true)
            for gesture in [first, second] {
                gesture.delegate = together
                gesture.addTarget(self.log) { [log] in log("\($0.name) a") }
                gesture.addAction { [log] in log("\($0.name) b") }
                gesture.addTarget(self.log) { [log] in log("\($0.name) a again") }
                view.addGesture(gesture)
            }
            second.onBegan = { $0.transition(to: .ended) }
            first.onEnded = { $0.transition(to: .ended) }
            let harness = Harness(root)
            defer { harness.close() }
            let finger = harness.finger()
            harness.touchscreen.late {
                finger.down(at: Point(10, 10))
                finger.up()
            }
            #expect(log.take() == ["second a again", "second b", "first a again", "first b"])
        }

        @Test("G-63 two taps in one late turn are two actions, in order, each read as ended")
        func lateTaps() {
            view.addGesture(
                TapGestureRecognizer { [log] tap in log("\(tap.state) \(Int(tap.location.x.rounded()))") })
            let harness = Harness(root)
            defer { harness.close() }
            let finger = harness.finger()
            let before = harness.host.commits
            harness.touchscreen.late {
                for x in [10.0, 60, 110] {
                    finger.down(at: Point(x, 10))
                    finger.up()
                }
            }
            #expect(log.take() == ["ended 10", "ended 60", "ended 110"])
            #expect(harness.host.commits <= before + 1)
        }

        @Test("G-28, G-33 a long press begins by itself, at exactly its time")
        func longPress() {
            view.addGesture(LongPressGestureRecognizer { [log] press in log("\(press.state)") })
            let harness = Harness(root)
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(10, 10))
            harness.advance(by: .nanoseconds(499_999_999))
            #expect(log.take() == [])
            harness.advance(by: .nanoseconds(1))
            #expect(log.take() == ["began"])
            finger.move(by: Point(100, 0))
            finger.up()
            #expect(log.take() == ["changed", "ended"])
        }

        @Test("G-30, G-60 a finger lifted at exactly 0.75 s is a tap: input comes before the timer")
        func inputBeforeTimer() {
            view.addGesture(TapGestureRecognizer { [log] _ in log("tap") })
            let harness = Harness(root)
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(10, 10))
            harness.clock.schedule(at: harness.clock.now.advanced(by: .milliseconds(750))) {
                MainActor.assumeIsolated { harness.touchscreen.queue { finger.up() } }
            }
            harness.advance(by: .milliseconds(800))
            #expect(log.take() == ["tap"])
        }

        @Test("R-05 leaving a run does not call actions, it leaves them pending")
        func exitLeavesPending() {
            let button = LoggingView(log, "button", frame: view.bounds)
            button.addGesture(TapGestureRecognizer { [log] _ in log("tap") })
            view.addSubview(button)
            let harness = Harness(root)
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(10, 10))
            let observers = observe(harness)
            _ = log.take()
            harness.touchscreen.queue { finger.up() }
            // Runs without a time only poll: they have an exit, but no wait.
            for _ in 1...3 { harness.loop.run(for: .zero) }
            for observer in observers { observer.invalidate() }
            #expect(log.take().filter { !$0.hasPrefix("order") } == [])
            harness.turn()
            #expect(log.take() == ["button cancelled", "tap"])
        }

        @Test("R-09 an action that is queued after the pass wakes the loop by itself")
        func afterThePass() {
            let pan = PanGestureRecognizer { [log] pan in log("pan \(pan.state)") }
            view.addGesture(pan)
            let harness = Harness(root)
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(10, 10))
            finger.move(by: Point(50, 0))
            let late = Loop.Observer(.beforeWaiting, order: 2_001_000, repeats: false, label: "late") { _ in
                pan.isEnabled = false
            }
            harness.loop.add(late, to: .common)
            // Nothing else wakes it but the end of this time.
            let start = harness.clock.now
            var called: Instant?
            pan.addAction { [clock = harness.clock] _ in called = clock.now }
            harness.runner.run(for: .seconds(5))
            #expect(called == start)
            #expect(log.take() == ["pan began", "pan cancelled"])
        }

        @Test("R-04 a source that signals itself for ever does not starve actions and commits")
        func starvation() {
            let harness = Harness(root)
            defer { harness.close() }
            view.addGesture(
                TapGestureRecognizer { [log, unowned view] _ in
                    log("tap")
                    view.layer.backgroundColor = .white
                })
            let commits = harness.host.commits
            let start = harness.loop.now
            var acted: Duration?
            weak var source: Loop.ManualSource?
            let endless = Loop.ManualSource(label: "endless") { [log, loop = harness.loop] in
                let spent = start.duration(to: loop.now)
                if acted == nil, log.lines.contains("tap"), harness.host.commits > commits { acted = spent }
                if acted != nil || spent > .seconds(1) { return loop.stop() }
                // A loop that never sleeps does not move a virtual clock.
                harness.clock.advance(by: .milliseconds(1))
                source?.signal()
            }
            source = endless
            harness.loop.add(endless, to: .common)
            endless.signal()
            let time = Timestamp(nanoseconds: start.nanoseconds)
            for phase in [TouchPhase.began, .ended] {
                let sample = TouchSample(id: TouchID(rawValue: 1), location: Point(10, 10), phase: phase)
                harness.router.handle(
                    .touch(
                        TouchFrame(
                            device: DeviceID(rawValue: 1), timestamp: time, touches: TouchList([sample]))))
            }
            harness.loop.run(mode: .default, for: .seconds(2))
            endless.invalidate()
            let took = acted ?? .seconds(9)
            #expect(took <= .milliseconds(40), "took \(took)")
        }
    }
}
