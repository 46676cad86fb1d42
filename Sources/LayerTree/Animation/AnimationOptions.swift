/// What an animation block does beside its duration and its curve.
///
/// Thread: any (a plain value).
public struct AnimationOptions: Sendable {
    /// How long after the commit the animations begin; until then the old values show.
    public var delay: Duration = .zero
    /// How many cycles, also a part of one; infinity goes on until the animation is removed or replaced.
    public var repeatCount = 1.0
    /// Whether each cycle also runs back, which doubles it.
    public var autoreverses = false
    /// Whether a new animation replaces the running one and starts from what shows, instead of being added to it.
    public var beginsFromCurrentState = false
    /// A spring that takes the curve's place; it has settled at the block's duration.
    public var spring: SpringCurve?

    /// The options of a block that says nothing.
    public init() {}
}

/// A spring by how it looks: its stiffness follows from the time in which it shall settle.
///
/// Thread: any (a plain value).
public struct SpringCurve: Hashable, Sendable {
    /// 1 comes to rest without passing the target, less swings beyond it; limited to 0.01...10.
    public var dampingRatio: Double
    /// The speed at the beginning in whole ways per second, positive towards the target (L-66).
    public var initialVelocity: Double

    /// Makes a spring; numbers that are not finite count as 1 and 0.
    public init(dampingRatio: Double, initialVelocity: Double = 0) {
        self.dampingRatio = dampingRatio.isFinite ? min(max(dampingRatio, 0.01), 10) : 1
        self.initialVelocity = initialVelocity.isFinite ? initialVelocity : 0
    }

    /// A spring on a property that has settled after `duration`, which must be positive.
    @MainActor
    func animation<Value: Animatable>(
        of property: WritableKeyPath<LayerProperties, Value>, duration: Duration
    ) -> SpringAnimation<Value> {
        // Settling takes as much longer as the spring swings slower: one measure gives the frequency.
        let measure = 100.0
        let trial = SpringAnimation<Value>(
            property, stiffness: measure * measure, damping: 2 * dampingRatio * measure)
        let frequency = measure * trial.settlingDuration.inSeconds / max(duration.inSeconds, 1e-3)
        var spring = SpringAnimation<Value>(
            property, stiffness: frequency * frequency, damping: 2 * dampingRatio * frequency,
            initialVelocity: initialVelocity)
        spring.duration = duration
        return spring
    }
}
