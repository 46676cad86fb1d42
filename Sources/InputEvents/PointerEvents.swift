/// A motion of a mouse, trackball, touchpad or absolute pointer.
///
/// Thread: any (a plain value).
public struct PointerEvent: Hashable, Sendable {
    /// How the device told its motion.
    public enum Motion: Hashable, Sendable {
        /// By how much it moved: x right, y down, after acceleration and before it.
        ///
        /// The unit is a motion of a standardised 1000 dpi mouse; fractional.
        case relative(delta: Point, unaccelerated: Point)
        /// Where it is.
        ///
        /// At the seat and in recordings the unit square of the device; behind the dispatcher points of the
        /// display.
        case absolute(Point)
    }

    /// Which device.
    public var device: DeviceID
    /// The kernel's stamp.
    public var timestamp: Timestamp
    /// When it was read from the kernel; equal to `timestamp` where that is not known.
    public var arrival: Timestamp
    /// What the device said.
    public var motion: Motion
    /// Where the seat's one pointer is now, in points of the display.
    ///
    /// `.zero` before the dispatcher.
    public var location: Point

    /// Makes an event of its parts.
    public init(
        device: DeviceID, timestamp: Timestamp, motion: Motion, location: Point = .zero,
        arrival: Timestamp? = nil
    ) {
        self.device = device
        self.timestamp = timestamp
        self.arrival = arrival ?? timestamp
        self.motion = motion
        self.location = location
    }
}

/// A button of a pointer went down or up.
///
/// Two mice that hold one button make one press and one release (T-33). Thread: any (a plain value).
public struct ButtonEvent: Hashable, Sendable {
    /// A button's evdev code, such as `BTN_LEFT`.
    public struct Button: RawRepresentable, Hashable, Sendable {
        /// The evdev code.
        public var rawValue: UInt32
        /// Makes a button of its evdev code.
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        /// The main button, `BTN_LEFT`.
        public static let left = Button(rawValue: 0x110)
        /// The secondary button, `BTN_RIGHT`.
        public static let right = Button(rawValue: 0x111)
        /// The wheel's button, `BTN_MIDDLE`.
        public static let middle = Button(rawValue: 0x112)
    }

    /// Which device.
    public var device: DeviceID
    /// The kernel's stamp.
    public var timestamp: Timestamp
    /// When it was read from the kernel; equal to `timestamp` where that is not known.
    public var arrival: Timestamp
    /// Which button.
    public var button: Button
    /// Whether it went down.
    public var isDown: Bool
    /// Whether the release was made up because the device or the seat went away: nothing may come of it (T-17).
    public var isCancelled: Bool
    /// Where the seat's pointer is, in points of the display.
    ///
    /// `.zero` before the dispatcher.
    public var location: Point

    /// Makes an event of its parts.
    public init(
        device: DeviceID, timestamp: Timestamp, button: Button, isDown: Bool, isCancelled: Bool = false,
        location: Point = .zero, arrival: Timestamp? = nil
    ) {
        self.device = device
        self.timestamp = timestamp
        self.arrival = arrival ?? timestamp
        self.button = button
        self.isDown = isDown
        self.isCancelled = isCancelled
        self.location = location
    }
}

/// A turn of a wheel, or a scroll of fingers on a touchpad.
///
/// Thread: any (a plain value).
public struct ScrollEvent: Hashable, Sendable {
    /// What made the scroll; the unit of `delta` depends on it (T-39).
    public enum Source: UInt8, Hashable, Sendable {
        /// A wheel with clicks; no stop follows.
        case wheel
        /// Fingers on a touchpad; the stop of an axis is told.
        case finger
        /// A motion without clicks, such as a trackpoint with a button held; the stop is told.
        case continuous
    }

    /// Which device.
    public var device: DeviceID
    /// The kernel's stamp.
    public var timestamp: Timestamp
    /// When it was read from the kernel; equal to `timestamp` where that is not known.
    public var arrival: Timestamp
    /// What made it.
    public var source: Source
    /// How far: degrees of the wheel, else the pointer's motion unit.
    ///
    /// Positive is down and to the right.
    public var delta: Point
    /// Whole wheel clicks in this event, fractions kept for the next; zero for other sources (T-38).
    public var clicks: Point
    /// Whether the scroll along x, along y ended with this event (T-40).
    public var stoppedX: Bool
    /// See `stoppedX`.
    public var stoppedY: Bool
    /// Whether the stop was made up because the device or the seat went away: nothing may glide on (T-17).
    public var isCancelled: Bool
    /// Where the seat's pointer is, in points of the display.
    ///
    /// `.zero` before the dispatcher.
    public var location: Point

    /// Makes an event of its parts.
    public init(
        device: DeviceID, timestamp: Timestamp, source: Source, delta: Point, clicks: Point = .zero,
        stoppedX: Bool = false, stoppedY: Bool = false, isCancelled: Bool = false, location: Point = .zero,
        arrival: Timestamp? = nil
    ) {
        self.device = device
        self.timestamp = timestamp
        self.arrival = arrival ?? timestamp
        self.source = source
        self.delta = delta
        self.clicks = clicks
        self.stoppedX = stoppedX
        self.stoppedY = stoppedY
        self.isCancelled = isCancelled
        self.location = location
    }
}
