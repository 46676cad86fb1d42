import EventLoop
import Harness
import InputEvents
import Interface
import Testing

extension HarnessTests {
    @Suite("What a view hears of a touch")
    @MainActor
    struct TouchDeliveryTests {
        @Test("T-01, T-02, T-07 one touch object lives from began to ended, one event for the sequence")
        func life() {
            let (harness, view, log) = Harness.logging()
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(10, 10))
            finger.move(to: Point(20, 10))
            finger.move(to: Point(20, 30))
            finger.up()
            #expect(log.take() == ["view began", "view moved", "view moved", "view ended"])
            #expect(Set(view.events).count == 1)
        }

        @Test("T-12 a moved event with nothing new is not delivered")
        func unchanged() {
            let (harness, _, log) = Harness.logging()
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(10, 10))
            finger.move(to: Point(10, 10))
            #expect(log.take() == ["view began"])
            finger.up()
        }

        @Test("G-20 a tap that is recognized takes the lift from the view")
        func tapCancels() {
            let (harness, view, log) = Harness.logging()
            defer { harness.close() }
            view.addGesture(TapGestureRecognizer { _ in log("tap") })
            harness.tap(Point(10, 10))
            #expect(log.take() == ["view began", "view cancelled", "tap"])
        }

        @Test("G-24 without cancelsTouchesInView the view keeps getting the touch")
        func tapWithoutCancel() {
            let (harness, view, log) = Harness.logging()
            defer { harness.close() }
            let tap = TapGestureRecognizer { _ in log("tap") }
            tap.cancelsTouchesInView = false
            view.addGesture(tap)
            harness.tap(Point(10, 10))
            #expect(log.take() == ["view began", "view ended", "tap"])
        }

        @Test(
            "G-20 double tap: with and without delaysTouchesEnded",
            arguments: [
                (true, ["view began", "view began", "view cancelled", "view cancelled", "tap"]),
                (false, ["view began", "view ended", "view began", "view cancelled", "tap"]),
            ])
        func doubleTap(delays: Bool, expected: [String]) {
            let (harness, view, log) = Harness.logging()
            defer { harness.close() }
            let tap = TapGestureRecognizer(taps: 2) { _ in log("tap") }
            tap.delaysTouchesEnded = delays
            view.addGesture(tap)
            harness.tap(Point(10, 10))
            harness.advance(by: .milliseconds(100))
            harness.tap(Point(10, 10))
            #expect(log.take() == expected)
        }

        @Test("G-23 a lift held back for a double tap comes when that fails")
        func heldLift() {
            let (harness, view, log) = Harness.logging()
            defer { harness.close() }
            view.addGesture(TapGestureRecognizer(taps: 2) { _ in log("tap") })
            harness.tap(Point(10, 10))
            #expect(log.take() == ["view began"])
            harness.advance(by: .milliseconds(349))
            #expect(log.take() == [])
            harness.advance(by: .milliseconds(1))
            #expect(log.take() == ["view ended"])
        }

        @Test("G-22 delaysTouchesBegan: everything in order after failure, with the old stamps")
        func delayedBegan() {
            let (harness, view, log) = Harness.logging()
            defer { harness.close() }
            let gesture = ManualGesture("g", discrete: true)
            gesture.delaysTouchesBegan = true
            gesture.onEnded = { $0.transition(to: .failed) }
            view.addGesture(gesture)
            let finger = harness.finger()
            finger.down(at: Point(10, 10))
            finger.move(to: Point(50, 10))
            #expect(log.take() == [])
            finger.up()
            #expect(log.take() == ["view began", "view moved", "view ended"])
        }

        @Test("G-22 delaysTouchesBegan: nothing at all on recognition, not even cancelled")
        func delayedRecognized() {
            let (harness, view, log) = Harness.logging()
            defer { harness.close() }
            let gesture = ManualGesture("g", discrete: true)
            gesture.delaysTouchesBegan = true
            gesture.onEnded = { $0.transition(to: .ended) }
            view.addGesture(gesture)
            harness.tap(Point(10, 10))
            #expect(log.take() == [])
        }

        @Test("G-20 a pan takes the touch from the view once, before its action")
        func pan() {
            let (harness, view, log) = Harness.logging()
            defer { harness.close() }
            view.addGesture(PanGestureRecognizer { log("pan \($0.state)") })
            let finger = harness.finger()
            finger.down(at: Point(10, 10))
            finger.move(by: Point(5, 0))
            finger.move(by: Point(5, 0))
            finger.move(by: Point(5, 0))
            finger.up()
            #expect(
                log.take() == [
                    "view began", "view moved", "view cancelled", "pan began", "pan changed", "pan ended",
                ])
        }

        @Test("G-66 the view hears nothing of a finger that joins a pan")
        func joining() {
            let (harness, view, log) = Harness.logging()
            defer { harness.close() }
            view.addGesture(PanGestureRecognizer { _ in })
            let first = harness.finger(), second = harness.finger()
            first.down(at: Point(10, 10))
            first.move(by: Point(20, 0))
            _ = log.take()
            second.down(at: Point(100, 100))
            second.move(by: Point(20, 0))
            second.up()
            first.up()
            #expect(log.take() == [])
        }

        @Test("G-21 an ignored touch is not cancelled")
        func ignored() {
            let (harness, view, log) = Harness.logging()
            defer { harness.close() }
            let gesture = IgnoringGesture()
            view.addGesture(gesture)
            let first = harness.finger(), second = harness.finger()
            first.down(at: Point(10, 10))
            second.down(at: Point(50, 50))
            #expect(gesture.state == .possible)
            gesture.transition(to: .ended)
            harness.turn()
            #expect(log.take() == ["view began", "view began", "view cancelled"])
            second.up()
            first.up()
            #expect(log.take() == ["view ended"])
        }
    }
}

/// Ignores the second finger.
@MainActor
private final class IgnoringGesture: GestureRecognizer {
    override var isDiscrete: Bool { true }
    override func touchesBegan(_ touches: [Touch], with event: Event) {
        if event.touches.count > 1 { touches.forEach(ignore) }
    }
}
