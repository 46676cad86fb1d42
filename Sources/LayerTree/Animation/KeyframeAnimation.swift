public import Graphics
public import InputEvents

/// How a keyframe animation gets from one value to the next.
///
/// Thread: any (a plain value).
public enum KeyframeMode: Hashable, Sendable {
    /// Straight from value to value, by the key times.
    case linear
    /// Each value holds until the next one's time (L-64).
    case discrete
    /// Straight, everywhere equally fast; key times and timings are not used (L-40).
    case paced
    /// On a smooth curve through all values, by the key times.
    case cubic
}

/// A property that goes through several values.
///
/// The animation's own timing curve is applied first, a segment's curve second (L-40). Without values it does
/// nothing. Cost: one search among the key times a frame, no allocation. Thread: main.
public struct KeyframeAnimation<Value: Animatable>: Animation {
    /// When it runs and what happens around it.
    public var attributes = AnimationAttributes()
    /// Which property, or a part of one.
    public let property: WritableKeyPath<LayerProperties, Value>
    /// What it goes through, from first to last.
    public let values: [Value]
    /// How it gets from one to the next.
    public let mode: KeyframeMode
    /// Whether its value is added to the one below instead of replacing it (L-37).
    public var isAdditive = false
    /// When each value is reached, 0...1, never going back; with `discrete` one more than values.
    private let times: [Double]
    private let timings: [TimingFunction]

    /// Makes an animation through `values`.
    ///
    /// `keyTimes` are parts of the duration; each is moved into 0...1 and behind the one before, and a list of
    /// the wrong length, or none, means equal steps. `timings` are the curves of the segments, one fewer than
    /// values; missing ones are linear.
    public init(
        _ property: WritableKeyPath<LayerProperties, Value>, values: [Value], keyTimes: [Double]? = nil,
        timings: [TimingFunction] = [], mode: KeyframeMode = .linear, duration: Duration = .zero
    ) {
        self.property = property
        self.values = values
        self.mode = mode
        self.timings = mode == .paced || mode == .discrete ? [] : timings
        times = Self.times(values, keyTimes, mode)
        attributes.duration = duration
    }

    /// Puts the property at its place on the way.
    public func apply(to properties: inout LayerProperties, at elapsed: Duration) {
        guard let progress = attributes.progress(at: elapsed), !values.isEmpty else { return }
        let time = attributes.timing.value(at: progress)
        properties.animate(property, adding: isAdditive) { _ in value(at: time) }
    }

    /// The value at a part of the duration, before it is added to anything.
    public func value(at time: Double) -> Value {
        let last = values.count - 1
        let index = segment(at: time)
        if mode == .discrete || index >= last { return values[min(index, last)] }
        let span = times[index + 1] - times[index]
        var part = span > 0 ? min(max((time - times[index]) / span, 0), 1) : 1
        if index < timings.count { part = timings[index].value(at: part) }
        return mode == .cubic
            ? smooth(index, part) : values[index].interpolated(to: values[index + 1], at: part)
    }

    /// The last value whose time has come.
    private func segment(at time: Double) -> Int {
        var low = 0, high = times.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if times[middle] <= time { low = middle } else { high = middle }
        }
        return low
    }

    /// A Catmull-Rom curve, made of nothing but steps between values, so that it works for all kinds of them.
    private func smooth(_ index: Int, _ part: Double) -> Value {
        let a = values[max(index - 1, 0)], b = values[index]
        let c = values[index + 1], d = values[min(index + 2, values.count - 1)]
        let ab = a.interpolated(to: b, at: part + 1)
        let bc = b.interpolated(to: c, at: part)
        let cd = c.interpolated(to: d, at: part - 1)
        let before = ab.interpolated(to: bc, at: (part + 1) / 2)
        let after = bc.interpolated(to: cd, at: part / 2)
        return before.interpolated(to: after, at: part)
    }

    private static func times(_ values: [Value], _ given: [Double]?, _ mode: KeyframeMode) -> [Double] {
        if mode == .paced {
            var sum = 0.0
            let sums = values.indices.map { index in
                if index > 0 { sum += values[index - 1].distance(to: values[index]) }
                return sum
            }
            if sum > 0 && sum.isFinite { return sums.map { $0 / sum } }
        }
        let count = mode == .discrete ? values.count + 1 : values.count
        guard let given, given.count == count, mode != .paced else {
            return (0..<count).map { count > 1 ? Double($0) / Double(count - 1) : 0 }
        }
        var latest = 0.0
        return given.map { time in
            latest = max(latest, min(max(time.isFinite ? time : latest, 0), 1))
            return latest
        }
    }
}

extension KeyframeAnimation where Value == Point {
    /// Makes an animation of a point along a path, everywhere equally fast.
    ///
    /// Curves are followed in 32 straight steps each. A path in several parts jumps from one to the next in the
    /// time that their distance takes.
    public init(
        _ property: WritableKeyPath<LayerProperties, Point>, along path: Path, duration: Duration = .zero
    ) {
        self.init(property, values: path.flattened(steps: 32), mode: .paced, duration: duration)
    }
}

extension Path {
    /// The points of the path, each curve in so many straight steps.
    func flattened(steps: Int) -> [Point] {
        var points: [Point] = []
        var start: Point?
        for element in elements {
            switch element {
            case .move(let point):
                points.append(point)
                start = point
            case .line(let point): points.append(point)
            case .close: if let start { points.append(start) }
            case .curve(let a, let b, let end):
                let from = points.last ?? a
                for step in 1...steps {
                    let s = Double(step) / Double(steps), r = 1 - s
                    let first = from * (r * r * r) + a * (3 * r * r * s)
                    points.append(first + b * (3 * r * s * s) + end * (s * s * s))
                }
            }
        }
        return points
    }
}
