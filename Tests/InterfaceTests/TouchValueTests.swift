import EventLoop
import Harness
import InputEvents
import Interface
import LayerTree
import Testing

extension HarnessTests {
    @Suite("What a touch and its event say")
    @MainActor
    struct TouchValueTests {
        @Test("T-07, T-08 the previous location is that of the event before; stamps are the kernel's")
        func previous() {
            let root = View()
            let view = ValueView(frame: Rect(x: 100, y: 100, width: 400, height: 300))
            root.addSubview(view)
            let harness = Harness(root)
            defer { harness.close() }
            let finger = harness.finger()
            let start = harness.now
            finger.down(at: Point(200, 200))
            harness.advance(by: .milliseconds(10))
            finger.move(to: Point(220, 200))
            harness.advance(by: .milliseconds(10))
            finger.move(to: Point(220, 240))
            finger.up()
            #expect(view.locations == [Point(100, 100), Point(120, 100), Point(120, 140), Point(120, 140)])
            #expect(view.previous == [Point(100, 100), Point(100, 100), Point(120, 100), Point(120, 140)])
            #expect(
                view.times.map { $0.nanoseconds - start.nanoseconds } == [
                    0, 10_000_000, 20_000_000, 20_000_000,
                ])
        }

        @Test("T-10 the samples of an event end with the delivered state and are gone after it")
        func samples() {
            let root = View()
            let view = ValueView(frame: Rect(x: 0, y: 0, width: 400, height: 300))
            root.addSubview(view)
            let harness = Harness(root)
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(20, 20))
            finger.move(to: Point(40, 20))
            #expect(view.lastSamples == [Point(40, 20)])
            harness.touchscreen.late {
                for x in [50.0, 60, 70] { finger.move(to: Point(x, 20)) }
            }
            #expect(view.lastSamples == [Point(50, 20), Point(60, 20), Point(70, 20)])
            #expect(view.locations.count == 3)
            #expect(view.previous.last == Point(40, 20))
            #expect(view.event?.samples.isEmpty == true)
            finger.up()
        }

        @Test("G-44 the velocity of a pan is the same when the turn was late", arguments: [false, true])
        func lateVelocity(isLate: Bool) {
            let root = View()
            var velocity = Point.zero
            root.addGesture(
                PanGestureRecognizer { pan in
                    if pan.state == .ended { velocity = pan.velocity(in: nil) }
                })
            let harness = Harness(root)
            defer { harness.close() }
            let finger = harness.finger()
            finger.down(at: Point(100, 100))
            let drag = {
                for step in 1...8 {
                    harness.clock.advance(by: .milliseconds(10))
                    finger.move(to: Point(100 + Double(step * step), 100))
                }
                finger.up()
            }
            if isLate { harness.touchscreen.late(drag) } else { drag() }
            // x = (t / 10 ms)^2: the slope at 80 ms is 1600 points a second.
            #expect(abs(velocity.x - 1600) < 1)
        }

        @Test("T-20 a recognizer still sees the end of a touch that was taken from the view")
        func recognizersSeeTheEnd() {
            let (harness, view, log) = Harness.logging()
            defer { harness.close() }
            let gesture = ManualGesture("g", log)
            gesture.onMoved = { if $0.state == .possible { $0.transition(to: .began) } }
            gesture.onEnded = { $0.transition(to: .ended) }
            view.addGesture(gesture)
            let finger = harness.finger()
            finger.down(at: Point(10, 10))
            finger.move(by: Point(5, 0))
            finger.move(by: Point(5, 0))
            finger.up()
            #expect(
                log.take() == [
                    "g sees began", "view began", "view cancelled", "g action began", "g sees ended",
                    "g action ended", "g reset in ended",
                ])
        }

        @Test("T-26 the z position changes what is drawn on top, not which view is hit")
        func zPosition() {
            let root = View(frame: Rect(x: 0, y: 0, width: 200, height: 200))
            let low = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
            let high = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
            root.addSubview(low)
            root.addSubview(high)
            low.layer.zPosition = 10
            #expect(root.hitTest(Point(10, 10)) === high)
        }

        @Test(
            "G-29 the location is the centroid of the fingers that are down, after the last lift the last one"
        )
        func centroid() {
            let root = View()
            let gesture = ManualGesture("g")
            root.addGesture(gesture)
            let harness = Harness(root)
            defer { harness.close() }
            let first = harness.finger(), second = harness.finger()
            first.down(at: Point(100, 100))
            second.down(at: Point(300, 200))
            #expect(gesture.numberOfTouches == 2)
            #expect(gesture.location.distance(to: Point(200, 150)) < 1e-9)
            #expect(gesture.location(ofTouch: 1, in: nil)?.distance(to: Point(300, 200)) ?? 9 < 1e-9)
            first.up()
            #expect(gesture.location.distance(to: Point(300, 200)) < 1e-9)
            second.up()
        }

        @Test("points convert through moved, scrolled and turned views")
        func conversion() {
            let root = View(frame: Rect(x: 10, y: 20, width: 400, height: 300))
            let scrolled = View(frame: Rect(x: 50, y: 50, width: 200, height: 200))
            scrolled.bounds.origin = Point(0, 30)
            let turned = View(frame: Rect(x: 0, y: 100, width: 100, height: 50))
            turned.transform = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
            root.addSubview(scrolled)
            scrolled.addSubview(turned)
            // The middle of the turned view is (50, 125) in the scrolled one, (100, 145) in the root.
            #expect(turned.convert(Point(50, 25), to: root) == Point(100, 145))
            #expect(turned.convert(Point(60, 25), to: nil) == Point(110, 175))
            #expect(turned.convert(Point(100, 145), from: root) == Point(50, 25))
            #expect(
                turned.convert(Rect(x: 0, y: 0, width: 100, height: 50), to: root)
                    == Rect(x: 75, y: 95, width: 50, height: 100))
        }
    }
}

@MainActor
private final class ValueView: View {
    var locations: [Point] = []
    var previous: [Point] = []
    var times: [Timestamp] = []
    var lastSamples: [Point] = []
    weak var event: Event?

    private func note(_ touches: [Touch], _ event: Event) {
        self.event = event
        for touch in touches {
            locations.append(rounded(touch.location(in: self)))
            previous.append(rounded(touch.previousLocation(in: self)))
            times.append(touch.timestamp)
            lastSamples = event.coalesced(for: touch).map { rounded($0.location) }
        }
    }
    private func rounded(_ point: Point) -> Point { Point(point.x.rounded(), point.y.rounded()) }

    override func touchesBegan(_ touches: [Touch], with event: Event) { note(touches, event) }
    override func touchesMoved(_ touches: [Touch], with event: Event) { note(touches, event) }
    override func touchesEnded(_ touches: [Touch], with event: Event) { note(touches, event) }
    override func touchesCancelled(_ touches: [Touch], with event: Event) { note(touches, event) }
}
