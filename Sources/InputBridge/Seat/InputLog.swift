/// A line of libinput's log, or of ours about input.
///
/// Thread: any (a plain value).
public struct InputLogLine: Hashable, Sendable {
    /// How much it matters.
    public enum Priority: UInt8, Hashable, Comparable, Sendable {
        /// For who looks for a fault in detail.
        case debug
        /// For who wants to know what goes on.
        case info
        /// Something is wrong.
        case error

        /// The less important one compares as less.
        public static func < (a: Priority, b: Priority) -> Bool { a.rawValue < b.rawValue }
    }

    /// How much it matters.
    public var priority: Priority
    /// What it says, with whose words: `libinput: …` or `input: …`.
    public var text: String

    /// Makes a line of its parts.
    public init(priority: Priority, text: String) {
        self.priority = priority
        self.text = text
    }
}

/// Lets a number of lines through in a span of time and counts the others.
package struct LogLimiter {
    /// Lines in a span, chosen by us.
    package static let lines = 20
    /// Nanoseconds of a span, chosen by us.
    package static let span: Int64 = 5_000_000_000

    private var start = Int64.min
    private var used = 0
    private var suppressed = 0

    package init() {}

    /// Answers whether a line at `now` (nanoseconds) may pass, and how many were held back before it.
    package mutating func admit(at now: Int64) -> (passes: Bool, suppressed: Int) {
        if start == .min || now - start >= Self.span {
            start = now
            used = 0
        }
        guard used < Self.lines else {
            suppressed += 1
            return (false, suppressed)
        }
        used += 1
        defer { suppressed = 0 }
        return (true, suppressed)
    }
}
