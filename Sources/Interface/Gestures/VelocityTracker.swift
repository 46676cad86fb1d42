// Velocity is what a fling starts with. It is a fit over the last tenth of a second of hardware stamps, so
// neither one jittery sample nor a late turn of the loop changes it.

public import InputEvents

/// How fast a point moved, by a least squares fit of a parabola through its last samples (G-42 to G-44).
///
/// Holds up to 20 samples in place; adding one never allocates. Thread: any (a plain value).
public struct VelocityTracker: Sendable {
    /// How many samples are looked at.
    public static let capacity = 20
    /// Samples older than this, seen from the newest, do not count, in nanoseconds.
    public static let horizon: Int64 = 100_000_000
    /// A longer pause between two samples ends the motion before it, in nanoseconds.
    public static let longestGap: Int64 = 40_000_000

    private struct Sample: Sendable {
        var time: Int64
        var position: Point
    }

    private var ring = InlineArray<20, Sample>(repeating: Sample(time: 0, position: .zero))
    private var next = 0
    private var count = 0

    /// Makes a tracker without samples.
    public init() {}

    /// Forgets all samples.
    public mutating func reset() {
        next = 0
        count = 0
    }

    /// Takes a sample in; one with the stamp of the newest, or an earlier one, takes the newest's place.
    public mutating func add(_ position: Point, at time: Timestamp) {
        guard position.isFinite else { return }
        if count > 0 {
            let newest = (next + Self.capacity - 1) % Self.capacity
            if time.nanoseconds <= ring[newest].time {
                ring[newest].position = position
                return
            }
        }
        ring[next] = Sample(time: time.nanoseconds, position: position)
        next = (next + 1) % Self.capacity
        count = min(count + 1, Self.capacity)
    }

    /// The velocity at the newest sample, in units of the positions per second.
    ///
    /// `moment` is when the question counts, such as the stamp of a lift: a point that rested for more than
    /// 40 ms before it has no velocity (G-43). Zero with fewer than two samples.
    public func velocity(at moment: Timestamp? = nil) -> Point {
        guard count >= 2 else { return .zero }
        let newest = sample(0)
        if let moment, moment.nanoseconds - newest.time > Self.longestGap { return .zero }
        var used = 1
        while used < count {
            let time = sample(used).time
            if newest.time - time > Self.horizon || sample(used - 1).time - time > Self.longestGap { break }
            used += 1
        }
        guard used >= 2 else { return .zero }
        let displacement = newest.position - sample(used - 1).position
        let fitted =
            used == 2
            ? displacement * (1e9 / Double(newest.time - sample(1).time))
            : Point(slope(over: used, of: \.x), slope(over: used, of: \.y))
        return fitted.x * displacement.x + fitted.y * displacement.y < 0 ? .zero : fitted
    }

    /// The sample that is `age` places older than the newest.
    private func sample(_ age: Int) -> Sample {
        ring[(next + 2 * Self.capacity - 1 - age) % Self.capacity]
    }

    /// The slope at the newest sample of the parabola that fits best, by polynomials orthogonal on the stamps.
    private func slope(over used: Int, of part: any KeyPath<Point, Double> & Sendable) -> Double {
        let newest = sample(0)
        let origin = newest.position[keyPath: part]
        func time(_ age: Int) -> Double { Double(sample(age).time - newest.time) * 1e-9 }
        func value(_ age: Int) -> Double { sample(age).position[keyPath: part] - origin }

        var meanTime = 0.0
        for age in 0..<used { meanTime += time(age) }
        meanTime /= Double(used)
        // The first polynomial is t - meanTime, the second (t - center) * first - spread.
        var norm = 0.0
        var weighted = 0.0
        var linear = 0.0
        for age in 0..<used {
            let first = time(age) - meanTime
            norm += first * first
            weighted += time(age) * first * first
            linear += value(age) * first
        }
        guard norm > 0 else { return 0 }
        let center = weighted / norm
        let spread = norm / Double(used)
        linear /= norm
        var secondNorm = 0.0
        var quadratic = 0.0
        for age in 0..<used {
            let second = (time(age) - center) * (time(age) - meanTime) - spread
            secondNorm += second * second
            quadratic += value(age) * second
        }
        guard secondNorm > 0 else { return linear }
        return linear - quadratic / secondNorm * (center + meanTime)
    }
}
