package import EventLoop
package import InputEvents

/// What stands behind a seat: libinput, a recording, or a test.
///
/// Thread: the loop's own.
package protocol SeatDriver: AnyObject {
    /// Makes ready to be watched by `loop`; answers the descriptors that become readable with input.
    func start(on loop: Loop) -> [CInt]
    /// Reads all there is now into the inbox, without blocking (R-06, D-31).
    func drain(_ descriptor: CInt, into inbox: SeatInbox, now: Instant)
    /// Lights the lamps of all keyboards.
    func setLamps(_ lamps: KeyboardState.Lamps)
    /// Lets go of the devices; what they held is reported as cancelled.
    func suspend(into inbox: SeatInbox, now: Instant)
    /// Takes the devices again.
    func resume(into inbox: SeatInbox, now: Instant) throws(InputError)
    /// What is set on a device now; `nil` when it is not known, or not a real one.
    func settings(of device: DeviceID) -> DeviceSettings?
    /// Sets what holds for the devices from now on.
    func apply(_ settings: InputSettings)
    /// Whether nothing will ever come again.
    var isFinished: Bool { get }
    /// What the hardware or its driver did wrong and was mended.
    var anomalies: Int { get }
    /// How often the driver was asked too late for what it had to decide (D-33).
    var lagReports: Int { get }
}

extension SeatDriver {
    package func setLamps(_ lamps: KeyboardState.Lamps) {}
    package func suspend(into inbox: SeatInbox, now: Instant) {}
    package func resume(into inbox: SeatInbox, now: Instant) throws(InputError) {}
    package func settings(of device: DeviceID) -> DeviceSettings? { nil }
    package func apply(_ settings: InputSettings) {}
    package var isFinished: Bool { false }
    package var anomalies: Int { 0 }
    package var lagReports: Int { 0 }
}
