import CFakeDevices
import EventLoop
import FakeDevices
import Glibc
import InputBridge
import InputEvents
import Testing

/// Each kind of device, with something held down, in each way to lose it: everything ends once, cancelled.
@Suite struct DeviceTableTests {
    /// A kind of device: how it is made, and how it holds and lets go of something.
    struct Description: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var make: @Sendable (String) -> FakeDevice
        var hold: @Sendable (FakeDevice, Live) -> Void
        /// How many things go on then.
        var count: Int

        init<Kind: FakeDevice>(
            _ name: String, holding count: Int, _ make: @escaping @Sendable (String) -> Kind,
            hold: @escaping @Sendable (Kind, Live) -> Void
        ) {
            testDescription = name
            self.count = count
            self.make = make
            self.hold = { device, live in (device as? Kind).map { hold($0, live) } }
        }
    }

    /// A way in which what is held is lost.
    enum Behaviour: String, CaseIterable, Sendable {
        case unplugged, suspended, unfocused
    }

    static let descriptions: [Description] = [
        Description("touchscreen, protocol B, 1 finger", holding: 1, { FakeTouchscreen(seat: $0) }) {
            screen, _ in
            screen.down(0, x: 0.5, y: 0.5)
            screen.sync()
        },
        Description("touchscreen, protocol B, 10 fingers", holding: 10, { FakeTouchscreen(seat: $0) }) {
            screen, _ in
            for slot: Int32 in 0..<10 { screen.down(slot, x: 0.05 + 0.09 * Double(slot), y: 0.5) }
            screen.sync()
        },
        Description("touchscreen, protocol A", holding: 2, { FakeSlotlessTouchscreen(seat: $0) }) {
            screen, _ in
            screen.fingers([(0.25, 0.25), (0.75, 0.5)])
        },
        Description("touchscreen, no slots", holding: 1, { FakeSingleTouchscreen(seat: $0) }) { screen, _ in
            screen.finger((0.5, 0.5))
        },
        Description("mouse", holding: 2, { FakeMouse(seat: $0) }) { mouse, _ in
            mouse.button(down: true)
            mouse.button(0x111, down: true)
            mouse.move(5, 5)
        },
        Description("high-resolution mouse", holding: 1, { FakeMouse(highResolution: true, seat: $0) }) {
            mouse, _ in
            mouse.turn(45)
            mouse.button(0x112, down: true)
            mouse.turn(75)
        },
        Description("keyboard", holding: 3, { FakeKeyboard(seat: $0) }) { keyboard, _ in
            for key in [KEY_LEFTCTRL, KEY_LEFTSHIFT, KEY_A] { keyboard.press(key) }
        },
        Description("touchpad, swipe", holding: 1, { FakeTouchpad(seat: $0) }) { pad, live in
            slide(pad, 3, live)
        },
        Description("touchpad, scroll", holding: 1, { FakeTouchpad(seat: $0) }) { pad, live in
            slide(pad, 2, live)
        },
        Description("tablet", holding: 3, { FakeTablet(seat: $0) }) { tablet, _ in
            tablet.near(true, x: 0.5, y: 0.5)
            tablet.move(x: 0.5, y: 0.5, pressure: 0.5)
            tablet.button(down: true)
        },
        Description("tablet pad", holding: 3, { FakeTabletPad(seat: $0) }) { pad, _ in
            pad.button(1, down: true)
            pad.ring(18)
            pad.strip(3)
        },
        Description("switches", holding: 0, { FakeSwitches(seat: $0) }) { switches, _ in
            switches.lid(closed: true)
        },
    ]

    private static func slide(_ pad: FakeTouchpad, _ count: Int, _ live: Live) {
        var now = live.loop.now.nanoseconds - 250_000_000
        for frame in 0...20 {
            pad.setTime(now)
            now += 10_000_000
            pad.fingers((0..<count).map { (0.3 + 0.15 * Double($0), 0.2 + 0.02 * Double(frame)) })
            live.settle()
        }
        pad.setTime(nil)
    }

    @Test(
        "what is held ends once, cancelled, when the device, the seat or the focus goes",
        arguments: descriptions, Behaviour.allCases)
    func held(description: Description, behaviour: Behaviour) throws {
        let name = "seat-table-\(description.testDescription)-\(behaviour)"
        let device = description.make(name)
        device.plug()
        let live = try Live(.udev(name))
        var checker = BalanceChecker()
        description.hold(device, live)
        live.settle()
        checker.take(live.drain())
        #expect(checker.open.count == description.count, "\(checker.open)")
        let before = checker.cancelled
        switch behaviour {
        case .unplugged: device.unplug()
        case .suspended: live.dispatcher.suspend()
        case .unfocused: live.dispatcher.cancelAll()
        }
        checker.take(live.drain(until: { behaviour == .unfocused || live.seat.devices.isEmpty }))
        #expect(checker.violations == [] && checker.open.isEmpty)
        #expect(checker.cancelled == before + description.count)
        #expect(live.dispatcher.counts.anomalies == 0)
    }

    @Test(
        "ten power cycles, each with something held: all ends, nothing is left over", arguments: descriptions)
    func powerCycles(description: Description) throws {
        let name = "seat-cycles-\(description.testDescription)"
        let device = description.make(name)
        device.plug()
        let live = try Live(.udev(name))
        var checker = BalanceChecker()
        for round in 0..<10 {
            description.hold(device, live)
            live.settle()
            checker.take(live.drain())
            #expect(checker.open.count >= min(description.count, 1), "round \(round)")
            live.dispatcher.suspend()
            device.letGo()
            checker.take(live.drain())
            #expect(checker.open.isEmpty && live.seat.devices.isEmpty && !device.isOpen)
            try live.dispatcher.resume()
            checker.take(live.drain())
            #expect(live.seat.devices.count == 1)
        }
        #expect(checker.violations == [])
        #expect(checker.began == checker.ended + checker.cancelled)
    }
}
