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
package struct InputQueue: ~Copyable {
    /// In events, chosen by us: a quarter of a second of a 1,000 Hz mouse.
    package static let foldingLimit = 256

    // Safety: a ring of `capacity` places, of which exactly those of the numbers `head..<tail` are initialized;
    // freed in deinit. Not an array of optionals, for an event is large: here it is written once and moved once.
    private var places: UnsafeMutablePointer<QueuedEvent>
    /// A power of two.
    private var capacity = 64
    /// The number of the oldest waiting event.
    package private(set) var head = 0
    /// The number that the next event gets.
    package private(set) var tail = 0
    /// How many events were joined with a waiting one because the queue was full.
    package private(set) var folded = 0

    package init() { places = .allocate(capacity: capacity) }

    deinit {
        for number in head..<tail { (places + number & (capacity - 1)).deinitialize(count: 1) }
        places.deallocate()
    }

    package var count: Int { tail - head }
    package var isEmpty: Bool { tail == head }

    /// Puts an event behind all others.
    package mutating func append(_ event: consuming InputEvent, arrival: Instant) {
        if count >= Self.foldingLimit, event.isFoldable, foldIntoTail(event) {
            folded += 1
            return
        }
        if count == capacity { grow() }
        place(tail).initialize(to: QueuedEvent(event: event, arrival: arrival))
        tail += 1
    }

    /// Takes the oldest event.
    package mutating func removeFirst() -> QueuedEvent? {
        guard !isEmpty else { return nil }
        head += 1
        return place(head - 1).move()
    }

    /// Whether the event of this number waits and only tells a motion.
    package func isPureMotion(_ number: Int) -> Bool {
        number >= head && number < tail && place(number).pointee.event.isPureMotion
    }

    /// Changes waiting events from number `start` on in place.
    package mutating func rewrite(from start: Int, _ change: (inout InputEvent) -> Void) {
        for number in max(start, head)..<max(tail, start, head) { change(&place(number).pointee.event) }
    }

    /// Joins the event with the newest one of its device, looking back over motions only.
    private mutating func foldIntoTail(_ event: borrowing InputEvent) -> Bool {
        for number in (head..<tail).reversed() {
            let waiting = place(number)
            guard waiting.pointee.event.isFoldable else { return false }
            if waiting.pointee.event.device == event.device { return waiting.pointee.event.fold(copy event) }
        }
        return false
    }

    private func place(_ number: Int) -> UnsafeMutablePointer<QueuedEvent> {
        places + number & (capacity - 1)
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<QueuedEvent>.allocate(capacity: capacity * 2)
        for number in head..<tail {
            (larger + number & (capacity * 2 - 1)).moveInitialize(from: place(number), count: 1)
        }
        places.deallocate()
        places = larger
        capacity *= 2
    }
}
