/// A gesture of several fingers on a touchpad, as libinput understood it.
///
/// One gesture runs from `began` over any number of `changed` to `ended` or `cancelled`, with the same number of
/// fingers: another finger ends it cancelled and begins a new one (T-57). A scroll of two fingers is a `ScrollEvent`,
/// and fingers on a touchscreen are a `TouchFrame` (T-58, T-59). Thread: any (a plain value).
public struct TouchpadGestureEvent: Hashable, Sendable {
    /// What the fingers do.
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// They move the same way.
        case swipe
        /// They move apart, together, or around each other.
        case pinch
        /// They rest; it ends cancelled when they begin to move, and has no `changed` (T-58).
        case hold
    }

    /// Where the gesture is in its life.
    public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
        /// It was recognized.
        case began
        /// The fingers moved.
        case changed
        /// The fingers were lifted.
        case ended
        /// It became something else, or its device went: nothing may come of it.
        case cancelled

        /// Whether nothing of this gesture follows.
        public var isFinal: Bool { self == .ended || self == .cancelled }
    }

    /// Which touchpad.
    public var device: DeviceID
    /// The kernel's stamp.
    public var timestamp: Timestamp
    /// When it was read from the kernel; equal to `timestamp` where that is not known.
    public var arrival: Timestamp
    /// What the fingers do.
    public var kind: Kind
    /// Where the gesture is in its life.
    public var phase: Phase
    /// How many fingers make it; fixed for one gesture.
    public var fingerCount: Int
    /// How far the fingers' middle moved since the event before, in units of pointer motion, after acceleration.
    public var delta: Point
    /// `delta` before acceleration.
    public var unaccelerated: Point
    /// The fingers' distance in relation to that at the beginning: 1 then, 2 when it has doubled (T-56).
    ///
    /// Not to be multiplied from event to event. 1 when the gesture is no pinch.
    public var scale: Double
    /// How far the fingers turned around their middle since the event before, in degrees, clockwise (T-56).
    ///
    /// To be added up from event to event. 0 when the gesture is no pinch.
    public var angleDelta: Double
    /// Where the seat's pointer is, in points of the display.
    ///
    /// `.zero` before the dispatcher.
    public var location: Point

    /// Makes an event of its parts.
    public init(
        device: DeviceID, timestamp: Timestamp, kind: Kind, phase: Phase, fingerCount: Int,
        delta: Point = .zero,
        unaccelerated: Point? = nil, scale: Double = 1, angleDelta: Double = 0, location: Point = .zero,
        arrival: Timestamp? = nil
    ) {
        self.device = device
        self.timestamp = timestamp
        self.arrival = arrival ?? timestamp
        self.kind = kind
        self.phase = phase
        self.fingerCount = fingerCount
        self.delta = delta
        self.unaccelerated = unaccelerated ?? delta
        self.scale = scale
        self.angleDelta = angleDelta
        self.location = location
    }
}
