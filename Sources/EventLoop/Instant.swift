/// A moment on the loop's clock, in nanoseconds of CLOCK_MONOTONIC since that clock's origin.
///
/// Arithmetic saturates: a moment too far away becomes the farthest one. Thread: any (a plain value).
public struct Instant: InstantProtocol, Hashable, Sendable {
    /// Nanoseconds since the origin of CLOCK_MONOTONIC.
    public var nanoseconds: Int64

    /// A moment that never comes: 292 years after the clock's origin.
    public static let distantFuture = Instant(nanoseconds: .max)

    /// Makes a moment of its nanoseconds.
    @inlinable
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The moment that lies `duration` later.
    public func advanced(by duration: Duration) -> Instant {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.clampedNanoseconds)
        if overflow { return Instant(nanoseconds: duration < .zero ? .min : .max) }
        return Instant(nanoseconds: sum)
    }

    /// The time from this moment to another; negative when that one is earlier.
    public func duration(to other: Instant) -> Duration {
        let (difference, overflow) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
        return .nanoseconds(overflow ? (other < self ? .min : .max) : difference)
    }

    /// The earlier of two moments compares as less.
    @inlinable
    public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }
}

extension Duration {
    /// The duration in whole nanoseconds, rounded towards zero, limited to what 64 bits hold.
    public var clampedNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, carried) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return carried ? (seconds < 0 ? .min : .max) : sum
    }
}

extension Duration {
    /// The duration of seconds that were computed, and may be anything.
    ///
    /// What is no number is zero; what nanoseconds in 64 bits cannot hold, infinity included, is the longest one.
    public init(clampingSeconds seconds: Double) {
        let nanoseconds = seconds * 1e9
        if nanoseconds.isNaN {
            self = .zero
        } else {
            self = .nanoseconds(
                Int64(exactly: nanoseconds.rounded(.towardZero)) ?? (seconds < 0 ? .min : .max))
        }
    }
}
