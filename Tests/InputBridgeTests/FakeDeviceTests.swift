import CFakeDevices
import EventLoop
import FakeDevices
import Glibc
import InputBridge
import InputEvents
import Testing

/// The real libinput on fake devices, in real time: no kernel device, no root.
@Suite struct FakeDeviceTests {
    @Test("T-03 T-05 T-06: a finger down, moved, lifted, through libinput")
    func aFinger() throws {
        let screen = FakeTouchscreen()
        screen.plug()
        let live = try Live(.devices([screen.path]))
        #expect(live.seat.devices.map(\.name) == ["Fake Touchscreen"])
        #expect(live.seat.devices.first?.capabilities == .touch)
        #expect(live.seat.devices.first?.millimetres == Size(99.975, 62.475))
        #expect(live.take() == ["added 1"])
        screen.down(0, x: 0.5, y: 0.25)
        screen.sync()
        #expect(live.take() == ["began 1 400,120"])
        screen.move(0, x: 0.75, y: 0.5)
        screen.sync()
        screen.up(0)
        screen.sync()
        #expect(live.take() == ["moved 1 600,240", "ended 1 600,240"])
    }

    @Test("T-05: two fingers that come in one frame are one event")
    func twoFingers() throws {
        let screen = FakeTouchscreen()
        screen.plug()
        let live = try Live(.devices([screen.path]))
        _ = live.take()
        screen.down(0, x: 0.25, y: 0.25)
        screen.down(1, x: 0.5, y: 0.5)
        screen.sync()
        #expect(live.take() == ["began 1 200,120 | began 2 400,240"])
        screen.move(1, x: 0.75, y: 0.5)
        screen.sync()
        #expect(live.take() == ["stationary 1 200,120 | moved 2 600,240"])
        screen.up(0)
        screen.sync()
        screen.down(0, x: 0, y: 0)
        screen.sync()
        #expect(
            live.take() == [
                "ended 1 200,120 | stationary 2 600,240", "stationary 2 600,240 | began 3 0,0",
            ])
    }

    @Test("T-17: unplugged with a finger down, by udev", arguments: [true, false])
    func unplugged(byUdev: Bool) throws {
        let name = "seat-unplug-\(byUdev)"
        let screen = FakeTouchscreen(seat: name)
        screen.plug()
        let live = try Live(byUdev ? .udev(name) : .devices([screen.path]))
        screen.down(0, x: 0.5, y: 0.5)
        screen.sync()
        #expect(live.take() == ["added 1", "began 1 400,240"])
        screen.unplug()
        #expect(live.take(2) == ["cancelled 1 400,240", "removed 1"])
        #expect(live.seat.devices.isEmpty)
        #expect(!screen.isOpen)
    }

    @Test("plugged in later, by udev")
    func pluggedLater() throws {
        let live = try Live(.udev("seat-later"))
        #expect(live.seat.devices.isEmpty)
        let screen = FakeTouchscreen(seat: "seat-later")
        screen.plug()
        #expect(live.take() == ["added 1"])
        screen.down(0, x: 0.5, y: 0.5)
        screen.sync()
        #expect(live.take() == ["began 1 400,240"])
    }

    @Test("a key, with its meaning, and the lamp of Caps Lock (T-43, T-44, T-49)")
    func aKey() throws {
        let keyboard = FakeKeyboard()
        keyboard.plug()
        let live = try Live(.devices([keyboard.path]))
        _ = live.take()
        keyboard.press(KEY_A)
        keyboard.release(KEY_A)
        keyboard.press(KEY_CAPSLOCK)
        keyboard.release(KEY_CAPSLOCK)
        keyboard.press(KEY_A)
        #expect(
            live.take() == [
                "key 30 down a", "key 30 up", "key 58 down", "key 58 up", "key 30 down A",
            ])
        #expect(keyboard.lamp(1) && !keyboard.lamp(0))
        keyboard.unplug()
        #expect(live.take(2) == ["key 30 cancelled", "removed 1"])
    }

    @Test(
        "a mouse: motion, button, wheel with and without high resolution (T-37, T-38)",
        arguments: [true, false])
    func aMouse(highResolution: Bool) throws {
        let mouse = FakeMouse(highResolution: highResolution)
        mouse.plug()
        let live = try Live(.devices([mouse.path]))
        _ = live.take()
        mouse.button(down: true)
        mouse.turn(120)
        #expect(live.take() == ["button 272 down", "wheel 0,15 clicks 0,1"])
        mouse.move(10, 0)
        let moves = live.take()
        #expect(moves.count == 1 && moves.first?.hasPrefix("pointer 4") == true)
        guard highResolution else { return }
        for _ in 0..<4 { mouse.turn(30) }
        #expect(live.take().filter { $0.contains("clicks") } == ["wheel 0,3.75 clicks 0,1"])
    }

    @Test func anAbsolutePointer() throws {
        let tablet = FakeAbsolutePointer()
        tablet.plug()
        let live = try Live(.devices([tablet.path]))
        _ = live.take()
        tablet.go(x: 0.25, y: 0.5)
        #expect(live.take() == ["pointer 200,240"])
    }

    @Test("T-17: suspended with a finger down and a key held, then resumed (D-35)")
    func suspended() throws {
        let screen = FakeTouchscreen()
        let keyboard = FakeKeyboard()
        screen.plug()
        keyboard.plug()
        let live = try Live(.devices([screen.path, keyboard.path]))
        screen.down(0, x: 0.5, y: 0.5)
        screen.sync()
        keyboard.press(KEY_LEFTSHIFT)
        _ = live.take()
        live.dispatcher.suspend()
        #expect(live.events.map(describe) == ["cancelled 1 400,240", "key 42 cancelled"])
        #expect(!screen.isOpen && !keyboard.isOpen)
        #expect(live.take() == ["cancelled 1 400,240", "key 42 cancelled", "removed 1", "removed 2"])
        keyboard.release(KEY_LEFTSHIFT)
        try live.dispatcher.resume()
        #expect(live.take() == ["added 3", "added 4"])
        keyboard.press(KEY_A)
        #expect(live.take() == ["key 30 down a"])
    }

    @Test("a device that may not be opened: path, words, number, remedy")
    func refused() throws {
        let screen = FakeTouchscreen(seat: "seat-refused")
        screen.refuse(EACCES)
        screen.plug()
        for backend in [InputSeat.Backend.devices([screen.path]), .udev("seat-refused")] {
            let error = try #require(throws: InputError.self) { try InputSeat(backend) }
            #expect(
                error.description
                    == "open \(screen.path): Permission denied (13); add the user to group \"input\" and log in "
                    + "again, or start from a seat")
        }
        let other = FakeKeyboard(seat: "seat-refused")
        other.plug()
        #expect(try InputSeat(.udev("seat-refused")).devices.map(\.name) == ["Fake Keyboard"])
    }

    @Test(
        "paths that are no devices",
        arguments: [
            ("/dev/input/event-none", "open /dev/input/event-none: No such file or directory (2)"),
            ("/usr", "device /usr: a directory"), ("/etc/passwd", "device /etc/passwd: a regular file"),
            ("/dev/null", "device /dev/null: not an input device that libinput can use"),
        ])
    func badPaths(path: String, words: String) throws {
        let error = try #require(throws: InputError.self) { try InputSeat(.devices([path])) }
        #expect(error.description.hasPrefix(words + "; "))
        #expect(!error.remedy.isEmpty)
    }

    @Test func aDeviceNamedTwice() throws {
        let screen = FakeTouchscreen()
        screen.plug()
        let error = try #require(throws: InputError.self) {
            try InputSeat(.devices([screen.path, screen.path]))
        }
        #expect(error.found == "the same device as \(screen.path)")
        #expect(!screen.isOpen)
    }

    @Test func libinputsWordsGoToTheLog() throws {
        let screen = FakeTouchscreen()
        screen.plug()
        var lines: [InputLogLine] = []
        let seat = try InputSeat(.devices([screen.path])) { lines.append($0) }
        withExtendedLifetime(seat) {}
        #expect(lines.contains { $0.text.hasPrefix("libinput: ") && $0.text.contains("Fake Touchscreen") })
    }
}
