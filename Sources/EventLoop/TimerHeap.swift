/// The armed timers of a group, soonest first; each timer knows its place, so that it can really leave.
///
/// Four children a node: fewer levels, and the children of a node lie side by side. Guarded by the loop's lock.
final class TimerHeap {
    private struct Entry {
        var key: Int64
        var serial: UInt64
        var timer: Unmanaged<Loop.Timer>

        @inline(__always)
        func isBefore(_ other: Entry) -> Bool {
            key < other.key || (key == other.key && serial < other.serial)
        }
    }

    // Safety: `storage` has room for `capacity` entries, the first `count` are initialized and hold one reference each.
    private var storage: UnsafeMutablePointer<Entry>
    private var capacity = 8
    private(set) var count = 0

    init() { storage = .allocate(capacity: 8) }

    deinit {
        for index in 0..<count { storage[index].timer.release() }
        storage.deallocate()
    }

    /// The soonest fire time, or a moment that never comes.
    @inline(__always) var firstKey: Int64 { count > 0 ? storage[0].key : .max }

    func insert(_ timer: Loop.Timer, key: Int64, serial: UInt64) {
        if count == capacity { grow() }
        count += 1
        siftUp(count - 1, Entry(key: key, serial: serial, timer: .passRetained(timer)))
    }

    func remove(_ timer: Loop.Timer) {
        let index = timer.heapIndex
        timer.heapIndex = -1
        let leaving = storage[index].timer
        count -= 1
        if index < count { place(index, storage[count]) }
        leaving.release()
    }

    func move(_ timer: Loop.Timer, key: Int64, serial: UInt64) {
        let index = timer.heapIndex
        place(index, Entry(key: key, serial: serial, timer: storage[index].timer))
    }

    /// Calls `body` for every timer with a key up to `limit`, in no order.
    func forEach(upTo limit: Int64, _ body: (Loop.Timer, Int64, UInt64) -> Void) { visit(0, limit, body) }

    /// The smallest of `latest` over all timers; visits only those that are due before it.
    func earliest(_ latest: (Loop.Timer, Int64) -> Int64) -> Int64 {
        var best = Int64.max
        search(0, &best, latest)
        return best
    }

    private func visit(_ index: Int, _ limit: Int64, _ body: (Loop.Timer, Int64, UInt64) -> Void) {
        guard index < count, storage[index].key <= limit else { return }
        body(storage[index].timer.takeUnretainedValue(), storage[index].key, storage[index].serial)
        for child in 4 * index + 1...4 * index + 4 { visit(child, limit, body) }
    }

    private func search(_ index: Int, _ best: inout Int64, _ latest: (Loop.Timer, Int64) -> Int64) {
        guard index < count, storage[index].key < best else { return }
        best = min(best, latest(storage[index].timer.takeUnretainedValue(), storage[index].key))
        for child in 4 * index + 1...4 * index + 4 { search(child, &best, latest) }
    }

    private func grow() {
        let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: storage, count: count)
        storage.deallocate()
        storage = larger
        capacity *= 2
    }

    private func place(_ index: Int, _ entry: Entry) {
        if index > 0, entry.isBefore(storage[(index - 1) / 4]) {
            siftUp(index, entry)
        } else {
            siftDown(index, entry)
        }
    }

    private func siftUp(_ start: Int, _ entry: Entry) {
        var index = start
        while index > 0 {
            let parent = (index - 1) / 4
            guard entry.isBefore(storage[parent]) else { break }
            put(storage[parent], index)
            index = parent
        }
        put(entry, index)
    }

    private func siftDown(_ start: Int, _ entry: Entry) {
        var index = start
        while true {
            let first = 4 * index + 1
            guard first < count else { break }
            var least = first
            for child in first..<min(first + 4, count) where storage[child].isBefore(storage[least]) {
                least = child
            }
            guard storage[least].isBefore(entry) else { break }
            put(storage[least], index)
            index = least
        }
        put(entry, index)
    }

    @inline(__always)
    private func put(_ entry: Entry, _ index: Int) {
        (storage + index).initialize(to: entry)
        entry.timer._withUnsafeGuaranteedRef { $0.heapIndex = index }
    }
}
