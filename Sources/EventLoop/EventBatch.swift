import CLinux

/// What one wait fetched from the kernel and the turns have not served yet, in ready order.
///
/// Used on the loop's thread only, but for `deinit`.
final class EventBatch {
    /// The events that are not a port's; a port's slot is below them.
    static let wake: UInt64 = 0xffff_ffff
    static let timers: UInt64 = 0xffff_fffe
    static let mainQueue: UInt64 = 0xffff_fffd

    static let fetched = 64
    /// Room for a wake and an expiry that are put behind what the kernel had.
    static let capacity = fetched + 8

    private let events: UnsafeMutablePointer<epoll_event>
    private var head = 0
    private var count = 0
    /// The loop's callout count at the time of the fetch: later callouts may have used up readiness.
    private(set) var stamp: UInt64 = 0

    init() { events = .allocate(capacity: EventBatch.capacity) }
    deinit { events.deallocate() }

    var isEmpty: Bool { head == count }

    /// The next event; the main queue's comes last.
    func next() -> (data: UInt64, events: UInt32)? {
        guard head < count else { return nil }
        if count - head > 1, events[head].data.u64 == EventBatch.mainQueue {
            let announcement = events[head]
            (events + head).update(from: events + head + 1, count: count - head - 1)
            events[count - 1] = announcement
        }
        defer { head += 1 }
        return (events[head].data.u64, events[head].events)
    }

    /// Takes out an announcement of the main queue that an earlier wait left; whether there was one.
    @inline(__always)
    func takeMainQueue() -> Bool {
        guard head < count, events[count - 1].data.u64 == EventBatch.mainQueue else { return false }
        count -= 1
        return true
    }

    /// Puts an event that the kernel does not know behind the others; there is always room for one of each kind.
    func append(_ data: UInt64) {
        if head == count { (head, count) = (0, 0) }
        guard count < EventBatch.capacity, !contains(data) else { return }
        events[count] = epoll_event(events: 0, data: epoll_data_t(u64: data))
        count += 1
    }

    /// Fetches behind what is there; how many came, or minus an error number.
    ///
    /// `callouts`: those made so far.
    func fetch(_ epoll: CInt, nanoseconds: Int64, callouts: UInt64) -> CInt {
        if head == count {
            (head, count) = (0, 0)
            stamp = callouts
        }
        let room = min(EventBatch.fetched, EventBatch.capacity - 8 - count)
        guard room > 0 else { return 0 }
        let got = clinux_epoll_wait(epoll, events + count, CInt(room), nanoseconds)
        guard got > 0 else { return got }
        let old = count
        for index in old..<old + Int(got) where old == head || !contains(events[index].data.u64) {
            // A level-triggered event that is there already comes again from the kernel.
            events[count] = events[index]
            count += 1
        }
        return got
    }

    private func contains(_ data: UInt64) -> Bool {
        (head..<count).contains { events[$0].data.u64 == data }
    }
}
