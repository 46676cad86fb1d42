import Glibc

/// A property that is pulled to its target by a damped spring (L-41, L-42, L-66).
///
/// Without a duration it lasts until it has settled; a shorter one cuts it off. Thread: main.
public struct SpringAnimation<Value: Animatable>: Animation {
    /// When it runs and what happens around it.
    public var attributes = AnimationAttributes()
    /// Which property, or a part of one.
    public let property: WritableKeyPath<LayerProperties, Value>
    /// Where it begins; missing for where the layer is.
    public var from: Value?
    /// Where it ends; missing for where the layer is.
    public var to: Value?
    /// Whether its value is added to the one below instead of replacing it (L-37).
    public var isAdditive = false
    /// The mass at the spring's end, above 0.
    public var mass: Double
    /// How strongly the spring pulls, above 0.
    public var stiffness: Double
    /// How strongly it is slowed down, not below 0.
    public var damping: Double
    /// The speed at the beginning in whole ways per second, positive towards the target.
    public var initialVelocity: Double

    /// Makes a spring; numbers out of range are moved into it.
    public init(
        _ property: WritableKeyPath<LayerProperties, Value>, from: Value? = nil, to: Value? = nil,
        mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0
    ) {
        self.property = property
        self.from = from
        self.to = to
        self.mass = mass > 0 && mass.isFinite ? mass : 1
        self.stiffness = stiffness > 0 && stiffness.isFinite ? stiffness : 100
        self.damping = damping >= 0 && damping.isFinite ? damping : 10
        self.initialVelocity = initialVelocity.isFinite ? initialVelocity : 0
    }

    /// How long until less than 5e-4 of the way is left for good; at most a minute (L-42).
    public var settlingDuration: Duration {
        let threshold = 5e-4, longest = 60.0
        let w = (stiffness / mass).squareRoot(), z = damping / (2 * (stiffness * mass).squareRoot())
        guard z > 0 else { return .seconds(longest) }
        var high = 0.125
        if z < 1 {
            // It swings inside an envelope; from where that is narrow enough, look back for the last swing.
            let a = w * (1 - z * z).squareRoot(), b = (z * w - initialVelocity) / a
            high = max(log((1 + b * b).squareRoot() / threshold) / (z * w), high)
        } else {
            while abs(1 - way(at: high)) > threshold && high < longest { high *= 2 }
        }
        high = min(high, longest)
        let step = high / 4096
        var low = high
        while low > 0 && abs(1 - way(at: low)) < threshold { low -= step }
        if low == high { return .seconds(high) }
        var end = low + step
        for _ in 0..<40 {
            let middle = (low + end) / 2
            if abs(1 - way(at: middle)) < threshold { end = middle } else { low = middle }
        }
        return .seconds(end)
    }

    /// The settled spring's own length.
    public var naturalDuration: Duration? { settlingDuration }

    /// Puts the property at its place on the way.
    public func apply(to properties: inout LayerProperties, at elapsed: Duration) {
        guard let progress = attributes.progress(at: elapsed) else { return }
        let time = attributes.timing.value(at: progress) * attributes.duration.inSeconds
        properties.animate(property, adding: isAdditive) { below in
            let ends = BasicAnimation.ends(from: from, to: to, by: nil, below: below)
            return ends.from.interpolated(to: ends.to, at: way(at: time))
        }
    }

    /// The part of the way at a time in seconds; may pass 1 (L-41).
    public func way(at time: Double) -> Double {
        let w = (stiffness / mass).squareRoot(), z = damping / (2 * (stiffness * mass).squareRoot())
        let v = initialVelocity
        if z < 1 {
            let a = w * (1 - z * z).squareRoot()
            return 1 - exp(-z * w * time) * (cos(a * time) + (z * w - v) / a * sin(a * time))
        }
        if z == 1 { return 1 - exp(-w * time) * (1 + (w - v) * time) }
        let root = (z * z - 1).squareRoot()
        let fast = -w * (z + root), slow = -w * (z - root)
        let share = (-v - slow) / (fast - slow)
        return 1 - share * exp(fast * time) - (1 - share) * exp(slow * time)
    }
}
