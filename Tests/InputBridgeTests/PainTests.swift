import CFakeDevices
import EventLoop
import FakeDevices
import Glibc
import InputBridge
import InputEvents
import Testing

/// What hurts users of other input stacks, each under its name.
///
/// More of them are in `DeviceTableTests` and `OddTouchTests`.
@Suite struct PainTests {
    @Test("unplug while touching: the touch is cancelled, the next one is new")
    func unplugWhileTouching() throws {
        let screen = FakeTouchscreen(seat: "seat-pain-unplug")
        screen.plug()
        let live = try Live(.udev("seat-pain-unplug"))
        screen.down(0, x: 0.5, y: 0.5)
        screen.sync()
        _ = live.take()
        screen.unplug()
        #expect(live.take(2) == ["cancelled 1 400,240", "removed 1"])
        let next = FakeTouchscreen(seat: "seat-pain-unplug")
        next.plug()
        _ = live.take(1)
        next.down(0, x: 0.25, y: 0.5)
        next.sync()
        #expect(live.take() == ["began 2 200,240"])
    }

    @Test("a quick tap queued behind a stall of seconds: down and up, in order, with their own stamps")
    func tapBehindStall() throws {
        let screen = FakeTouchscreen(), mouse = FakeMouse()
        screen.plug()
        mouse.plug()
        let live = try Live(.devices([screen.path, mouse.path]))
        _ = live.take()
        let start = live.loop.now.nanoseconds - 3_000_000_000
        // The app does nothing for three seconds: all of this waits.
        mouse.setTime(start)
        for _ in 0..<30 { mouse.move(1, 0) }
        screen.setTime(start + 10_000_000)
        screen.down(0, x: 0.5, y: 0.5)
        screen.sync()
        screen.setTime(start + 60_000_000)
        screen.up(0)
        screen.sync()
        live.settle()
        let touches = live.events.compactMap { event -> TouchFrame? in
            if case .touch(let frame) = event { frame } else { nil }
        }
        #expect(touches.map(describe) == ["began 1 400,240", "ended 1 400,240"])
        let held = touches[1].timestamp.seconds(since: touches[0].timestamp)
        #expect(abs(held - 0.05) < 0.000_001)
        #expect(touches[1].arrival.seconds(since: touches[1].timestamp) > 2.5)
    }

    @Test("a stall of seconds under a flood: the queue stays bounded, and all that begins and ends is there")
    func flood() {
        let test = TestSeat()
        for round in 0..<2000 {
            for _ in 0..<10 { test.seat.post(motion(1, 0)) }
            if round % 100 == 0 {
                test.seat.post(button(true))
                test.seat.post(button(false))
            }
        }
        test.settle()
        let buttons = test.lines.filter { $0.hasPrefix("button") }
        #expect(buttons.count == 40 && buttons.count { $0.hasSuffix("down") } == 20)
        #expect(test.events.count < 600)
        #expect(test.dispatcher.counts.read == 20_040)
    }

    @Test("the same node opened twice, also by another path to it")
    func sameNodeTwice() throws {
        let screen = FakeTouchscreen()
        screen.alias("/tmp/penstock-same-node-\(getpid())")
        screen.plug()
        let paths = [screen.path, "/tmp/penstock-same-node-\(getpid())"]
        let error = try #require(throws: InputError.self) { try InputSeat(.devices(paths)) }
        #expect(error.found == "the same device as \(screen.path)" && !error.remedy.isEmpty)
        #expect(!screen.isOpen)
    }

