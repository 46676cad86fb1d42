/// A button, ring, strip or key beside the surface of a graphics tablet.
///
/// Thread: any (a plain value).
public struct TabletPadEvent: Hashable, Sendable {
    /// What is used.
    public enum Control: Hashable, Sendable {
        /// A button, counted from 0.
        case button(Int, isDown: Bool)
        /// A key with an evdev code, such as one that shows the on-screen keyboard.
        case key(UInt32, isDown: Bool)
        /// A ring, counted from 0.
        ///
        /// The finger's angle is in degrees clockwise from the ring's top; `nil` when the finger was lifted.
        case ring(Int, angle: Double?)
        /// A strip, counted from 0.
        ///
        /// The finger's place is 0 at the top or left to 1; `nil` when the finger was lifted.
        case strip(Int, position: Double?)
    }

    /// The tablet.
    public var device: DeviceID
    /// The kernel's stamp.
    public var timestamp: Timestamp
    /// When it was read from the kernel; equal to `timestamp` where that is not known.
    public var arrival: Timestamp
    /// What is used, and how.
    public var control: Control
    /// Which of the tablet's groups of controls it belongs to, counted from 0.
    public var group: Int
    /// The mode that the group is in, counted from 0; a control may mean something else in each.
    public var mode: Int
    /// Whether this release or lift was made up because the tablet or the seat went away: nothing may come of it (T-17).
    public var isCancelled: Bool

    /// Makes an event of its parts.
    public init(
        device: DeviceID, timestamp: Timestamp, control: Control, group: Int = 0, mode: Int = 0,
        isCancelled: Bool = false, arrival: Timestamp? = nil
    ) {
        self.device = device
        self.timestamp = timestamp
        self.arrival = arrival ?? timestamp
        self.control = control
        self.group = group
        self.mode = mode
        self.isCancelled = isCancelled
    }
}

extension TabletPadEvent {
    /// Whether it ends something: a press, or a finger on a ring or strip.
    public var isLift: Bool {
        switch control {
        case .button(_, let isDown), .key(_, let isDown): !isDown
        case .ring(_, let angle): angle == nil
        case .strip(_, let position): position == nil
        }
    }
}
