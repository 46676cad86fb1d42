package import EventLoop
package import InputEvents

/// An event and the moment at which it was read.
package struct QueuedEvent {
    package var event: InputEvent
    /// On the loop's clock.
    package var arrival: Instant
}

/// First in, first out between the port source and the dispatcher, in storage that is used again.
///
/// While the app keeps up, every sample is kept. Beyond `foldingLimit` waiting events, motion is joined with
/// the newest waiting motion of the same device, never across a press, a lift or a key (T-09), so that a
/// stalled app costs no memory but for what began and ended meanwhile; of that nothing is lost.
/// Events are numbered from 0 in the order of their arrival.
package struct InputQueue {
    /// In events, chosen by us: a quarter of a second of a 1,000 Hz mouse.
    package static let foldingLimit = 256

    private var slots: [QueuedEvent?] = Array(repeating: nil, count: 64)
    /// The number of the oldest waiting event.
    package private(set) var head = 0
    /// The number that the next event gets.
    package private(set) var tail = 0
    /// How many events were joined with a waiting one because the queue was full.
    package private(set) var folded = 0

    package init() {}

    package var count: Int { tail - head }
    package var isEmpty: Bool { tail == head }

    /// Puts an event behind all others.
    package mutating func append(_ event: InputEvent, arrival: Instant) {
        if count >= Self.foldingLimit, event.isFoldable, foldIntoTail(event) {
            folded += 1
            return
        }
        if count == slots.count { grow() }
        slots[tail & (slots.count - 1)] = QueuedEvent(event: event, arrival: arrival)
        tail += 1
    }

    /// Takes the oldest event.
    package mutating func removeFirst() -> QueuedEvent? {
        guard !isEmpty else { return nil }
        let first = slots[head & (slots.count - 1)].take()
        head += 1
        return first
    }

    /// Looks at the oldest event.
    package var first: InputEvent? { isEmpty ? nil : slots[head & (slots.count - 1)]?.event }

    /// Changes waiting events from number `start` on in place.
    package mutating func rewrite(from start: Int, _ change: (inout InputEvent) -> Void) {
        for number in max(start, head)..<max(tail, start, head) {
            guard var entry = slots[number & (slots.count - 1)] else { continue }
            change(&entry.event)
            slots[number & (slots.count - 1)] = entry
        }
    }

    /// Joins the event with the newest one of its device, looking back over motions only.
    private mutating func foldIntoTail(_ event: InputEvent) -> Bool {
        for number in (head..<tail).reversed() {
            let place = number & (slots.count - 1)
            guard var entry = slots[place], entry.event.isFoldable else { return false }
            if entry.event.device == event.device {
                guard entry.event.fold(event) else { return false }
                slots[place] = entry
                return true
            }
        }
        return false
    }

    private mutating func grow() {
        var larger: [QueuedEvent?] = Array(repeating: nil, count: slots.count * 2)
        for number in head..<tail {
            larger[number & (larger.count - 1)] = slots[number & (slots.count - 1)]
        }
        slots = larger
    }
}
