import EventLoop

/// What an animation shows before it begins and after it has ended, while it is attached (L-34).
///
/// Thread: any (a plain value).
public enum FillMode: Hashable, Sendable {
    /// Nothing; the default.
    case removed
    /// After its end, its end value.
    case forwards
    /// Before its beginning, its start value.
    case backwards
    /// Both.
    case both
}

/// When an animation runs and what happens around it; shared by all kinds (L-32).
public struct AnimationAttributes {
    /// The length of one cycle; zero or less means the transaction's, or 0.25 s (L-07).
    public var duration: Duration = .zero
    /// The curve of one cycle; linear unless set.
    public var timing = TimingFunction.linear
    /// How long after the commit it begins (L-11).
    public var delay: Duration = .zero
    /// How fast its time goes; negative runs each cycle backwards.
    public var speed = 1.0
    /// How far into its cycle it begins; wraps around.
    public var timeOffset: Duration = .zero
    /// How many cycles, also a part of one; 0 counts as 1, infinity goes on until removed.
    public var repeatCount = 1.0
    /// Whether each cycle also runs back, which doubles it.
    public var autoreverses = false
    /// What it shows before and after.
    public var fillMode = FillMode.removed
    /// Whether it leaves its layer when it has ended.
    public var isRemovedOnCompletion = true
    /// Called once when it begins, on the main thread.
    public var didStart: (() -> Void)?
    /// Called once when it has ended or was taken away; `true` when it reached its end (L-39).
    public var didStop: ((_ finished: Bool) -> Void)?

    /// The attributes of a new animation.
    public init() {}

    /// The whole active time: cycles over speed; `nil` when it has no end.
    var activeDuration: Duration? {
        let cycles = repeatCount > 0 ? repeatCount : 1
        guard speed != 0, speed.isFinite, cycles.isFinite else { return nil }
        let seconds = cycle * cycles / abs(speed)
        return seconds < 1e9 ? .seconds(seconds) : nil
    }

    /// One cycle in seconds, there and back.
    var cycle: Double { duration.inSeconds * (autoreverses ? 2 : 1) }

    /// The part of the way, 0...1 before the timing curve, at a time since the beginning; `nil` when it
    /// shows nothing then.
    func progress(at elapsed: Duration) -> Double? {
        let length = duration.inSeconds
        guard length > 0 else { return nil }
        if elapsed < .zero {
            guard fillMode == .backwards || fillMode == .both else { return nil }
            return fraction(0)
        }
        if let active = activeDuration, elapsed >= active {
            guard fillMode == .forwards || fillMode == .both else { return nil }
            return fraction(active.inSeconds, atEnd: true)
        }
        return fraction(elapsed.inSeconds)
    }

    private func fraction(_ elapsed: Double, atEnd: Bool = false) -> Double {
        let length = duration.inSeconds
        let local = elapsed * speed + timeOffset.inSeconds
        var phase = local.truncatingRemainder(dividingBy: cycle)
        if phase < 0 { phase += cycle }
        // At its end a whole number of cycles stands at the end of the last one, not at the next beginning.
        if atEnd && timeOffset == .zero && (phase < 1e-9 || cycle - phase < 1e-9) {
            phase = speed > 0 ? cycle : 0
        } else if speed < 0 && elapsed == 0 && phase == 0 {
            phase = cycle
        }
        return phase <= length ? phase / length : max(0, 2 - phase / length)
    }
}

/// A change of a layer's properties over time; a value, so adding one to a layer copies it (L-39).
///
/// Thread: main.
@MainActor
public protocol Animation: LayerAction {
    /// When it runs and what happens around it.
    var attributes: AnimationAttributes { get set }

    /// Changes properties to what they are at a time since its beginning, over the values below.
    ///
    /// Does nothing when it shows nothing at that time.
    func apply(to properties: inout LayerProperties, at elapsed: Duration)

    /// The duration to use when none was set; `nil` for the transaction's.
    var naturalDuration: Duration? { get }

    /// Takes a duration when none was set; called on the copy that a layer keeps (L-07).
    mutating func resolveDuration(default fallback: Duration)
}

extension Animation {
    /// The length of one cycle; zero or less means the transaction's, or 0.25 s (L-07).
    public var duration: Duration {
        get { attributes.duration }
        set { attributes.duration = newValue }
    }

    /// The curve of one cycle.
    public var timing: TimingFunction {
        get { attributes.timing }
        set { attributes.timing = newValue }
    }

    /// Most kinds have no length of their own.
    public var naturalDuration: Duration? { nil }

    /// Most kinds have nothing in them that needs one too.
    public mutating func resolveDuration(default fallback: Duration) {
        if duration <= .zero { duration = fallback }
    }
}

extension Animation {
    /// Adds the animation to the layer, for the key of the change.
    public func run(forKey key: String, on layer: Layer, old: LayerProperties?) {
        layer.add(self, forKey: key)
    }
}

extension Duration {
    /// The duration in seconds, as a number.
    var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
