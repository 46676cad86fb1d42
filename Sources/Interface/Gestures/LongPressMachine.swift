import EventLoop
package import InputEvents

/// Waits for fingers that stay where they are (G-33, G-60, G-67): no clock, no view.
///
/// ```
///              timeout, or a sample past it             up
///   possible ───────────────────────────────▶ active ───────▶ end
///      │ moved, lifted, too many ─▶ fail        │ moved ─▶ change
/// ```
package struct LongPressMachine: Sendable {
    package struct Settings: Hashable, Sendable {
        package var touches = 1
        package var duration = GestureLimits.longPress
        package var slop = GestureLimits.longPressSlop
        package init() {}
    }

    package enum Action: Hashable, Sendable {
        case none
        case begin
        case change
        case end
        case fail
        /// The time had passed before the lift that was told, so both are due.
        case beginAndEnd
    }

    package var settings: Settings
    package private(set) var deadline: Timestamp?
    package private(set) var isActive = false
    package private(set) var location = Point.zero
    private var fingers = GestureFingers()

    package init(settings: Settings = Settings()) { self.settings = settings }

    package var touchCount: Int { fingers.count }

    package mutating func reset() {
        deadline = nil
        isActive = false
        fingers.removeAll()
    }

    package mutating func down(_ sample: GestureSample) -> Action {
        if isActive { return .none }
        if fingers.count >= settings.touches { return .fail }
        fingers.add(sample)
        location = fingers.centroid
        if fingers.count == settings.touches {
            deadline = sample.time.later(by: settings.duration.clampedNanoseconds)
        }
        return .none
    }

    package mutating func move(_ sample: GestureSample) -> Action {
        let wasDue = isDue(sample)
        if wasDue { begin() }
        guard let distance = fingers.move(sample) else { return .none }
        if !isActive, distance > settings.slop { return .fail }
        location = fingers.centroid
        if wasDue { return .begin }
        return isActive ? .change : .none
    }

    package mutating func up(_ sample: GestureSample) -> Action {
        let wasDue = isDue(sample)
        guard isActive || wasDue else { return .fail }
        fingers.removeAll()
        deadline = nil
        isActive = true
        return wasDue ? .beginAndEnd : .end
    }

    package mutating func timeout(at moment: Timestamp) -> Action {
        guard let deadline, moment >= deadline, !isActive else { return .none }
        begin()
        return .begin
    }

    private mutating func begin() {
        isActive = true
        deadline = nil
    }

    private func isDue(_ sample: GestureSample) -> Bool {
        guard let deadline, !isActive else { return false }
        return sample.time > deadline
    }
}
