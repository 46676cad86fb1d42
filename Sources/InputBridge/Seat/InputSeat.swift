import CLinux
public import EventLoop
public import InputEvents

/// The devices of one user: real ones, a recording's, or a test's.
///
/// A seat reads and queues once an `InputDispatcher` has it; it has one dispatcher in its life. A seat without
/// a device is no error, one may be plugged in later; look at `devices`. Thread: the loop's own.
public final class InputSeat {
    /// Where real devices come from.
    public enum Backend: Hashable, Sendable {
        /// All input devices that udev assigns to a seat of this name, usually `seat0`, coming and going.
        case udev(String)
        /// The devices with these nodes, such as `/dev/input/event3`.
        ///
        /// With `hotPlug` a node need not be there yet, and is taken again when it comes back; a folder stands for all
        /// `event*` nodes in it. For machines without udev.
        case devices([String], hotPlug: Bool = false)
    }

    package let driver: any SeatDriver
    package let inbox = SeatInbox()
    package var isTaken = false
    /// Called when the settings were changed.
    var onSettings: (() -> Void)?

    /// Called on the loop's thread when a recording was played to its end, after its last event was handled.
    public var onReplayEnd: (() -> Void)?

    /// Where libinput's log and our own notes go; `nil`, the default, is nowhere.
    ///
    /// At most 20 lines in 5 s; what is held back is counted. Thread: called on the loop's own.
    public var log: ((InputLogLine) -> Void)? {
        didSet { (driver as? LibinputDriver)?.host.log = log }
    }

    /// How the devices shall behave, now and when they come.
    ///
    /// What a device cannot do is said in the log. A real device's settings go back to libinput's where none is
    /// given; for devices of a recording or a test only `output` and `debounce` count.
    public var settings: InputSettings {
        didSet {
            driver.apply(settings)
            onSettings?()
        }
    }

    /// Opens real devices.
    ///
    /// Throws when there is something that may not be opened and nothing that may, or when one of the given
    /// paths is not a usable device: the error has the path, the system's words and the remedy. `opener` opens the
    /// nodes where the program may not; without one they are opened directly. `log` hears what libinput says while
    /// it opens. Takes some milliseconds.
    public convenience init(
        _ backend: Backend, settings: InputSettings = InputSettings(), opener: (any DeviceOpener)? = nil,
        log: ((InputLogLine) -> Void)? = nil
    ) throws(InputError) {
        let driver: LibinputDriver
        switch backend {
        case .udev(let name):
            driver = try LibinputDriver(udevSeat: name, settings: settings, opener: opener, log: log)
        case .devices(let paths, let hotPlug):
            driver = try LibinputDriver(
                paths: paths, hotPlug: hotPlug, settings: settings, opener: opener, log: log)
        }
        self.init(driver, settings: settings)
        self.log = log
        // Devices wait in libinput without its descriptor being readable (D-32).
        driver.drain(-1, into: inbox, now: Instant(nanoseconds: clinux_now()))
        if devices.isEmpty, let refusal = driver.refusal { throw refusal }
    }

    /// Plays a recording, from the moment at which a dispatcher of `loop` takes the seat.
    ///
    /// Fingers, buttons and keys that are down at its end are cancelled there.
    public convenience init(replaying recording: InputRecording, loop: Loop) {
        self.init(ReplayDriver(recording))
    }

    init(_ driver: any SeatDriver, settings: InputSettings = InputSettings()) {
        self.driver = driver
        self.settings = settings
    }

    /// A seat for tests, whose events are given to `post(_:)`.
    public static func scripted() -> InputSeat { InputSeat(ScriptedDriver()) }

    /// Makes an event come from this seat, in the loop's next turn, behind those that wait.
    ///
    /// Traps when the seat is not a scripted one.
    public func post(_ event: InputEvent) {
        guard let driver = driver as? ScriptedDriver else {
            preconditionFailure("BUG (caller): events can be posted to a scripted seat only")
        }
        driver.post(event)
    }

    /// The devices that are there now, in the order of their arrival.
    public var devices: [Device] { inbox.devices }

    /// What is set on a device now; `nil` is what it cannot do.
    ///
    /// `nil` altogether when it is gone, or is no real device.
    public func settings(of device: DeviceID) -> DeviceSettings? { driver.settings(of: device) }

    func report(_ priority: InputLogLine.Priority, _ text: String) {
        log?(InputLogLine(priority: priority, text: "input: \(text)"))
    }
}
