/// Names one finger from its touch-down to its lift; never used again (T-03).
///
/// Thread: any (a plain value).
public struct TouchID: Hashable, Comparable, Sendable {
    /// Counts from 1 in the order of the touch-downs of a seat.
    public var rawValue: UInt64

    /// Makes an identity of its number.
    @inlinable
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The earlier touch-down compares as less.
    @inlinable
    public static func < (a: TouchID, b: TouchID) -> Bool { a.rawValue < b.rawValue }
}

/// Where a finger is in its life: `began (moved|stationary)* (ended|cancelled)` (T-01).
///
/// Thread: any (a plain value).
public enum TouchPhase: UInt8, Hashable, Sendable {
    /// The finger came down in this frame.
    case began
    /// It changed its place.
    case moved
    /// It is down and did not move, while another finger of the frame did something.
    case stationary
    /// It was lifted.
    case ended
    /// The system ended the touch: nothing may come of it.
    case cancelled

    /// Whether nothing of this touch follows.
    @inlinable
    public var isFinal: Bool { self == .ended || self == .cancelled }
}

/// One finger in one frame.
///
/// Thread: any (a plain value).
public struct TouchSample: Hashable, Sendable {
    /// Which finger.
    public var id: TouchID
    /// Where it is.
    ///
    /// At the seat and in recordings: the unit square of the device, `(0,0)` its upper left corner; behind the
    /// dispatcher: points of the display. The last known place when `phase` is final, for lifting has no
    /// coordinates (T-06).
    public var location: Point
    /// What it does.
    public var phase: TouchPhase

    /// Makes a sample of its parts.
    @inlinable
    public init(id: TouchID, location: Point, phase: TouchPhase) {
        self.id = id
        self.location = location
        self.phase = phase
    }
}

/// What one scan of a touchscreen reported: all of its fingers at one moment (T-05).
///
/// Thread: any (a plain value).
public struct TouchFrame: Hashable, Sendable {
    /// Which touchscreen.
    public var device: DeviceID
    /// The kernel's stamp (T-08).
    public var timestamp: Timestamp
    /// When it was read from the kernel; equal to `timestamp` where that is not known.
    public var arrival: Timestamp
    /// Every finger that is down or was lifted in this frame, in the order of their touch-downs.
    public var touches: TouchList

    /// Makes a frame of its parts.
    @inlinable
    public init(device: DeviceID, timestamp: Timestamp, touches: TouchList, arrival: Timestamp? = nil) {
        self.device = device
        self.timestamp = timestamp
        self.arrival = arrival ?? timestamp
        self.touches = touches
    }

    /// Whether no finger came, went or was cancelled: such frames may be folded (T-09).
    @inlinable
    public var isPureMotion: Bool {
        touches.allSatisfy { $0.phase == .moved || $0.phase == .stationary }
    }
}
