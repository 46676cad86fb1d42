import CFakeDevices
import Glibc

/// A fake device of any kind, plugged into a seat or named by its path.
///
/// It goes when the value goes. Stamps are the monotonic clock's unless given.
public class FakeDevice {
    let device: OpaquePointer
    private var stamp: Int64?

    /// The node to hand to `InputSeat(.devices([…]))`.
    public let path: String

    init(_ name: String, bus: CInt = 3, vendor: CInt = 0x1234, product: CInt = 1, seat: String?) {
        guard let device = fake_device_new(name, bus, vendor, product) else {
            fatalError("too many fake devices")
        }
        self.device = device
        path = String(cString: fake_device_node(device))
        if let seat { fake_device_udev_property(device, "ID_SEAT", seat) }
    }

    deinit { fake_device_unplug(device) }

    /// Plugs it in.
    public func plug() { fake_device_plug(device) }
    /// Pulls it out, whatever it holds down.
    public func unplug() { fake_device_unplug(device) }
    /// Makes opening fail with an error number; 0 for no more.
    public func refuse(_ code: CInt) { fake_device_refuse(device, code) }
    /// Gives it a property of udev.
    public func property(_ key: String, _ value: String) { fake_device_udev_property(device, key, value) }
    /// Everything that it holds is let go while nobody has it open.
    public func letGo() { fake_device_let_go(device) }
    /// Lets a file of this path stand for its node.
    public func alias(_ path: String) { fake_device_alias(device, path) }
    /// Whether anyone has it open.
    public var isOpen: Bool { fake_device_is_open(device) }

    /// Stamps what follows with this moment, in nanoseconds of CLOCK_MONOTONIC; `nil` for the real one.
    public func setTime(_ nanoseconds: Int64?) { stamp = nanoseconds.map { $0 / 1000 } }

    /// Sends one evdev event.
    public func emit(_ type: Int32, _ code: Int32, _ value: Int32) {
        let code = fake_device_emit(device, type, code, value, stamp ?? Self.now())
        precondition(code == 0, "the fake device's socket is full or closed: errno \(code)")
    }

    /// Changes what the device would answer when asked, without an event.
    public func lose(_ type: Int32, _ code: Int32, _ value: Int32) {
        fake_device_lose(device, type, code, value)
    }

    /// The kernel's buffer ran over: what was lost must be asked for.
    public func dropped() {
        emit(EV_SYN, SYN_DROPPED, 0)
        sync()
    }

    /// Ends a frame.
    public func sync() { emit(EV_SYN, SYN_REPORT, 0) }

    /// Gives it axes of a surface with 40 units a millimetre, for one finger and for several.
    func enableSurface(_ width: Int32, _ height: Int32) {
        for code in [ABS_X, ABS_MT_POSITION_X] { fake_device_axis(device, code, 0, width - 1, 40) }
        for code in [ABS_Y, ABS_MT_POSITION_Y] { fake_device_axis(device, code, 0, height - 1, 40) }
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}

/// A multi-touch screen with ten contacts (protocol B), 100 × 62.5 mm, 4000 × 2500 units.
public final class FakeTouchscreen: FakeDevice {
    /// Units of the two axes.
    public static let width: Int32 = 4000, height: Int32 = 2500
    private var nextTracking: Int32 = 1
    private var down: Set<Int32> = []

    public override func letGo() {
        super.letGo()
        down = []
    }

    /// Makes one; not plugged in yet.
    public init(_ name: String = "Fake Touchscreen", seat: String? = nil) {
        super.init(name, seat: seat)
        fake_device_udev_property(device, "ID_INPUT_TOUCHSCREEN", "1")
        fake_device_input_property(device, INPUT_PROP_DIRECT)
        fake_device_enable(device, EV_KEY, BTN_TOUCH)
        enableSurface(Self.width, Self.height)
        fake_device_axis(device, ABS_MT_SLOT, 0, 9, 0)
        fake_device_axis(device, ABS_MT_TRACKING_ID, 0, 65535, 0)
    }

