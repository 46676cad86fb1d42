import EventLoop
import Harness
import InputEvents
import Interface
import Testing

extension HarnessTests {
    @Suite("Between recognizers")
    @MainActor
    struct GestureArbiterTests {
        let log = Log()
        let root = View()
        let outer = View(frame: Rect(x: 0, y: 0, width: 400, height: 400))
        let inner = View(frame: Rect(x: 0, y: 0, width: 200, height: 200))

        init() {
            root.addSubview(outer)
            outer.addSubview(inner)
        }

        @Test("G-06 the hit view's recognizers come first, then outwards, each in the order of attachment")
        func order() {
            outer.addGesture(ManualGesture("c", log))
            inner.addGesture(ManualGesture("a", log))
            inner.addGesture(ManualGesture("b", log))
            let harness = Harness(root)
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(10, 10))
            #expect(log.take() == ["a sees began", "b sees began", "c sees began"])
            finger.up()
        }

        @Test("G-07 one that is added later sees only new touches")
        func fixedSet() {
            let harness = Harness(root)
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(10, 10))
            inner.addGesture(ManualGesture("late", log))
            finger.up()
            #expect(log.take() == [])
            harness.tap(Point(10, 10))
            #expect(log.take() == ["late sees began", "late sees ended", "late reset in failed"])
        }

        @Test("G-08 a touch that shouldReceive refuses is never seen and not cancelled")
        func refused() {
            let view = LoggingView(log, "view")
            outer.addSubview(view)
            let refusing = Delegate()
            refusing.receives = false
            let tap = TapGestureRecognizer { [log] _ in log("tap") }
            tap.delegate = refusing
            view.addGesture(tap)
            let harness = Harness(root)
            defer { harness.close() }
            harness.tap(Point(10, 10))
            #expect(log.take() == ["view began", "view ended"])
        }

        @Test("G-10, G-11 one that shouldBegin refuses fails and prevents nobody")
        func shouldBegin() {
            let first = ManualGesture("first", log, discrete: true)
            first.mayBegin = false
            first.onEnded = { $0.transition(to: .ended) }
            let second = ManualGesture("second", log, discrete: true)
            second.onEnded = { $0.transition(to: .ended) }
            inner.addGesture(first)
            outer.addGesture(second)
            let harness = Harness(root)
            defer { harness.close() }
            harness.tap(Point(10, 10))
            #expect(first.asked == 1)
            #expect(
                log.take() == [
                    "first sees began", "second sees began", "first sees ended", "second sees ended",
                    "second action ended", "first reset in failed", "second reset in ended",
                ])
        }

        @Test("G-12 the first to be recognized makes the others fail", arguments: [true, false])
        func prevention(prevents: Bool) {
            let first = ManualGesture("first", log, discrete: true)
            first.mayPrevent = prevents
            first.onEnded = { $0.transition(to: .ended) }
            inner.addGesture(first)
            outer.addGesture(TapGestureRecognizer { [log] _ in log("tap") })
            let harness = Harness(root)
            defer { harness.close() }
            harness.tap(Point(10, 10))
            #expect(log.take().contains("tap") == !prevents)
        }

        @Test("G-13 one yes to recognizing together is enough, on either side", arguments: [0, 1])
        func together(side: Int) {
            let first = TapGestureRecognizer { [log] _ in log("first") }
            let second = TapGestureRecognizer { [log] _ in log("second") }
            let yes = Delegate(), no = Delegate()
            yes.together = true
            first.delegate = side == 0 ? yes : no
            second.delegate = side == 1 ? yes : no
            inner.addGesture(first)
            outer.addGesture(second)
            let harness = Harness(root)
            defer { harness.close() }
            harness.tap(Point(10, 10))
            #expect(log.take() == ["first", "second"])
        }

        @Test("G-14 a tap does not prevent a double tap; without a requirement both act")
        func tapAndDoubleTap() {
            inner.addGesture(TapGestureRecognizer { [log] _ in log("single") })
            inner.addGesture(TapGestureRecognizer(taps: 2) { [log] _ in log("double") })
            let harness = Harness(root)
            defer { harness.close() }
            harness.tap(Point(10, 10))
            harness.advance(by: .milliseconds(100))
            harness.tap(Point(10, 10))
            #expect(log.take() == ["single", "single", "double"])
        }

        @Test("G-15, G-28, G-32 single acts 0.35 s after its lift, by the timer, or never if doubled")
        func singleWaitsForDouble() {
            let single = TapGestureRecognizer { [log] _ in log("single") }
            let double = TapGestureRecognizer(taps: 2) { [log] _ in log("double") }
            single.require(toFail: double)
            inner.addGesture(single)
            inner.addGesture(double)
            let harness = Harness(root)
            defer { harness.close() }
            harness.tap(Point(10, 10))
            harness.advance(by: .nanoseconds(349_999_999))
            #expect(log.take() == [])
            harness.advance(by: .nanoseconds(1))
            #expect(log.take() == ["single"])

            harness.tap(Point(10, 10))
            harness.advance(by: .milliseconds(100))
            harness.tap(Point(10, 10))
            harness.advance(by: .seconds(1))
            #expect(log.take() == ["double"])
        }

        @Test("G-30 a second tap too far away ends the wait of a single tap at that moment")
        func abandonedSeries() {
            let single = TapGestureRecognizer { [log] _ in log("single") }
            let double = TapGestureRecognizer(taps: 2) { [log] _ in log("double") }
            single.require(toFail: double)
            inner.addGesture(single)
            inner.addGesture(double)
            let harness = Harness(root)
            defer { harness.close() }
            harness.tap(Point(10, 10))
            harness.advance(by: .milliseconds(100))
            harness.finger().down(at: Point(150, 10))
            #expect(log.take() == ["single"])
        }

        @Test("G-15 held: failed sets it free with its own place, recognized makes it fail")
        func held() {
            let other = ManualGesture("other", log)
            let single = TapGestureRecognizer { [log] tap in log("single at \(tap.location.x)") }
            single.require(toFail: other)
            inner.addGesture(single)
            outer.addGesture(other)
            let harness = Harness(root)
            defer { harness.close() }
            let second = harness.finger()
            second.down(at: Point(300, 300))
            harness.tap(Point(10, 10))
            #expect(single.state == .possible)
            other.transition(to: .failed)
            harness.turn()
            #expect(log.take().filter { $0.hasPrefix("single") } == ["single at 10.0"])
            second.up()

            second.down(at: Point(300, 300))
            harness.tap(Point(10, 10))
            other.transition(to: .began)
            harness.turn()
            #expect(log.take().filter { $0.hasPrefix("single") } == [])
            #expect(single.state == .possible)
            second.up()
        }

        @Test("G-62 a held pan whose fingers lifted meanwhile gives began and ended in one turn")
        func heldPan() {
            let other = ManualGesture("other")
            let pan = PanGestureRecognizer { [log] pan in log("pan \(pan.state) \(pan.translation.x)") }
            pan.require(toFail: other)
            inner.addGesture(pan)
            outer.addGesture(other)
            let harness = Harness(root)
            defer { harness.close() }
            let second = harness.finger(), first = harness.finger()
            second.down(at: Point(300, 300))
            first.down(at: Point(10, 10))
            first.move(by: Point(20, 0))
            first.move(by: Point(20, 0))
            first.up()
            #expect(log.take() == [])
            other.transition(to: .failed)
            harness.turn()
            #expect(log.take() == ["pan began 40.0", "pan ended 40.0"])
            second.up()
        }

        @Test("G-16 several requirements: all have to fail")
        func several() {
            let one = ManualGesture("one"), two = ManualGesture("two")
            let tap = TapGestureRecognizer { [log] _ in log("tap") }
            tap.require(toFail: one)
            tap.require(toFail: two)
            inner.addGesture(tap)
            outer.addGesture(one)
            outer.addGesture(two)
            let harness = Harness(root)
            defer { harness.close() }
            let second = harness.finger()
            second.down(at: Point(300, 300))
            harness.tap(Point(10, 10))
            one.transition(to: .failed)
            harness.turn()
            #expect(log.take() == [])
            two.transition(to: .failed)
            harness.turn()
            #expect(log.take() == ["tap"])
            second.up()
        }

        @Test("G-16 a circle of requirements is reported when it is formed")
        func circle() async {
            await #expect(processExitsWith: .failure) {
                await MainActor.run {
                    let one = TapGestureRecognizer(), two = TapGestureRecognizer()
                    let three = TapGestureRecognizer()
                    one.require(toFail: two)
                    two.require(toFail: three)
                    three.require(toFail: one)
                }
            }
        }

        @Test("G-17 a dynamic requirement holds for the attempt")
        func dynamic() {
            let waiter = ManualGesture("waiter", log, discrete: true)
            waiter.onEnded = { $0.transition(to: .ended) }
            let other = ManualGesture("other")
            waiter.waitsFor = { $0 === other }
            inner.addGesture(waiter)
            outer.addGesture(other)
            let harness = Harness(root)
            defer { harness.close() }
            let second = harness.finger()
            second.down(at: Point(300, 300))
            harness.tap(Point(10, 10))
            #expect(log.take() == ["waiter sees began", "waiter sees ended"])
            other.transition(to: .failed)
            harness.turn()
            #expect(log.take() == ["waiter action ended", "waiter reset in ended"])
            second.up()
        }

        @Test("G-18 a required one that sees nothing, is off or has no view counts as failed")
        func absent() {
            let away = TapGestureRecognizer(taps: 2) { _ in }
            let off = TapGestureRecognizer(taps: 2) { _ in }
            let elsewhere = TapGestureRecognizer(taps: 2) { _ in }
            off.isEnabled = false
            let tap = TapGestureRecognizer { [log] _ in log("tap") }
            for required in [away, off, elsewhere] { tap.require(toFail: required) }
            inner.addGesture(tap)
            inner.addGesture(off)
            root.addGesture(elsewhere)
            let refusing = Delegate()
            refusing.receives = false
            elsewhere.delegate = refusing
            let harness = Harness(root)
            defer { harness.close() }
            harness.tap(Point(10, 10))
            #expect(log.take() == ["tap"])
        }

        @Test("G-18, G-19 switching a required one off sets free who waits for it")
        func switchedOff() {
            let double = TapGestureRecognizer(taps: 2) { _ in }
            let tap = TapGestureRecognizer { [log] _ in log("tap") }
            tap.require(toFail: double)
            inner.addGesture(tap)
            inner.addGesture(double)
            let harness = Harness(root)
            defer { harness.close() }
            harness.tap(Point(10, 10))
            double.isEnabled = false
            harness.turn()
            #expect(log.take() == ["tap"])
        }

        @Test("G-19 off while under way: cancelled with its action; while undecided: failed silently")
        func disabling() {
            let pan = PanGestureRecognizer { [log] pan in log("pan \(pan.state)") }
            inner.addGesture(pan)
            let harness = Harness(root)
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(10, 10))
            pan.isEnabled = false
            pan.isEnabled = true
            finger.move(by: Point(50, 0))
            #expect(log.take() == [])
            finger.up()
            finger.down(at: Point(10, 10))
            finger.move(by: Point(50, 0))
            pan.isEnabled = false
            pan.isEnabled = true
            finger.move(by: Point(50, 0))
            #expect(log.take() == ["pan began", "pan cancelled"])
            finger.up()
        }

        @Test("G-03, G-04, G-05 reset once after the action; the finger that is down is not heard again")
        func resets() {
            let gesture = ManualGesture("g", log, discrete: true)
            gesture.onBegan = { $0.transition(to: .ended) }
            inner.addGesture(gesture)
            let harness = Harness(root)
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(10, 10))
            #expect(log.take() == ["g sees began", "g action ended", "g reset in ended"])
            finger.up()
            #expect(log.take() == [])
            harness.finger().down(at: Point(20, 10))
            #expect(log.take().count == 3)
            #expect(gesture.resets == 2)
        }

        @Test("G-05, G-61 a failed one is reset when its last finger is up, and deaf until then")
        func failedReset() {
            let gesture = ManualGesture("g", log)
            gesture.onBegan = { $0.transition(to: .failed) }
            inner.addGesture(gesture)
            let harness = Harness(root)
            defer { harness.close() }
            let first = harness.finger(), second = harness.finger()
            first.down(at: Point(10, 10))
            second.down(at: Point(20, 10))
            #expect(log.take() == ["g sees began"])
            second.up()
            #expect(gesture.state == .failed)
            first.up()
            #expect(log.take() == ["g reset in failed"])
        }

        @Test("G-01 an illegal move traps in debug")
        func illegal() async {
            #if DEBUG
                await #expect(processExitsWith: .failure) {
                    await MainActor.run { TapGestureRecognizer().transition(to: .began) }
                }
            #endif
        }

        @Test("G-09 another kind of touch than the first is not seen until the reset")
        func kinds() {
            let gesture = ManualGesture("g", log)
            inner.addGesture(gesture)
            let harness = Harness(root)
            defer { harness.close() }
            let finger = harness.finger()
            harness.mouse.move(to: Point(20, 20))
            finger.down(at: Point(10, 10))
            harness.mouse.press()
            #expect(log.take() == ["g sees began"])
            harness.mouse.release()
            finger.up()
            _ = log.take()
            gesture.allowedTouchKinds = .direct
            harness.mouse.press()
            harness.mouse.release()
            #expect(log.take() == [])
        }
    }
}
