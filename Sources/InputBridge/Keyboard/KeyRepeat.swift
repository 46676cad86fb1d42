package import InputEvents

/// How a held key repeats.
///
/// Thread: any (a plain value).
public struct KeyRepeat: Hashable, Sendable {
    /// From the press to the first repeat.
    public var delay: Duration
    /// Repeats a second; 0 for none.
    public var rate: Double

    /// Makes a setting of its parts: 400 ms and 25 a second, as most desktops have it.
    public init(delay: Duration = .milliseconds(400), rate: Double = 25) {
        self.delay = delay
        self.rate = rate
    }

    /// No repeats.
    public static let off = KeyRepeat(rate: 0)
}

/// Decides when a repeat starts and stops; someone else owns the timer (T-47).
///
/// Idle, or one key that repeats. Another repeating key takes over; a key that does not repeat changes nothing;
/// only the repeating key's own release stops it.
package struct KeyRepeatMachine {
    package enum Action: Equatable {
        case none
        /// Start anew: the first repeat after `delay`, then one every `interval`.
        case start(delay: Duration, interval: Duration)
        case stop
    }

    package var setting: KeyRepeat
    /// The key that repeats and its keyboard.
    package private(set) var key: (code: UInt32, device: DeviceID)?

    package init(_ setting: KeyRepeat = KeyRepeat()) { self.setting = setting }

    package mutating func press(_ code: UInt32, by device: DeviceID, repeats: Bool) -> Action {
        guard repeats, setting.rate.isFinite, setting.rate > 0 else { return .none }
        key = (code, device)
        let interval = Duration.nanoseconds(Int64(min(max(1e9 / setting.rate, 1e6), 1e12)))
        return .start(delay: setting.delay, interval: interval)
    }

    package mutating func release(_ code: UInt32) -> Action {
        guard key?.code == code else { return .none }
        return stop()
    }

    package mutating func stop() -> Action {
        guard key != nil else { return .none }
        key = nil
        return .stop
    }
}
