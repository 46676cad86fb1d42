/// Animations that run as one: in the group's time, and not beyond its end (L-38).
///
/// A child without a duration takes the group's. What a child says about its start, its stop and its removal is
/// not used; the group's own attributes are. Thread: main.
public struct AnimationGroup: Animation {
    /// When it runs and what happens around it.
    public var attributes = AnimationAttributes()
    /// What runs in it; a later one is laid over the earlier ones.
    public private(set) var animations: [any Animation]

    /// Makes a group; a duration of zero means the transaction's.
    public init(_ animations: [any Animation], duration: Duration = .zero) {
        self.animations = animations
        attributes.duration = duration
    }

    /// Puts the properties of all children at their places.
    public func apply(to properties: inout LayerProperties, at elapsed: Duration) {
        guard let progress = attributes.progress(at: elapsed) else { return }
        let time = attributes.duration * attributes.timing.value(at: progress)
        for animation in animations {
            animation.apply(to: &properties, at: time - animation.attributes.delay)
        }
    }

    /// Gives the children that have no duration one.
    public mutating func resolveDuration(default fallback: Duration) {
        if duration <= .zero { duration = fallback }
        for index in animations.indices {
            animations[index].resolveDuration(default: animations[index].naturalDuration ?? duration)
        }
    }
}
