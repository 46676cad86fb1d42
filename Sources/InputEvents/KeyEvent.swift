/// A key went down, repeats, or went up.
///
/// Every press has one release, also when its keyboard is unplugged (T-45). Thread: any (a plain value).
public struct KeyEvent: Hashable, Sendable {
    /// The modifiers in force when the key was struck, before the key itself counts (T-44).
    public struct Modifiers: OptionSet, Hashable, Sendable {
        /// One bit a modifier.
        public var rawValue: UInt8
        /// Makes a set of its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Either Shift.
        public static let shift = Modifiers(rawValue: 1 << 0)
        /// Either Control.
        public static let control = Modifiers(rawValue: 1 << 1)
        /// The left Alt, usually.
        public static let alt = Modifiers(rawValue: 1 << 2)
        /// The key with the logo.
        public static let logo = Modifiers(rawValue: 1 << 3)
        /// Caps Lock is on.
        public static let capsLock = Modifiers(rawValue: 1 << 4)
        /// Num Lock is on.
        public static let numLock = Modifiers(rawValue: 1 << 5)
    }

    /// What the key does.
    public enum Phase: UInt8, Hashable, Sendable {
        /// It went down.
        case down
        /// It is held; the loop's timer made this event (T-47).
        case repeats
        /// It went up.
        case up
        /// It counts as up because its keyboard or the seat went away: nothing may come of it.
        case cancelled
    }

    /// Which keyboard.
    public var device: DeviceID
    /// The kernel's stamp.
    public var timestamp: Timestamp
    /// When it was read from the kernel; equal to `timestamp` where that is not known.
    public var arrival: Timestamp
    /// The evdev code of the key; xkb's is 8 more (T-43).
    public var keycode: UInt32
    /// The xkb keysym; 0 where there is none, and before the dispatcher.
    public var keysym: UInt32
    /// What it types; `nil` for none, on release, and before the dispatcher.
    public var characters: String?
    /// What it does.
    public var phase: Phase
    /// The modifiers in force.
    ///
    /// Empty before the dispatcher.
    public var modifiers: Modifiers
    /// Those of `modifiers` that the keymap used up to choose `keysym`.
    ///
    /// A shortcut compares the others: Control-Shift-= and Control-plus are one (T-51). Empty before the
    /// dispatcher.
    public var consumedModifiers: Modifiers

    /// Whether the key went down or repeats.
    public var isDown: Bool { phase == .down || phase == .repeats }

    /// Makes an event of its parts.
    public init(
        device: DeviceID, timestamp: Timestamp, keycode: UInt32, phase: Phase, keysym: UInt32 = 0,
        characters: String? = nil, modifiers: Modifiers = [], consumedModifiers: Modifiers = [],
        arrival: Timestamp? = nil
    ) {
        self.device = device
        self.timestamp = timestamp
        self.arrival = arrival ?? timestamp
        self.keycode = keycode
        self.phase = phase
        self.keysym = keysym
        self.characters = characters
        self.modifiers = modifiers
        self.consumedModifiers = consumedModifiers
    }
}
