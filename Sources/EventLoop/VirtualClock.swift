import Synchronization

/// A clock that stands still while code runs, and jumps to the next deadline where a loop would sleep.
///
/// Alarms make things happen at given moments: they run when the time jumps or is moved to them, in time order, equal
/// moments in the order in which they were given, before descriptors are looked at again. A loop with this clock that has
/// nothing to jump to really waits. Thread: the loop's own.
public final class VirtualClock {
    // Other threads may read the moment, by way of a loop's `now`.
    private let moment: Atomic<Int64>

    private struct Alarm {
        let date: Instant
        let serial: Int
        let body: () -> Void
    }

    /// The moment.
    public var now: Instant { Instant(nanoseconds: moment.load(ordering: .acquiring)) }
    // Safety: the loop that has the clock takes itself back when it ends, or has another one.
    unowned(unsafe) var loop: Loop?
    /// Latest first, so that the next one is at the end.
    private var alarms: [Alarm] = []
    private var serial = 0

    /// Makes a clock that shows a moment.
    public init(start: Instant = Instant(nanoseconds: 0)) {
        moment = Atomic(start.nanoseconds)
    }

    /// Calls `alarm` when the time comes to `date`; at the next movement of the time if that is past.
    public func schedule(at date: Instant, _ alarm: @escaping () -> Void) {
        let made = Alarm(date: date, serial: serial, body: alarm)
        serial += 1
        let index = alarms.lastIndex { $0.date > date }.map { $0 + 1 } ?? 0
        alarms.insert(made, at: index)
    }

    /// The moment of the next alarm.
    public var nextAlarm: Instant? { alarms.last?.date }

    /// Moves the time forward, running the alarms on the way; a moment in the past does nothing but run what is due.
    public func advance(to date: Instant) {
        while let next = alarms.last, next.date <= max(date, now) {
            alarms.removeLast()
            move(to: max(next.date, now))
            next.body()
        }
        move(to: date)
    }

    /// Moves the time forward, running the alarms on the way.
    public func advance(by duration: Duration) { advance(to: now.advanced(by: duration)) }

    /// A deadline on the way became ready before what the next alarm does.
    private func move(to date: Instant) {
        guard date > now else { return }
        loop?.timeWillMove(to: date)
        moment.store(date.nanoseconds, ordering: .releasing)
    }
}
