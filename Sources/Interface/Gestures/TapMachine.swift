import EventLoop
package import InputEvents

/// Tells taps from everything else (G-30, G-31, G-60): no clock, no view, only samples and moments.
///
/// ```
///          down (n-th)         last up, taps left            last up, no taps left
///   idle ──────────▶ pressed ────────────────────▶ between ─ ─ ─▶ recognise
///                      │ moved, held, too many         │ down in time and place ─▶ pressed
///                      ▼                               │ down too late or too far ─▶ restart, pressed
///                     fail ◀───────── timeout ─────────┘
/// ```
package struct TapMachine: Sendable {
    package struct Settings: Hashable, Sendable {
        package var taps = 1
        package var touches = 1
        package var slop = GestureLimits.tapSlop
        package var pointerSlop = GestureLimits.clickSlop
        package var hold = GestureLimits.tapHold
        package var interval = GestureLimits.tapInterval
        package var distance = GestureLimits.tapSlop
        package init() {}
    }

    package enum Action: Hashable, Sendable {
        case none
        case fail
        case recognise
        /// The series so far failed; the touch that was told is the first of a new one.
        case restart
    }

    package var settings: Settings
    /// When `timeout(at:)` has something to say.
    package private(set) var deadline: Timestamp?
    /// The mean of the fingers of the tap; after the last lift the last one.
    package private(set) var location = Point.zero
    /// How many taps of the series are complete.
    package private(set) var completed = 0

    private var fingers = GestureFingers()
    private var isComplete = false
    private var hasLifted = false
    private var lastUp = Timestamp(nanoseconds: 0)
    private var lastPlaces: [Point] = []

    package init(settings: Settings = Settings()) { self.settings = settings }

    package mutating func reset() {
        deadline = nil
        completed = 0
        fingers.removeAll()
        isComplete = false
        hasLifted = false
        lastPlaces.removeAll(keepingCapacity: true)
    }

    package mutating func down(_ sample: GestureSample) -> Action {
        var answer = Action.none
        if fingers.isEmpty, completed > 0, !continues(sample) {
            reset()
            answer = .restart
        }
        if hasLifted || fingers.count == settings.touches { return .fail }
        if fingers.isEmpty {
            lastPlaces.removeAll(keepingCapacity: true)
            deadline = sample.time.later(by: settings.hold.clampedNanoseconds)
        } else if isLate(sample) {
            return .fail
        }
        fingers.add(sample)
        location = fingers.centroid
        isComplete = fingers.count == settings.touches
        return answer
    }

    package mutating func move(_ sample: GestureSample) -> Action {
        guard let distance = fingers.move(sample) else { return .none }
        if distance > (sample.isPointer ? settings.pointerSlop : settings.slop) || isLate(sample) {
            return .fail
        }
        location = fingers.centroid
        return .none
    }

    package mutating func up(_ sample: GestureSample) -> Action {
        guard move(sample) == .none, isComplete else { return .fail }
        hasLifted = true
        lastPlaces.append(sample.location)
        fingers.remove(sample.id)
        guard fingers.isEmpty else { return .none }
        completed += 1
        isComplete = false
        hasLifted = false
        lastUp = sample.time
        if completed >= settings.taps {
            deadline = nil
            return .recognise
        }
        deadline = sample.time.later(by: settings.interval.clampedNanoseconds)
        return .none
    }

    package mutating func timeout(at moment: Timestamp) -> Action {
        guard let deadline, moment >= deadline else { return .none }
        return .fail
    }

    private func isLate(_ sample: GestureSample) -> Bool {
        guard let deadline else { return false }
        return sample.time > deadline
    }

    private func continues(_ sample: GestureSample) -> Bool {
        guard sample.time <= lastUp.later(by: settings.interval.clampedNanoseconds) else { return false }
        return lastPlaces.contains { $0.distance(to: sample.location) <= settings.distance }
    }
}
