import CFakeDevices
import Glibc

/// A touchpad with five contacts and one big button, 100 × 62.5 mm.
///
/// libinput judges its fingers by their stamps: give them with `setTime`, some milliseconds apart.
public final class FakeTouchpad: FakeDevice {
    /// Units of the two axes.
    public static let width: Int32 = 4000, height: Int32 = 2500
    private var nextTracking: Int32 = 1
    private var down: Set<Int32> = []

    public override func letGo() {
        super.letGo()
        down = []
    }

    /// Makes one; not plugged in yet.
    public init(_ name: String = "Fake Touchpad", seat: String? = nil) {
        super.init(name, bus: 0x11, product: 5, seat: seat)
        fake_device_udev_property(device, "ID_INPUT_TOUCHPAD", "1")
        fake_device_udev_property(device, "ID_INPUT_TOUCHPAD_INTEGRATION", "internal")
        fake_device_input_property(device, INPUT_PROP_POINTER)
        fake_device_input_property(device, INPUT_PROP_BUTTONPAD)
        for key in [BTN_LEFT, BTN_TOUCH] + Self.counts { fake_device_enable(device, EV_KEY, key) }
        enableSurface(Self.width, Self.height)
        fake_device_axis(device, ABS_MT_SLOT, 0, 4, 0)
        fake_device_axis(device, ABS_MT_TRACKING_ID, 0, 65535, 0)
    }

    /// Fingers are at these places of the unit square, by slots; those that are `nil` are lifted.
    public func fingers(_ places: [(x: Double, y: Double)?]) {
        let before = down.count
        for (slot, place) in places.enumerated() {
            let slot = Int32(slot)
            guard place != nil || down.contains(slot) else { continue }
            emit(EV_ABS, ABS_MT_SLOT, slot)
            guard let place else {
                emit(EV_ABS, ABS_MT_TRACKING_ID, -1)
                down.remove(slot)
                continue
            }
            if down.insert(slot).inserted {
                emit(EV_ABS, ABS_MT_TRACKING_ID, nextTracking)
                nextTracking += 1
            }
            emit(EV_ABS, ABS_MT_POSITION_X, Int32(place.x * Double(Self.width)))
            emit(EV_ABS, ABS_MT_POSITION_Y, Int32(place.y * Double(Self.height)))
        }
        if before != down.count {
            if before > 0 { emit(EV_KEY, Self.counts[before - 1], 0) }
            if before == 0 { emit(EV_KEY, BTN_TOUCH, 1) }
            if down.isEmpty { emit(EV_KEY, BTN_TOUCH, 0) }
            if !down.isEmpty { emit(EV_KEY, Self.counts[down.count - 1], 1) }
        }
        sync()
    }

    private static let counts = [
        BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP, BTN_TOOL_QUADTAP, BTN_TOOL_QUINTTAP,
    ]
}

/// A graphics tablet with a pen: pressure, distance, tilt, two buttons; 200 × 125 mm.
public final class FakeTablet: FakeDevice {
    /// Makes one; not plugged in yet.
    public init(_ name: String = "Fake Pen Tablet", seat: String? = nil) {
        super.init(name, vendor: 0x56a, product: 0xfff0, seat: seat)
        fake_device_udev_property(device, "ID_INPUT_TABLET", "1")
        fake_device_input_property(device, INPUT_PROP_DIRECT)
        for key in [
            BTN_TOOL_PEN, BTN_TOOL_RUBBER, BTN_TOOL_AIRBRUSH, BTN_TOOL_MOUSE, BTN_TOUCH, BTN_STYLUS,
            BTN_STYLUS2,
            BTN_LEFT,
        ] {
            fake_device_enable(device, EV_KEY, key)
        }
        fake_device_axis(device, ABS_X, 0, 7999, 40)
        fake_device_axis(device, ABS_Y, 0, 4999, 40)
        fake_device_axis(device, ABS_PRESSURE, 0, 2047, 0)
        fake_device_axis(device, ABS_DISTANCE, 0, 63, 0)
        fake_device_axis(device, ABS_TILT_X, -64, 63, 57)
        fake_device_axis(device, ABS_TILT_Y, -64, 63, 57)
        fake_device_axis(device, ABS_WHEEL, 0, 1023, 0)
        fake_device_axis(device, ABS_Z, -900, 899, 0)
        fake_device_axis(device, ABS_MISC, 0, 0, 0)
        fake_device_enable(device, EV_REL, REL_WHEEL)
        fake_device_enable(device, EV_MSC, MSC_SERIAL)
    }

