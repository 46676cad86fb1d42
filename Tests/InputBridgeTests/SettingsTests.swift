import EventLoop
import FakeDevices
import Glibc
import InputBridge
import InputEvents
import Testing

@Suite struct SettingsFileTests {
    static let sample = """
        # all
        [device]
        natural-scroll = on

        [device kind=touchpad]
          tap = on
        speed = 0.5\t
        click = fingers

        [device name="Fake Mo*" id=1234:3]
        speed = -0.25
        left-handed = on
        calibration = 0 -1 1 1 0 0
        output = HDMI-A-1
        debounce = 25
        scroll-button = 0x112
        """

    private func device(_ name: String, _ product: UInt32, _ capabilities: Device.Capabilities) -> Device {
        Device(
            id: DeviceID(rawValue: 1), name: name, vendor: 0x1234, product: product,
            capabilities: capabilities)
    }

    @Test("matched by kind, name and number; a later rule wins, setting by setting")
    func rules() throws {
        let settings = try InputSettings(text: Self.sample)
        let mouse = settings.settings(for: device("Fake Mouse", 3, .pointer))
        #expect(
            mouse.naturalScroll == true && mouse.speed == -0.25 && mouse.leftHanded == true
                && mouse.tap == nil)
        #expect(
            mouse.output == "HDMI-A-1" && mouse.debounce == .milliseconds(25) && mouse.scrollButton == 0x112)
        #expect(mouse.calibration == AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0))
        let other = settings.settings(for: device("Fake Mouse", 4, .pointer))
        #expect(other.speed == nil && other.naturalScroll == true)
        let pad = settings.settings(for: device("Pad", 5, [.pointer, .gesture]))
        #expect(pad.tap == true && pad.speed == 0.5 && pad.clickMethod == .fingers && pad.leftHanded == nil)
    }

    @Test("each setting reads back as it is written")
    func keys() throws {
        for key in SettingKey.all {
            let values =
                switch key.word {
                case "scroll-button": ["0x112"]
                case "speed": ["-1.0", "0.25"]
                case "rotation": ["90.0"]
                case "calibration": ["1.0 0.0 0.5 0.0 1.0 0.25"]
                case "output": ["DSI 1"]
                case "debounce": ["25.0"]
                default: key.allowed.replacing(" or ", with: ", ").split(separator: ", ").map(String.init)
                }
            for value in values {
                var settings = DeviceSettings()
                #expect(key.read(settings) == nil)
                #expect(key.write(key.word == "debounce" ? "25" : value[...], to: &settings), "\(key.word)")
                #expect(key.read(settings) == value)
                #expect(DeviceSettings().overridden(by: settings) == settings)
            }
        }
    }

    @Test(
        "a wrong line names file, line and what is allowed",
        arguments: [
            ("tap = on", 1, "found a setting, expected a line [device] before it, which is for all devices"),
            ("[device]\ntap = maybe", 2, "found \"maybe\", expected tap = on or off"),
            ("[device]\n\nclick = hard", 3, "found \"hard\", expected click = none, areas or fingers"),
            ("[device]\nspeed = 2", 2, "found \"2\", expected speed = a number from -1 to 1"),
            ("[device]\nspeed = nan", 2, "found \"nan\", expected speed = a number from -1 to 1"),
            ("[device]\nrotation = 360", 2, "found \"360\", expected rotation = degrees, 0 to below 360"),
            (
                "[device]\ncalibration = 0 0 0 0 0 0", 2,
                "found \"0 0 0 0 0 0\", expected calibration = six numbers a b c d e f, "
                    + "for x' = ax + by + c and y' = dx + ey + f"
            ),
            (
                "[device kind=fish]", 1,
                "found \"kind=fish\", expected kind=one of keyboard, mouse, touchpad, touch, tablet, pad, switch"
            ),
            ("[device id=12]", 1, "found \"id=12\", expected id=two hexadecimal numbers such as 046d:c077"),
        ])
    func errors(text: String, line: Int, words: String) throws {
        let error = try #require(throws: InputError.self) {
            try InputSettings(text: text, name: "input.conf")
        }
        #expect(error.description == "input.conf:\(line): \(words)")
    }

    @Test func anUnknownSettingIsToldWithAllThatThereAre() throws {
        let error = try #require(throws: InputError.self) { try InputSettings(text: "[device]\ntapp = on") }
        #expect(error.found.hasPrefix("found \"tapp\", expected one of send-events, tap, "))
        let none = try #require(throws: InputError.self) { try InputSettings(text: "[gadget]") }
        #expect(none.found.contains("[device kind=touchpad]"))
    }

    @Test("whatever the bytes, reading them does not trap", arguments: 0..<5)
    func anything(seed: Int) {
        var random = SplitMix(UInt64(seed))
        for _ in 0..<300 {
            var bytes = Array(Self.sample.utf8)
            for _ in 0...random.below(4) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
            _ = try? InputSettings(text: String(decoding: bytes, as: UTF8.self))
        }
        #expect(throws: Never.self) { try InputSettings(text: Self.sample) }
    }
}

/// Settings through the real libinput.
@Suite struct SettingsDeviceTests {
    private func mouseRules(_ change: (inout DeviceSettings) -> Void) -> InputSettings {
        var settings = DeviceSettings()
        change(&settings)
        return InputSettings(rules: [.init(kind: .mouse, settings: settings)])
    }