    @Test("modifiers after a VT switch: Ctrl-Alt-F2 leaves nothing behind")
    func modifiersAfterSwitch() throws {
        let keyboard = FakeKeyboard()
        keyboard.plug()
        let live = try Live(.devices([keyboard.path]))
        for key in [KEY_LEFTCTRL, KEY_LEFTALT, KEY_F2] { keyboard.press(key) }
        _ = live.take()
        live.dispatcher.suspend()
        #expect(Set(live.take().prefix(3)) == ["key 29 cancelled", "key 56 cancelled", "key 60 cancelled"])
        keyboard.letGo()
        try live.dispatcher.resume()
        _ = live.take()
        keyboard.press(KEY_A)
        live.settle()
        guard case .key(let key) = live.events.last else { return #expect(Bool(false), "no key came") }
        #expect(key.characters == "a" && key.modifiers.isEmpty)
    }

    @Test("Ctrl and Alt still held when the terminal comes back are nobody's, and their release is none")
    func modifiersHeldThrough() throws {
        let keyboard = FakeKeyboard()
        keyboard.plug()
        let live = try Live(.devices([keyboard.path]))
        keyboard.press(KEY_LEFTCTRL)
        _ = live.take()
        live.dispatcher.suspend()
        try live.dispatcher.resume()
        _ = live.take()
        keyboard.press(KEY_A)
        keyboard.release(KEY_LEFTCTRL)
        keyboard.release(KEY_A)
        #expect(live.take() == ["key 30 down a", "key 30 up"])
    }

    @Test("repeat after a loss of focus: it stops, and the late release of the key is nothing")
    func repeatAfterFocus() {
        let test = TestSeat()
        test.post(key(30, .down))
        test.pass(.milliseconds(500))
        #expect(test.lines.contains("key 30 repeats a"))
        test.dispatcher.cancelAll()
        test.forget()
        test.pass(.seconds(5))
        test.post(key(30, .up))
        #expect(test.lines == [])
    }

    @Test("the up of an unrelated key does not stop a repeat")
    func unrelatedKeyUp() {
        let test = TestSeat()
        test.post(key(48, .down), key(30, .down), key(48, .up))
        test.forget()
        test.pass(.milliseconds(500))
        #expect(test.lines.count >= 2 && test.lines.allSatisfy { $0 == "key 30 repeats a" })
    }

    @Test(
        "v120 pieces: 16, 24, 32, 64 are one click and 16 over; +90 −30 is none and −30; pause and reversal reset"
    )
    func wheelPieces() {
        var wheel = WheelAccumulator()
        var clicks: [Double] = []
        for units in [16.0, 24, 32, 64] { clicks.append(wheel.add(units, at: ms(1000))) }
        #expect(clicks == [0, 0, 0, 1])
        #expect(wheel.add(103, at: ms(1010)) == 0)
        #expect(wheel.add(1, at: ms(1020)) == 1)
        #expect(wheel.add(90, at: ms(1030)) == 0 && wheel.add(-30, at: ms(1040)) == 0)
        #expect(wheel.add(-89, at: ms(1050)) == 0)
        #expect(wheel.add(-1, at: ms(1060)) == -1)
        #expect(wheel.add(100, at: ms(1070)) == 0)
        #expect(wheel.add(100, at: ms(60_000)) == 0)
        #expect(wheel.add(20, at: ms(60_010)) == 1)
    }

    @Test("v120 pieces through libinput: one click, and all of the turn in the deltas")
    func wheelPiecesOfADevice() throws {
        let mouse = FakeMouse(highResolution: true)
        mouse.plug()
        let live = try Live(.devices([mouse.path]))
        _ = live.take()
        for units: Int32 in [16, 24, 32, 64] {
            mouse.turn(units)
            live.settle()
        }
        let scrolls = live.events.compactMap { event -> ScrollEvent? in
            if case .scroll(let scroll) = event { scroll } else { nil }
        }
        #expect(scrolls.map(\.clicks.y).reduce(0, +) == 1)
        // 136 of 120 units of a click, which is 15 degrees.
        let degrees: Double = scrolls.reduce(0) { $0 + $1.delta.y }
        #expect(abs(degrees - 17) < 0.001)
    }

    @Test("old and new wheel events are counted once (T-37)", arguments: [true, false])
    func wheelCountedOnce(highResolution: Bool) throws {
        let mouse = FakeMouse(highResolution: highResolution)
        mouse.plug()
        let live = try Live(.devices([mouse.path]))
        _ = live.take()
        for _ in 0..<5 {
            mouse.turn(120)
            live.settle()
        }
        #expect(live.take() == Array(repeating: "wheel 0,15 clicks 0,1", count: 5))
    }

    @Test("up with another keysym after a switch of the layout, from a real keyboard")
    func upAfterLayoutSwitch() throws {
        let keyboard = FakeKeyboard()
        keyboard.plug()
        let live = try Live(.devices([keyboard.path]))
        _ = live.take()
        keyboard.press(KEY_Y)
        live.settle()
        try live.dispatcher.setKeymap(KeymapOptions(layout: "de"))
        keyboard.release(KEY_Y)
        live.settle()
        let keysyms = live.events.compactMap { event -> UInt32? in
            if case .key(let key) = event { key.keysym } else { nil }
        }
        #expect(keysyms == [0x79, 0x79])
        keyboard.press(KEY_Y)
        #expect(live.take().last == "key 21 down z")
    }
}
