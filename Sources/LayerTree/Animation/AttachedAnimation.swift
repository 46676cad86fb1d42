import EventLoop

/// An animation on a layer: a copy of what was added, and how far it has come.
@MainActor
final class AttachedAnimation {
    let key: String?
    let animation: any Animation
    /// When it begins, with its delay; `nil` until the commit that starts it (L-11).
    private(set) var start: Instant?
    private(set) var hasEnded = false
    private let activeDuration: Duration?
    private var didStart = false
    private var group: CompletionGroup?

    init(_ animation: any Animation, key: String?, group: CompletionGroup?) {
        self.animation = animation
        self.key = key
        self.group = group
        activeDuration = animation.attributes.activeDuration
        group?.enter()
    }

    /// The moment at which it is over; `nil` when it has no end or has not started.
    var end: Instant? {
        guard let start, let activeDuration else { return nil }
        return start.advanced(by: activeDuration)
    }

    func begin(at commit: Instant) {
        guard start == nil else { return }
        start = commit.advanced(by: animation.attributes.delay)
    }

    /// Whether frames differ from one to the next at a moment.
    func isMoving(at time: Instant) -> Bool {
        guard let start, !hasEnded, animation.attributes.speed != 0, time >= start else { return false }
        return end.map { time < $0 } ?? true
    }

    func apply(to properties: inout LayerProperties, at time: Instant) {
        guard let start else { return }
        animation.apply(to: &properties, at: start.duration(to: time))
    }

    /// Queues `didStart` when its time has come.
    func noteStart(at time: Instant) {
        guard let start, !didStart, time >= start else { return }
        didStart = true
        if let block = animation.attributes.didStart { Transaction.queue(block) }
    }

    /// Queues `didStop`, and after it what waited for this animation; only the first call counts.
    func stop(finished: Bool) {
        guard !hasEnded else { return }
        hasEnded = true
        if let block = animation.attributes.didStop { Transaction.queue { block(finished) } }
        group?.leave()
        group = nil
    }
}