    /// A finger comes down at a place in the unit square; a `sync` must follow.
    public func down(_ slot: Int32, x: Double, y: Double) {
        emit(EV_ABS, ABS_MT_SLOT, slot)
        emit(EV_ABS, ABS_MT_TRACKING_ID, nextTracking)
        nextTracking += 1
        place(x, y)
        if down.isEmpty { emit(EV_KEY, BTN_TOUCH, 1) }
        down.insert(slot)
    }

    /// A finger moves; a `sync` must follow.
    public func move(_ slot: Int32, x: Double, y: Double) {
        emit(EV_ABS, ABS_MT_SLOT, slot)
        place(x, y)
    }

    /// A finger is lifted; a `sync` must follow.
    public func up(_ slot: Int32) {
        emit(EV_ABS, ABS_MT_SLOT, slot)
        emit(EV_ABS, ABS_MT_TRACKING_ID, -1)
        down.remove(slot)
        if down.isEmpty { emit(EV_KEY, BTN_TOUCH, 0) }
    }

    private func place(_ x: Double, _ y: Double) {
        emit(EV_ABS, ABS_MT_POSITION_X, Int32(x * Double(Self.width)))
        emit(EV_ABS, ABS_MT_POSITION_Y, Int32(y * Double(Self.height)))
    }
}

/// A touchscreen that knows one finger and no slots: ABS_X, ABS_Y, BTN_TOUCH; 100 × 62.5 mm.
public final class FakeSingleTouchscreen: FakeDevice {
    private var isDown = false

    public override func letGo() {
        super.letGo()
        isDown = false
    }

    /// Makes one; not plugged in yet.
    public init(_ name: String = "Fake Single Touchscreen", seat: String? = nil) {
        super.init(name, product: 6, seat: seat)
        fake_device_udev_property(device, "ID_INPUT_TOUCHSCREEN", "1")
        fake_device_input_property(device, INPUT_PROP_DIRECT)
        fake_device_enable(device, EV_KEY, BTN_TOUCH)
        fake_device_axis(device, ABS_X, 0, FakeTouchscreen.width - 1, 40)
        fake_device_axis(device, ABS_Y, 0, FakeTouchscreen.height - 1, 40)
    }

    /// The finger is at a place of the unit square, in a frame of its own; `nil` lifts it.
    public func finger(_ place: (x: Double, y: Double)?) {
        if let place {
            emit(EV_ABS, ABS_X, Int32(place.x * Double(FakeTouchscreen.width)))
            emit(EV_ABS, ABS_Y, Int32(place.y * Double(FakeTouchscreen.height)))
        }
        if isDown != (place != nil) { emit(EV_KEY, BTN_TOUCH, place == nil ? 0 : 1) }
        isDown = place != nil
        sync()
    }
}

/// A multi-touch screen without slots (protocol A): each frame lists all fingers; 100 × 62.5 mm.
public final class FakeSlotlessTouchscreen: FakeDevice {
    private var isDown = false

    public override func letGo() {
        super.letGo()
        isDown = false
    }

    /// Makes one; not plugged in yet.
    public init(_ name: String = "Fake Slotless Touchscreen", seat: String? = nil) {
        super.init(name, product: 7, seat: seat)
        fake_device_udev_property(device, "ID_INPUT_TOUCHSCREEN", "1")
        fake_device_input_property(device, INPUT_PROP_DIRECT)
        fake_device_enable(device, EV_KEY, BTN_TOUCH)
        enableSurface(FakeTouchscreen.width, FakeTouchscreen.height)
    }

