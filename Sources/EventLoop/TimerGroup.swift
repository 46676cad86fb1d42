/// The timers that are in the same modes of a loop.
///
/// A timer is in one group, whatever the number of its modes, so it has one place in one heap. Guarded by the loop's lock.
final class TimerGroup {
    /// In the order of the loop's modes.
    let modes: [ModeState]
    let heap = TimerHeap()
    private var cached: Int64? = .max

    init(modes: [ModeState]) { self.modes = modes }

    /// The last moment at which the loop must wake: no timer fires later than its tolerance allows.
    var deadline: Int64 {
        if let cached { return cached }
        let found = heap.earliest { timer, key in timer.latest(key) }
        cached = found
        return found
    }

    func insert(_ timer: Loop.Timer, key: Int64, serial: UInt64) {
        heap.insert(timer, key: key, serial: serial)
        if let known = cached { cached = min(known, timer.latest(key)) }
    }

    func remove(_ timer: Loop.Timer, key: Int64) {
        heap.remove(timer)
        if timer.latest(key) == cached { cached = nil }
    }

    func move(_ timer: Loop.Timer, from old: Int64, to key: Int64, serial: UInt64) {
        heap.move(timer, key: key, serial: serial)
        if timer.latest(old) == cached {
            cached = nil
        } else if let known = cached {
            cached = min(known, timer.latest(key))
        }
    }

    func invalidateDeadline() { cached = nil }
}
