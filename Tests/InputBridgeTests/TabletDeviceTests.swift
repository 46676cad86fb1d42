import CFakeDevices
import EventLoop
import FakeDevices
import Glibc
import InputBridge
import InputEvents
import Testing

/// Touchpads, tablets and switches: the real libinput on fake devices.
@Suite struct TabletDeviceTests {
    /// Fingers side by side, moved from a place by steps; 10 ms between two frames.
    private func slide(
        _ pad: FakeTouchpad, _ count: Int, from start: (x: Double, y: Double),
        by step: (x: Double, y: Double),
        frames: Int, spread: Double = 0, live: Live
    ) {
        var now = live.loop.now.nanoseconds - Int64(frames + 2) * 10_000_000
        for frame in 0...frames {
            pad.setTime(now)
            now += 10_000_000
            pad.fingers(
                (0..<count).map { finger in
                    let side = Double(finger) - Double(count - 1) / 2
                    return (
                        start.x + step.x * Double(frame) + side * (0.15 + spread * Double(frame)),
                        start.y + step.y * Double(frame)
                    )
                })
            live.settle()
        }
        pad.setTime(nil)
    }

    private func lift(_ pad: FakeTouchpad) { pad.fingers(Array(repeating: nil, count: 5)) }

    @Test("T-40 T-58: two fingers scroll, with a stop, along either axis")
    func twoFingerScroll() throws {
        let pad = FakeTouchpad()
        pad.plug()
        let live = try Live(.devices([pad.path]))
        #expect(live.seat.devices.first?.capabilities == [.pointer, .gesture])
        _ = live.take()
        for vertical in [true, false] {
            slide(
                pad, 2, from: vertical ? (0.5, 0.2) : (0.3, 0.5), by: vertical ? (0, 0.02) : (0.02, 0),
                frames: 20,
                live: live)
            lift(pad)
            live.settle()
            let scrolls = live.events.compactMap { event -> ScrollEvent? in
                if case .scroll(let scroll) = event { scroll } else { nil }
            }
            _ = live.take()
            try #require(scrolls.count > 3)
            #expect(scrolls.allSatisfy { $0.source == .finger && !$0.isCancelled })
            #expect(scrolls.dropLast().allSatisfy { vertical ? $0.delta.y > 0 : $0.delta.x > 0 })
            #expect(scrolls.dropLast().allSatisfy { !$0.stoppedX && !$0.stoppedY })
            #expect(scrolls.last?.delta == .zero)
            #expect(vertical ? scrolls.last?.stoppedY == true : scrolls.last?.stoppedX == true)
            live.pass(.milliseconds(120))
        }
    }

    @Test("T-56 T-57: three fingers swipe", arguments: [false, true])
    func swipe(unplugged: Bool) throws {
        let pad = FakeTouchpad()
        pad.plug()
        let live = try Live(.devices([pad.path]))
        _ = live.take()
        slide(pad, 3, from: (0.3, 0.5), by: (0.02, 0), frames: 20, live: live)
        let gestures = live.events.compactMap { event -> TouchpadGestureEvent? in
            if case .gesture(let gesture) = event, gesture.kind == .swipe { gesture } else { nil }
        }
        try #require(gestures.count > 3)
        #expect(gestures.allSatisfy { $0.fingerCount == 3 && $0.scale == 1 })
        #expect(gestures.map(\.phase) == [.began] + Array(repeating: .changed, count: gestures.count - 1))
        #expect(gestures.dropFirst().allSatisfy { $0.delta.x > 0 && $0.unaccelerated.x > 0 })
        #expect(gestures.allSatisfy { $0.arrival >= $0.timestamp })
        _ = live.take()
        guard unplugged else {
            lift(pad)
            #expect(live.take(1) == ["swipe 3 ended"])
            return
        }
        pad.unplug()
        #expect(live.take(2) == ["swipe 3 cancelled", "removed 1"])
    }