    /// All fingers that are down, in a frame of their own.
    public func fingers(_ places: [(x: Double, y: Double)]) {
        for place in places {
            emit(EV_ABS, ABS_MT_POSITION_X, Int32(place.x * Double(FakeTouchscreen.width)))
            emit(EV_ABS, ABS_MT_POSITION_Y, Int32(place.y * Double(FakeTouchscreen.height)))
            emit(EV_SYN, SYN_MT_REPORT, 0)
        }
        if places.isEmpty { emit(EV_SYN, SYN_MT_REPORT, 0) }
        if isDown == places.isEmpty { emit(EV_KEY, BTN_TOUCH, places.isEmpty ? 0 : 1) }
        isDown = !places.isEmpty
        sync()
    }
}

/// A keyboard with all usual keys and three lamps.
public final class FakeKeyboard: FakeDevice {
    /// Makes one; not plugged in yet.
    public init(_ name: String = "Fake Keyboard", seat: String? = nil) {
        super.init(name, product: 2, seat: seat)
        fake_device_udev_property(device, "ID_INPUT_KEY", "1")
        fake_device_udev_property(device, "ID_INPUT_KEYBOARD", "1")
        for key in KEY_ESC...KEY_COMPOSE { fake_device_enable(device, EV_KEY, key) }
        for lamp in LED_NUML...LED_SCROLLL { fake_device_enable(device, EV_LED, lamp) }
        fake_device_enable(device, EV_REP, 0)
    }

    /// A key goes down, in a frame of its own.
    public func press(_ key: Int32) {
        emit(EV_KEY, key, 1)
        sync()
    }

    /// A key goes up, in a frame of its own.
    public func release(_ key: Int32) {
        emit(EV_KEY, key, 0)
        sync()
    }

    /// Whether a lamp shines: 0 Num Lock, 1 Caps Lock, 2 Scroll Lock.
    public func lamp(_ number: Int32) -> Bool { fake_device_led(device, number) }
}

/// A mouse with three buttons and a wheel, by choice one of high resolution.
public final class FakeMouse: FakeDevice {
    private let isHighResolution: Bool

    /// Makes one; not plugged in yet.
    public init(_ name: String = "Fake Mouse", highResolution: Bool = false, seat: String? = nil) {
        isHighResolution = highResolution
        super.init(name, product: 3, seat: seat)
        fake_device_udev_property(device, "ID_INPUT_MOUSE", "1")
        for button in BTN_LEFT...BTN_MIDDLE { fake_device_enable(device, EV_KEY, button) }
        for axis in [REL_X, REL_Y, REL_WHEEL, REL_HWHEEL] { fake_device_enable(device, EV_REL, axis) }
        guard highResolution else { return }
        for axis in [REL_WHEEL_HI_RES, REL_HWHEEL_HI_RES] { fake_device_enable(device, EV_REL, axis) }
    }

    /// Moves, in a frame of its own.
    public func move(_ dx: Int32, _ dy: Int32) {
        if dx != 0 { emit(EV_REL, REL_X, dx) }
        if dy != 0 { emit(EV_REL, REL_Y, dy) }
        sync()
    }

    /// Presses or releases a button, in a frame of its own.
    public func button(_ button: Int32 = 0x110, down: Bool) {
        emit(EV_KEY, button, down ? 1 : 0)
        sync()
    }

    /// Turns the wheel by units of which 120 are a click, towards the user when positive, as the kernel tells
    /// it: whole clicks also by the old event.
    public func turn(_ units: Int32) {
        if isHighResolution { emit(EV_REL, REL_WHEEL_HI_RES, -units) }
        if units % 120 == 0 { emit(EV_REL, REL_WHEEL, -units / 120) }
        sync()
    }
}

/// A pointer that tells places, as virtual machines have it.
public final class FakeAbsolutePointer: FakeDevice {
    /// Makes one; not plugged in yet.
    public init(_ name: String = "Fake Tablet", seat: String? = nil) {
        super.init(name, product: 4, seat: seat)
        fake_device_udev_property(device, "ID_INPUT_MOUSE", "1")
        for button in BTN_LEFT...BTN_MIDDLE { fake_device_enable(device, EV_KEY, button) }
        for axis in [ABS_X, ABS_Y] { fake_device_axis(device, axis, 0, 32767, 0) }
    }

    /// Goes to a place in the unit square, in a frame of its own.
    public func go(x: Double, y: Double) {
        emit(EV_ABS, ABS_X, Int32(x * 32768))
        emit(EV_ABS, ABS_Y, Int32(y * 32768))
        sync()
    }
}
