package import InputEvents

/// Counts whole clicks of one axis of a wheel that reports fractions of them (T-38).
///
/// 120 units are one click. What is left over waits for more, and is forgotten when the wheel turns the other
/// way or rests.
package struct WheelAccumulator {
    /// Units of a click, the kernel's number for high-resolution wheels.
    package static let unitsPerClick = 120.0
    /// Nanoseconds after which a left-over is forgotten, chosen by us: slower than a hand turns one click.
    package static let rest: Int64 = 1_000_000_000

    private var remainder = 0.0
    private var last = Timestamp(nanoseconds: .min)

    package init() {}

    /// Adds a turn; answers the whole clicks that it completes.
    package mutating func add(_ units: Double, at time: Timestamp) -> Double {
        guard units.isFinite, units != 0 else { return 0 }
        let (pause, overflow) = time.nanoseconds.subtractingReportingOverflow(last.nanoseconds)
        if overflow || pause > Self.rest || (remainder < 0) != (units < 0) { remainder = 0 }
        last = time
        remainder += units
        let clicks = (remainder / Self.unitsPerClick).rounded(.towardZero)
        remainder -= clicks * Self.unitsPerClick
        return clicks
    }
}
