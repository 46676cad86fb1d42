#if canImport(Glibc)
    import Glibc
#endif

/// How a coordinate goes on by itself after a fling, along one axis (T-42).
///
/// It slows by a constant factor a millisecond; past an edge a critically damped spring brings it back.
/// Told the time since the release, in seconds; it has no clock. Thread: any (a plain value).
public struct ScrollKinetics: Hashable, Sendable {
    /// What of the velocity is left after a millisecond.
    public enum Rate {
        /// The usual one.
        public static let normal = 0.998
        /// Stops soon.
        public static let fast = 0.99
    }

    /// Points per second below which it counts as stopped.
    ///
    /// Chosen by us: half a point a frame is not seen.
    public static let restSpeed = 10.0
    /// Radians per second: the spring that pulls back to an edge.
    ///
    /// Chosen by us.
    static let springRate = 14.0

    private var start: Double
    private var velocity: Double
    private var rate: Double
    private var lower: Double
    private var upper: Double
    private var bounces: Bool
    /// When, where and how fast the spring takes over.
    private var spring: (time: Double, edge: Double, offset: Double, velocity: Double)?

    /// Makes the motion of a coordinate released at `position` with `velocity` units a second.
    ///
    /// `lower` and `upper` are the limits of the content; without `bounces` it stops dead at them.
    public init(
        position: Double, velocity: Double, limits: ClosedRange<Double>, rate: Double = Rate.normal,
        bounces: Bool = true
    ) {
        start = position
        self.velocity = velocity
        self.rate = rate
        lower = limits.lowerBound
        upper = limits.upperBound
        self.bounces = bounces
        if position < lower || position > upper {
            let edge = position < lower ? lower : upper
            spring = (0, edge, position - edge, velocity)
        } else if bounces {
            let edge = velocity < 0 ? lower : upper
            if let time = time(toReach: edge) {
                spring = (time, edge, 0, freeVelocity(at: time))
            }
        }
    }

    /// Where the coordinate would rest if there were no edge: `x0 - v0 / (1000 ln d)`.
    public var projectedRest: Double { start - velocity / (1000 * log(rate)) }

    /// Where the coordinate is `time` seconds after the release.
    public func position(at time: Double) -> Double {
        if let spring, time >= spring.time {
            let t = time - spring.time
            let k = Self.springRate
            let offset = (spring.offset + (spring.velocity + k * spring.offset) * t) * exp(-k * t)
            if bounces { return spring.edge + offset }
            return spring.offset < 0
                ? min(spring.edge, spring.edge + offset) : max(spring.edge, spring.edge + offset)
        }
        let free = start + velocity / 1000 * (pow(rate, time * 1000) - 1) / log(rate)
        return min(max(free, lower), upper)
    }

    /// Whether nothing that can be seen happens after `time` seconds.
    public func isAtRest(at time: Double) -> Bool {
        if let spring {
            guard time >= spring.time else { return false }
            let t = time - spring.time
            let k = Self.springRate
            let slope = (spring.velocity - k * (spring.velocity + k * spring.offset) * t) * exp(-k * t)
            return abs(position(at: time) - spring.edge) < 0.25 && abs(slope) < Self.restSpeed
        }
        let here = position(at: time)
        let atEdge = (here <= lower && velocity <= 0) || (here >= upper && velocity >= 0)
        return atEdge || abs(freeVelocity(at: time)) < Self.restSpeed
    }

    /// Where it comes to rest.
    public var rest: Double { spring?.edge ?? min(max(projectedRest, lower), upper) }

    private func freeVelocity(at time: Double) -> Double { velocity * pow(rate, time * 1000) }

    /// When the free motion crosses a place; `nil` when it rests before it.
    private func time(toReach edge: Double) -> Double? {
        guard velocity != 0 else { return nil }
        let power = 1 + (edge - start) * 1000 * log(rate) / velocity
        guard power > 0, power <= 1 else { return nil }
        let time = log(power) / log(rate) / 1000
        return abs(freeVelocity(at: time)) < Self.restSpeed ? nil : time
    }

    /// Whether two motions are the same.
    public static func == (a: ScrollKinetics, b: ScrollKinetics) -> Bool {
        a.start == b.start && a.velocity == b.velocity && a.rate == b.rate && a.lower == b.lower
            && a.upper == b.upper && a.bounces == b.bounces
    }

    /// Feeds what tells motions apart into a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(start)
        hasher.combine(velocity)
    }
}
