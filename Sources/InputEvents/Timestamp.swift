/// A moment on CLOCK_MONOTONIC, in nanoseconds since that clock's origin.
///
/// The clock of libinput's stamps, of the loop's timers and of page flips alike. Thread: any (a plain value).
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Nanoseconds since the origin of CLOCK_MONOTONIC.
    public var nanoseconds: Int64

    /// Makes a moment of its nanoseconds.
    @inlinable
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The earlier of two moments compares as less.
    @inlinable
    public static func < (a: Timestamp, b: Timestamp) -> Bool { a.nanoseconds < b.nanoseconds }

    /// The time from `earlier` to this moment; negative when it is later.
    @inlinable
    public func seconds(since earlier: Timestamp) -> Double {
        Double(nanoseconds &- earlier.nanoseconds) * 1e-9
    }
}
