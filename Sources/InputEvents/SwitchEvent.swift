/// A switch of the machine's case changed.
///
/// A switch that is off at the start sends nothing, one that is on sends one event; never two equal ones in a row
/// (T-60). While the lid is closed libinput silences the built-in devices. Thread: any (a plain value).
public struct SwitchEvent: Hashable, Sendable {
    /// Which switch.
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// The lid of a laptop; on when it is closed.
        case lid
        /// On when the keyboard is folded away or taken off.
        case tabletMode
    }

    /// The device that has the switch.
    public var device: DeviceID
    /// The kernel's stamp.
    public var timestamp: Timestamp
    /// When it was read from the kernel; equal to `timestamp` where that is not known.
    public var arrival: Timestamp
    /// Which switch.
    public var kind: Kind
    /// Whether it is on now.
    public var isOn: Bool

    /// Makes an event of its parts.
    public init(
        device: DeviceID, timestamp: Timestamp, kind: Kind, isOn: Bool, arrival: Timestamp? = nil
    ) {
        self.device = device
        self.timestamp = timestamp
        self.arrival = arrival ?? timestamp
        self.kind = kind
        self.isOn = isOn
    }
}
