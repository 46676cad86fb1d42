import EventLoop
import InputBridge
import InputEvents
import Testing

/// What a device, a recording or a test says out of order never reaches the app.
@Suite struct TrackerTests {
    private let pen = TabletTool(id: 1)

    private func tool(_ action: TabletToolEvent.Action, x: Double = 0.5, of device: DeviceID = mouse)
        -> InputEvent
    {
        .tabletTool(
            TabletToolEvent(
                device: device, timestamp: ms(1000), tool: pen, action: action, location: Point(x, 0.5)))
    }

    private func gesture(
        _ kind: TouchpadGestureEvent.Kind, _ phase: TouchpadGestureEvent.Phase, by x: Double = 0
    ) -> InputEvent {
        .gesture(
            TouchpadGestureEvent(
                device: mouse, timestamp: ms(1000), kind: kind, phase: phase, fingerCount: 3,
                delta: Point(x, 0)))
    }

    private func finger(_ x: Double, _ y: Double, stop: String = "") -> InputEvent {
        .scroll(
            ScrollEvent(
                device: mouse, timestamp: ms(1000), source: .finger, delta: Point(x, y),
                stoppedX: stop.contains("x"), stoppedY: stop.contains("y")))
    }

    @Test("T-55: a pen that is not near does nothing; what it holds is let go before it leaves")
    func penOutOfOrder() {
        let test = TestSeat()
        test.post(tool(.down), tool(.moved), tool(.away))
        #expect(test.lines == [] && test.dispatcher.counts.anomalies == 3)
        test.post(tool(.near), tool(.near), tool(.down), tool(.down), tool(.release(.init(rawValue: 0x14b))))
        #expect(test.lines == ["tool 1 near 400,240", "tool 1 down 400,240"])
        #expect(test.dispatcher.counts.anomalies == 6)
        test.forget()
        test.post(tool(.press(.init(rawValue: 0x14b))), tool(.away))
        #expect(
            test.lines == [
                "tool 1 press:0x14b 400,240", "tool 1 release:0x14b 400,240 cancelled",
                "tool 1 up 400,240 cancelled", "tool 1 away 400,240",
            ])
    }

    @Test("T-19: after a loss of focus a pen is ignored until it has gone")
    func penAfterFocus() {
        let test = TestSeat()
        test.post(tool(.near), tool(.down))
        test.forget()
        test.dispatcher.cancelAll()
        test.dispatcher.cancelAll()
        #expect(test.lines == ["tool 1 up 400,240 cancelled", "tool 1 away 400,240 cancelled"])
        test.forget()
        test.post(tool(.moved, x: 0.75), tool(.up), tool(.away))
        #expect(test.lines == [])
        test.post(tool(.near))
        #expect(test.lines == ["tool 1 near 400,240"] && test.dispatcher.counts.anomalies == 0)
    }

    @Test("T-57: a gesture that begins ends the one before; what has not begun is dropped")
    func gestures() {
        let test = TestSeat()
        test.post(gesture(.swipe, .changed, by: 1), gesture(.pinch, .ended))
        #expect(test.lines == [] && test.dispatcher.counts.anomalies == 2)
        test.post(gesture(.swipe, .began), gesture(.pinch, .began), gesture(.swipe, .ended))
        #expect(test.lines == ["swipe 3 began", "swipe 3 cancelled", "pinch 3 began"])
    }

    @Test("T-09: motions of a gesture that wait are one: deltas added, the scale that of the last")
    func foldedGesture() throws {
        let test = TestSeat()
        test.post(gesture(.swipe, .began))
        test.forget()
        for x in 1...3 { test.seat.post(gesture(.swipe, .changed, by: Double(x))) }
        test.seat.post(gesture(.swipe, .ended))
        test.settle()
        #expect(test.lines == ["swipe 3 changed", "swipe 3 ended"])
        guard case .gesture(let sum) = test.events[0] else { return }
        #expect(sum.delta == Point(6, 0))
    }

    @Test("each sample of a pen counts, until the queue is full")
    func penSamples() {
        let test = TestSeat()
        test.post(tool(.near))
        test.forget()
        for place in 1...100 { test.seat.post(tool(.moved, x: Double(place) / 1000)) }
        test.settle()
        #expect(test.events.count == 100)
        test.forget()
        for place in 1...10_000 { test.seat.post(tool(.moved, x: Double(place) / 100_000)) }
        test.settle()
        #expect(test.events.count <= 300)
        #expect(test.lines.last == "tool 1 moved 80,240")
    }

    @Test("T-40: each axis of a scroll stops once; a stop of what does not scroll is nothing")
    func scrolls() {
        let test = TestSeat()
        test.post(finger(0, 0, stop: "y"))
        #expect(test.lines == [])
        test.post(finger(0, 5), finger(0, 0, stop: "xy"), finger(0, 0, stop: "y"))
        #expect(test.lines == ["finger 0,5", "finger 0,0 stop y"])
    }

    @Test("T-17 T-19: a scroll under way is stopped, cancelled, when focus or device goes")
    func cancelledScroll() {
        let test = TestSeat()
        test.post(.deviceAdded(Device(id: mouse, name: "pad", capabilities: .pointer)), finger(3, 5))
        test.forget()
        test.dispatcher.cancelAll()
        #expect(test.lines == ["finger 0,0 stop x stop y cancelled"])
        test.forget()
        test.post(finger(3, 5), finger(0, 0, stop: "xy"))
        #expect(test.lines == [])
        test.post(finger(0, 5), .deviceRemoved(Device(id: mouse, name: "pad", capabilities: .pointer)))
        #expect(test.lines == ["finger 0,5", "finger 0,0 stop y cancelled", "removed 2"])
    }

    @Test("T-60: a switch never says the same twice, and off is how it starts")
    func switches() {
        let test = TestSeat()
        let lid = { (on: Bool) in
            InputEvent.switched(SwitchEvent(device: mouse, timestamp: ms(1000), kind: .lid, isOn: on))
        }
        test.post(lid(false), lid(true), lid(true), lid(false), lid(false), lid(true))
        #expect(test.lines == ["lid on", "lid off", "lid on"])
    }

    @Test("a pad's press is released once, also when the pad goes while a finger is on its ring")
    func pads() {
        let test = TestSeat()
        let pad = { (control: TabletPadEvent.Control) in
            InputEvent.tabletPad(TabletPadEvent(device: mouse, timestamp: ms(1000), control: control))
        }
        test.post(pad(.button(1, isDown: false)), pad(.ring(0, angle: nil)))
        #expect(test.lines == [] && test.dispatcher.counts.anomalies == 1)
        test.post(pad(.button(1, isDown: true)), pad(.ring(0, angle: 10)), pad(.ring(0, angle: 20)))
        test.forget()
        test.dispatcher.cancelAll()
        #expect(
            test.lines == ["pad ring(0, angle: nil) cancelled", "pad button(1, isDown: false) cancelled"])
    }
}