    @Test("T-56: two fingers pinch; the scale counts from the beginning")
    func pinch() throws {
        let pad = FakeTouchpad()
        pad.plug()
        let live = try Live(.devices([pad.path]))
        _ = live.take()
        slide(pad, 2, from: (0.5, 0.5), by: (0, 0), frames: 20, spread: 0.02, live: live)
        lift(pad)
        live.settle()
        let gestures = live.events.compactMap { event -> TouchpadGestureEvent? in
            if case .gesture(let gesture) = event, gesture.kind == .pinch { gesture } else { nil }
        }
        try #require(gestures.count > 3)
        #expect(gestures.first?.phase == .began && gestures.first?.scale == 1)
        #expect(gestures.last?.phase == .ended)
        let scales = gestures.map(\.scale)
        #expect(scales == scales.sorted())
        #expect((scales.last ?? 0) > 1.5)
    }

    @Test("T-58: fingers that rest are a hold, which a motion cancels")
    func hold() throws {
        let pad = FakeTouchpad()
        pad.plug()
        let live = try Live(.devices([pad.path]))
        _ = live.take()
        pad.fingers([(0.4, 0.5), (0.55, 0.5), (0.7, 0.5)])
        #expect(live.take(1) == ["hold 3 began"])
        slide(pad, 3, from: (0.55, 0.5), by: (0.02, 0), frames: 15, live: live)
        let lines = live.take()
        #expect(lines.first == "hold 3 cancelled")
        #expect(lines.dropFirst().first == "swipe 3 began")
    }

    @Test(
        "T-17 T-19: a swipe is cancelled when the seat is suspended, and by a loss of focus; its rest is ignored"
    )
    func swipeCancelled() throws {
        let pad = FakeTouchpad()
        pad.plug()
        let live = try Live(.devices([pad.path]))
        slide(pad, 3, from: (0.3, 0.5), by: (0.02, 0), frames: 12, live: live)
        _ = live.take()
        live.dispatcher.cancelAll()
        #expect(live.take() == ["swipe 3 cancelled"])
        slide(pad, 3, from: (0.54, 0.5), by: (0.02, 0), frames: 5, live: live)
        lift(pad)
        #expect(live.take() == [])
        #expect(live.dispatcher.counts.anomalies == 0)
        live.pass(.milliseconds(120))
        slide(pad, 3, from: (0.3, 0.5), by: (0.02, 0), frames: 12, live: live)
        #expect(live.take().contains("swipe 3 began"))
        live.dispatcher.suspend()
        #expect(live.take() == ["swipe 3 cancelled", "removed 1"])
    }

