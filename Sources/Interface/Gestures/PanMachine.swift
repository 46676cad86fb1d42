package import InputEvents

/// Follows fingers that drag (G-34 to G-36, G-62, G-66, G-68): no clock, no view, only samples.
///
/// ```
///              displacement >= slop, enough fingers           last up
///   possible ──────────────────────────────────────▶ active ───────────▶ end
///      │ too many fingers, last up ─▶ fail             │ moved ─▶ change
/// ```
package struct PanMachine: Sendable {
    package struct Settings: Hashable, Sendable {
        package var minimumTouches = 1
        package var maximumTouches = Int.max
        package var slop = GestureLimits.panSlop
        package init() {}
    }

    package enum Action: Hashable, Sendable {
        case none
        case begin
        case change
        case end
        case fail
    }

    package var settings: Settings
    /// Whether it has wished to begin.
    package private(set) var isActive = false
    /// The mean of the fingers; after the last lift the last one.
    package private(set) var location = Point.zero
    /// Points per second, as of the newest sample or, after the last lift, of the lift.
    package private(set) var finalVelocity: Point?

    private var fingers = GestureFingers()
    private var tracker = VelocityTracker()
    /// The way of the centroid since the first touch-down, without the jumps of fingers that come and go.
    private var travelled = Point.zero
    /// Where `travelled` was when the translation was zero.
    private var origin = Point.zero
    /// What `travelled` was when the fingers last changed, and the centroid then.
    private var base = (travelled: Point.zero, centroid: Point.zero)

    package init(settings: Settings = Settings()) { self.settings = settings }

    /// How far the fingers have dragged; setting it moves the zero.
    package var translation: Point {
        get { travelled - origin }
        set { origin = travelled - newValue }
    }

    package var velocity: Point { finalVelocity ?? tracker.velocity() }
    package var touchCount: Int { fingers.count }

    package mutating func reset() {
        isActive = false
        finalVelocity = nil
        fingers.removeAll()
        tracker.reset()
        travelled = .zero
        origin = .zero
        base = (.zero, .zero)
    }

    package mutating func down(_ sample: GestureSample) -> Action {
        if !isActive, fingers.count >= settings.maximumTouches { return .fail }
        fingers.add(sample)
        rebase()
        if !isActive, fingers.count <= settings.minimumTouches {
            // Only what enough fingers drag counts.
            travelled = .zero
            base.travelled = .zero
            tracker.reset()
        }
        if fingers.count == 1 || !isActive { tracker.add(travelled, at: sample.time) }
        return .none
    }

    package mutating func move(_ sample: GestureSample) -> Action {
        guard fingers.move(sample) != nil else { return .none }
        location = fingers.centroid
        guard isActive || fingers.count >= settings.minimumTouches else { return .none }
        let before = travelled
        travelled = base.travelled + location - base.centroid
        tracker.add(travelled, at: sample.time)
        if isActive { return travelled == before ? .none : .change }
        guard travelled.distance(to: .zero) >= settings.slop else { return .none }
        isActive = true
        return .begin
    }

    /// A finger lifted at `sample`; its place counts only when it differs from the last one.
    package mutating func up(_ sample: GestureSample) -> Action {
        fingers.remove(sample.id)
        guard fingers.isEmpty else {
            rebase()
            return .none
        }
        finalVelocity = tracker.velocity(at: sample.time)
        return isActive ? .end : .fail
    }

    private mutating func rebase() {
        location = fingers.centroid
        base = (travelled, location)
    }
}