    @Test("set when the device comes, before its first event, and again after a resume (D-35, D-40)")
    func setAgain() throws {
        let mouse = FakeMouse()
        mouse.plug()
        let live = try Live(
            .devices([mouse.path]),
            settings: mouseRules {
                $0.leftHanded = true
                $0.speed = -0.5
            })
        _ = live.take()
        for round in 0..<2 {
            let device = try #require(live.seat.devices.first)
            let current = try #require(live.seat.settings(of: device.id))
            #expect(current.leftHanded == true && current.speed == -0.5, "round \(round)")
            mouse.button(down: true)
            mouse.button(down: false)
            #expect(live.take(2) == ["button 273 down", "button 273 up"])
            live.dispatcher.suspend()
            try live.dispatcher.resume()
            _ = live.take()
        }
    }

    @Test("a mouse for the left hand that goes with a button down, which kills libinput 1.22")
    func leftHandedUnplugged() throws {
        let mouse = FakeMouse()
        mouse.plug()
        let live = try Live(.devices([mouse.path]), settings: mouseRules { $0.leftHanded = true })
        mouse.button(down: true)
        _ = live.take()
        live.seat.settings = InputSettings()
        mouse.unplug()
        #expect(live.take(2) == ["button 273 cancelled", "removed 1"])
    }

    @Test("changed while it runs; what is no longer set goes back to the default")
    func changed() throws {
        let mouse = FakeMouse()
        mouse.plug()
        let live = try Live(.devices([mouse.path]), settings: mouseRules { $0.naturalScroll = true })
        let id = try #require(live.seat.devices.first).id
        #expect(live.seat.settings(of: id)?.naturalScroll == true)
        live.seat.settings = mouseRules { $0.acceleration = .flat }
        let now = try #require(live.seat.settings(of: id))
        #expect(now.naturalScroll == false && now.acceleration == .flat)
        #expect(now.tap == nil && now.clickMethod == nil && now.calibration == nil)
        live.seat.settings = InputSettings()
        #expect(live.seat.settings(of: id)?.acceleration == .adaptive)
    }

    @Test("every setting of a touchpad, a mouse and a touchscreen is set as asked")
    func all() throws {
        let pad = FakeTouchpad(), mouse = FakeMouse(), screen = FakeTouchscreen(), keyboard = FakeKeyboard()
        // Only a trackball can lie turned.
        mouse.property("ID_INPUT_TRACKBALL", "1")
        for device in [pad, mouse, screen, keyboard] as [FakeDevice] { device.plug() }
        let text = """
            [device kind=touchpad]
            send-events = off-with-mouse
            tap = on
            tap-buttons = left-middle-right
            tap-drag = off
            tap-drag-lock = on
            click = fingers
            scroll = edge
            natural-scroll = on
            acceleration = flat
            speed = 0.25
            left-handed = on
            middle-emulation = on
            disable-while-typing = off
            [device kind=mouse]
            send-events = off
            scroll = button
            scroll-button = 0x112
            scroll-button-lock = on
            middle-emulation = on
            rotation = 90.0
            [device kind=touch]
            calibration = 0.0 -1.0 1.0 1.0 0.0 0.0
            """
        let live = try Live(
            .devices([pad.path, mouse.path, screen.path, keyboard.path]), settings: InputSettings(text: text))
        for device in live.seat.devices {
            let wanted = live.seat.settings.settings(for: device)
            let current = try #require(live.seat.settings(of: device.id))
            for key in SettingKey.all where key.read(wanted) != nil {
                // A touchpad without a middle button emulates it always or never.
                if key.word == "middle-emulation", device.name == "Fake Touchpad" { continue }
                #expect(key.read(current) == key.read(wanted), "\(device.name): \(key.word)")
            }
        }
    }

    @Test("what a device cannot do is said in the log, once, by its name")
    func refused() throws {
        let mouse = FakeMouse()
        mouse.plug()
        var lines: [String] = []
        let seat = try InputSeat(.devices([mouse.path]), settings: mouseRules { $0.tap = true }) {
            lines.append($0.text)
        }
        withExtendedLifetime(seat) {}
        #expect(lines.filter { $0.hasPrefix("input: ") } == ["input: Fake Mouse cannot have the setting tap"])
    }

    @Test("a calibration turns a touchscreen, down and move alike (D-38)")
    func calibration() throws {
        let screen = FakeTouchscreen()
        screen.plug()
        let settings = try InputSettings(text: "[device kind=touch]\ncalibration = 0 -1 1 1 0 0")
        let live = try Live(.devices([screen.path]), settings: settings)
        _ = live.take()
        screen.down(0, x: 0.25, y: 0.5)
        screen.sync()
        screen.move(0, x: 0.5, y: 0.5)
        screen.sync()
        #expect(live.take() == ["began 1 400,120", "moved 1 400,240"])
    }

    @Test("the device list: name, numbers, size, seat, output")
    func list() throws {
        let screen = FakeTouchscreen(seat: "seat-list")
        screen.property("WL_OUTPUT", "HDMI-A-1")
        screen.plug()
        let live = try Live(.udev("seat-list"))
        let device = try #require(live.seat.devices.first)
        #expect(device.vendor == 0x1234 && device.product == 1 && device.node.hasPrefix("event"))
        #expect(device.seat == "default" && device.outputName == "HDMI-A-1" && device.capabilities == .touch)
        #expect(device.millimetres == Size(99.975, 62.475))
    }
}