    @Test("T-54 T-55: a pen comes near, touches, moves, presses a button, goes")
    func pen() throws {
        let tablet = FakeTablet()
        tablet.plug()
        let live = try Live(.devices([tablet.path]))
        let device = try #require(live.seat.devices.first)
        #expect(device.capabilities.contains(.tabletTool))
        _ = live.take()
        tablet.near(true, x: 0.5, y: 0.25)
        #expect(live.take() == ["tool 1 near 400,120"])
        tablet.move(x: 0.5, y: 0.5, pressure: 0.5, tilt: (20, -10))
        let touch = live.events
        live.settle()
        guard case .tabletTool(let down) = try #require((touch + live.events).first) else { return }
        #expect(live.take() == ["tool 1 down 400,240"])
        #expect(down.pressure > 0.3 && down.pressure < 0.6 && down.distance == 0)
        #expect(down.tilt.x > 10 && down.tilt.y < -5)
        #expect(down.tool.axes.isSuperset(of: [.pressure, .tilt, .distance]) && down.tool.kind == .pen)
        #expect(down.tool.serial == 1000)
        tablet.move(x: 0.75, y: 0.5, pressure: 0.6, tilt: (20, -10))
        tablet.button(down: true)
        let lines = live.take()
        #expect(lines.first?.hasPrefix("tool 1 moved") == true)
        #expect(lines.last?.hasPrefix("tool 1 press:0x14b") == true)
        tablet.button(down: false)
        tablet.move(x: 0.75, y: 0.5)
        tablet.near(false)
        #expect(
            live.take().map { $0.split(separator: " ")[2] }
                == ["release:0x14b", "up", "moved", "away"].filter { $0 != "moved" }
                .map { Substring($0) })
    }

    @Test("two tools of one tablet have two numbers, and keep them")
    func twoTools() throws {
        let tablet = FakeTablet()
        tablet.plug()
        let live = try Live(.devices([tablet.path]))
        _ = live.take()
        tablet.near(true, x: 0.5, y: 0.5)
        tablet.near(false)
        tablet.near(true, tool: BTN_TOOL_RUBBER, x: 0.5, y: 0.5)
        tablet.near(false, tool: BTN_TOOL_RUBBER)
        tablet.near(true, x: 0.5, y: 0.5)
        let tools = { (events: [InputEvent]) in
            events.compactMap { event -> TabletTool? in
                if case .tabletTool(let tool) = event, tool.action == .near { tool.tool } else { nil }
            }
        }
        live.settle()
        let before = tools(live.events)
        #expect(before.map(\.id) == [1, 2, 1])
        #expect(before.map(\.kind) == [.pen, .eraser, .pen])
        _ = live.take()
        live.dispatcher.suspend()
        try live.dispatcher.resume()
        tablet.near(false)
        tablet.near(true, x: 0.5, y: 0.5)
        live.settle()
        #expect(tools(live.events).last?.id == 1)
    }

    @Test("T-17 T-55: a pen that touches when its tablet goes: button, tip and nearness are taken back, once")
    func penUnplugged() throws {
        let tablet = FakeTablet()
        tablet.plug()
        let live = try Live(.devices([tablet.path]))
        tablet.near(true, x: 0.5, y: 0.5)
        tablet.move(x: 0.5, y: 0.5, pressure: 0.5)
        tablet.button(down: true)
        _ = live.take()
        tablet.unplug()
        let lines = live.take(4)
        #expect(lines.last == "removed 1")
        #expect(lines.dropLast().allSatisfy { $0.hasSuffix("cancelled") })
        #expect(Set(lines.dropLast().map { $0.split(separator: " ")[2] }) == ["release:0x14b", "up", "away"])
        #expect(lines.dropLast().last?.contains("away") == true)
    }

    @Test("a pad: buttons, ring, strip, and what is held when it goes")
    func pad() throws {
        let pad = FakeTabletPad()
        pad.plug()
        let live = try Live(.devices([pad.path]))
        #expect(live.seat.devices.first?.capabilities.contains(.tabletPad) == true)
        _ = live.take()
        pad.button(1, down: true)
        pad.button(1, down: false)
        #expect(live.take() == ["pad button(1, isDown: true)", "pad button(1, isDown: false)"])
        pad.ring(18)
        pad.ring(nil)
        let ring = live.take()
        #expect(ring.count == 2 && ring.first?.hasPrefix("pad ring(0, angle: Optional(") == true)
        #expect(ring.last == "pad ring(0, angle: nil)")
        pad.strip(6)
        pad.strip(nil)
        let strip = live.take()
        #expect(strip.count == 2 && strip.first?.hasPrefix("pad strip(0, position: Optional(") == true)
        pad.button(2, down: true)
        _ = live.take()
        pad.unplug()
        #expect(live.take(2) == ["pad button(2, isDown: false) cancelled", "removed 1"])
    }

    @Test("T-60: switches: on at the start is told once, off at the start is not")
    func switches() throws {
        let switches = FakeSwitches()
        switches.tabletMode(true)
        switches.plug()
        let live = try Live(.devices([switches.path]))
        #expect(live.seat.devices.first?.capabilities == .switches)
        #expect(live.take() == ["added 1", "tabletMode on"])
        switches.lid(closed: true)
        switches.tabletMode(false)
        switches.lid(closed: false)
        switches.lid(closed: false)
        #expect(live.take() == ["lid on", "tabletMode off", "lid off"])
        live.dispatcher.suspend()
        switches.lid(closed: true)
        _ = live.take()
        try live.dispatcher.resume()
        #expect(live.take() == ["added 2", "lid on"])
    }
}