    /// A tool comes near at a place in the unit square, or goes.
    public func near(_ isNear: Bool, tool: Int32 = 0x140, x: Double = 0, y: Double = 0, serial: Int32 = 1000)
    {
        emit(EV_ABS, ABS_MISC, isNear ? 0x802 : 0)
        emit(EV_MSC, MSC_SERIAL, serial)
        emit(EV_KEY, tool, isNear ? 1 : 0)
        if isNear {
            emit(EV_ABS, ABS_DISTANCE, 30)
            place(x, y)
        }
        sync()
    }

    /// The tool is at a place of the unit square with a pressure of 0 to 1; the tip touches when it presses.
    public func move(x: Double, y: Double, pressure: Double = 0, tilt: (x: Int32, y: Int32)? = nil) {
        place(x, y)
        emit(EV_ABS, ABS_DISTANCE, pressure > 0 ? 0 : 30)
        emit(EV_ABS, ABS_PRESSURE, Int32(pressure * 2047))
        if let tilt {
            emit(EV_ABS, ABS_TILT_X, tilt.x)
            emit(EV_ABS, ABS_TILT_Y, tilt.y)
        }
        emit(EV_KEY, BTN_TOUCH, pressure > 0 ? 1 : 0)
        sync()
    }

    /// A button of the pen goes down or up.
    public func button(_ code: Int32 = 0x14b, down: Bool) {
        emit(EV_KEY, code, down ? 1 : 0)
        sync()
    }

    private func place(_ x: Double, _ y: Double) {
        emit(EV_ABS, ABS_X, Int32(x * 8000))
        emit(EV_ABS, ABS_Y, Int32(y * 5000))
    }
}

/// The pad of a graphics tablet: four buttons, a ring, a strip.
public final class FakeTabletPad: FakeDevice {
    /// Makes one; not plugged in yet.
    public init(_ name: String = "Fake Tablet Pad", seat: String? = nil) {
        super.init(name, vendor: 0x56a, product: 0xfff1, seat: seat)
        fake_device_udev_property(device, "ID_INPUT_TABLET", "1")
        fake_device_udev_property(device, "ID_INPUT_TABLET_PAD", "1")
        for key in BTN_0...BTN_3 { fake_device_enable(device, EV_KEY, key) }
        fake_device_enable(device, EV_KEY, BTN_STYLUS)
        fake_device_axis(device, ABS_X, 0, 1, 0)
        fake_device_axis(device, ABS_Y, 0, 1, 0)
        fake_device_axis(device, ABS_WHEEL, 0, 71, 0)
        fake_device_axis(device, ABS_RX, 0, 4096, 0)
        fake_device_axis(device, ABS_MISC, 0, 0, 0)
    }

    /// A button, counted from 0, goes down or up.
    public func button(_ number: Int32, down: Bool) {
        emit(EV_KEY, BTN_0 + number, down ? 1 : 0)
        sync()
    }

    /// A finger is on the ring at one of 72 places, or was lifted.
    public func ring(_ place: Int32?) {
        emit(EV_ABS, ABS_WHEEL, place ?? 0)
        emit(EV_ABS, ABS_MISC, place == nil ? 0 : 15)
        sync()
    }

    /// A finger is on the strip at one of 13 places, or was lifted.
    public func strip(_ place: Int32?) {
        emit(EV_ABS, ABS_RX, place.map { 1 << $0 } ?? 0)
        emit(EV_ABS, ABS_MISC, place == nil ? 0 : 15)
        sync()
    }
}

/// The switches of a laptop: lid and tablet mode.
public final class FakeSwitches: FakeDevice {
    /// Makes one; not plugged in yet.
    public init(_ name: String = "Fake Switches", seat: String? = nil) {
        super.init(name, bus: 0x19, vendor: 0, product: 5, seat: seat)
        fake_device_udev_property(device, "ID_INPUT_SWITCH", "1")
        fake_device_enable(device, EV_SW, SW_LID)
        fake_device_enable(device, EV_SW, SW_TABLET_MODE)
    }

    /// The lid is closed or opened.
    public func lid(closed: Bool) {
        emit(EV_SW, SW_LID, closed ? 1 : 0)
        sync()
    }

    /// The keyboard is folded away or back.
    public func tabletMode(_ on: Bool) {
        emit(EV_SW, SW_TABLET_MODE, on ? 1 : 0)
        sync()
    }
}
