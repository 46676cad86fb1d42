extension Loop {
    /// The moments of a turn at which observers are called.
    ///
    /// Thread: any (a plain value).
    public struct Activity: OptionSet, Hashable, Sendable {
        /// One bit a moment.
        public let rawValue: UInt32

        /// Makes a set of its bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// A run begins, before its first turn.
        public static let entry = Activity(rawValue: 1)
        /// A turn begins.
        public static let beforeTimers = Activity(rawValue: 2)
        /// Blocks and manual sources come next.
        public static let beforeSources = Activity(rawValue: 4)
        /// The loop is about to sleep; not in a turn that polls.
        public static let beforeWaiting = Activity(rawValue: 8)
        /// The loop woke, and has not yet looked at what woke it.
        public static let afterWaiting = Activity(rawValue: 16)
        /// A run ended.
        public static let exit = Activity(rawValue: 32)
        /// All six.
        public static let all = Activity(rawValue: 63)

        /// The name of a single activity, for traces.
        var name: StaticString {
            switch self {
            case .entry: "entry"
            case .beforeTimers: "beforeTimers"
            case .beforeSources: "beforeSources"
            case .beforeWaiting: "beforeWaiting"
            case .afterWaiting: "afterWaiting"
            case .exit: "exit"
            default: "several"
            }
        }
    }

    /// Why a run ended.
    public enum RunResult: Hashable, Sendable {
        /// The mode has no sources, timers or blocks.
        case finished
        /// `stop()` was called.
        case stopped
        /// The time was over, or the run was a poll.
        case timedOut
        /// A source was performed, and the run was to return after one.
        case handledSource
    }

    /// Where a loop takes its time from.
    public enum Clock {
        /// CLOCK_MONOTONIC.
        case monotonic
        /// A clock that jumps to the next deadline instead of sleeping.
        case virtual(VirtualClock)
    }
}
