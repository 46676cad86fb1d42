/// How far an animation is at each part of its time: a cubic curve from (0, 0) to (1, 1) (L-35).
///
/// Thread: any (a plain value).
public struct TimingFunction: Hashable, Sendable {
    private let x1: Double, y1: Double, x2: Double, y2: Double

    /// Makes a curve of its two control points; their x is limited to 0...1, so that time never goes back.
    public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        self.x1 = min(max(x1, 0), 1)
        self.y1 = y1
        self.x2 = min(max(x2, 0), 1)
        self.y2 = y2
    }

    /// As fast at the beginning as at the end.
    public static let linear = TimingFunction(0, 0, 1, 1)
    /// Slow at first.
    public static let easeIn = TimingFunction(0.42, 0, 1, 1)
    /// Slow at last.
    public static let easeOut = TimingFunction(0, 0, 0.58, 1)
    /// Slow at both ends.
    public static let easeInOut = TimingFunction(0.42, 0, 0.58, 1)
    /// Quick to leave and slow to arrive; what implicit animations use.
    public static let standard = TimingFunction(0.25, 0.1, 0.25, 1)

    /// The curve's y where its x is `time`; 0 and 1 at the ends and beyond them.
    public func value(at time: Double) -> Double {
        guard time > 0 else { return 0 }
        guard time < 1 else { return 1 }
        if x1 == y1 && x2 == y2 { return time }
        func part(_ s: Double, _ p1: Double, _ p2: Double) -> Double {
            ((1 - 3 * p2 + 3 * p1) * s + (3 * p2 - 6 * p1)) * s * s + 3 * p1 * s
        }
        func slope(_ s: Double) -> Double {
            (3 * (1 - 3 * x2 + 3 * x1) * s + 2 * (3 * x2 - 6 * x1)) * s + 3 * x1
        }
        // Newton's steps, kept between two bounds that halve whenever a step would leave them.
        var low = 0.0, high = 1.0, s = time
        for _ in 0..<64 {
            let error = part(s, x1, x2) - time
            if abs(error) < 1e-9 { break }
            if error > 0 { high = s } else { low = s }
            let steepness = slope(s)
            let next = steepness > 1e-9 ? s - error / steepness : -1
            s = next > low && next < high ? next : (low + high) / 2
        }
        return part(s, y1, y2)
    }
}
