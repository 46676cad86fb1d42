/// A property that goes from one value to another.
///
/// Of `from`, `to` and `by` any may be missing (L-36): what is missing is taken from the layer as it is
/// without this animation. Thread: main.
public struct BasicAnimation<Value: Animatable>: Animation {
    /// When it runs and what happens around it.
    public var attributes = AnimationAttributes()
    /// Which property, or a part of one.
    public let property: WritableKeyPath<LayerProperties, Value>
    /// Where it begins.
    public var from: Value?
    /// Where it ends.
    public var to: Value?
    /// How far it goes.
    public var by: Value?
    /// Whether its value is added to the one below instead of replacing it (L-37).
    public var isAdditive = false

    /// Makes an animation of a property; a duration of zero means the transaction's.
    public init(
        _ property: WritableKeyPath<LayerProperties, Value>, from: Value? = nil, to: Value? = nil,
        by: Value? = nil, duration: Duration = .zero, timing: TimingFunction = .linear
    ) {
        self.property = property
        self.from = from
        self.to = to
        self.by = by
        attributes.duration = duration
        attributes.timing = timing
    }

    /// Puts the property at its place on the way.
    public func apply(to properties: inout LayerProperties, at elapsed: Duration) {
        guard let progress = attributes.progress(at: elapsed) else { return }
        let part = attributes.timing.value(at: progress)
        properties.animate(property, adding: isAdditive) { below in
            let ends = Self.ends(from: from, to: to, by: by, below: below)
            return ends.from.interpolated(to: ends.to, at: part)
        }
    }

    /// The two ends, of what was given and the value below.
    static func ends(from: Value?, to: Value?, by: Value?, below: Value) -> (from: Value, to: Value) {
        switch (from, to, by) {
        case (let from?, let to?, _): (from, to)
        case (let from?, nil, let by?): (from, from.adding(by))
        case (nil, let to?, let by?): (to.subtracting(by), to)
        case (let from?, nil, nil): (from, below)
        case (nil, let to?, nil): (below, to)
        case (nil, nil, let by?): (below, below.adding(by))
        case (nil, nil, nil): (below, below)
        }
    }
}

extension LayerProperties {
    /// Replaces a property by what `body` makes of it; or adds to it what `body` makes of nothing (L-37).
    mutating func animate<Value: Animatable>(
        _ property: WritableKeyPath<LayerProperties, Value>, adding isAdditive: Bool, _ body: (Value) -> Value
    ) {
        let below = self[keyPath: property]
        self[keyPath: property] = isAdditive ? below.adding(body(.neutral)) : body(below)
    }
}
