/// The messages of one port that were sent and not received yet, oldest first.
final class MessageQueue<Message: Sendable>: @unchecked Sendable {
    // Safety: guarded by `monitor`, but for what is constant.
    let capacity: Int
    private let monitor = Monitor()
    private var ring: [Message?]
    private var head = 0
    private var count = 0
    private var isClosed = false
    /// A send was refused since the last time that there was room.
    private var hasRefused = false
    private var onRoom: [(source: Loop.ManualSource, loop: Loop)] = []

    init(capacity: Int) {
        self.capacity = capacity
        ring = Array(repeating: nil, count: capacity)
    }

    var backlog: Int { monitor.with { count } }

    /// Waits for room up to a moment of CLOCK_MONOTONIC.
    func put(_ message: Message, waitingUntil limit: Int64?) -> LoopError? {
        monitor.with {
            while !isClosed, count == capacity {
                hasRefused = true
                guard let limit, monitor.wait(until: limit) else { return .full }
            }
            if isClosed { return .closed }
            ring[(head + count) % capacity] = message
            count += 1
            return nil
        }
    }

    func take() -> Message? {
        var toTell: [(source: Loop.ManualSource, loop: Loop)] = []
        let message = monitor.with { () -> Message? in
            guard count > 0 else { return nil }
            let message = ring[head]
            ring[head] = nil
            head = (head + 1) % capacity
            count -= 1
            // Half empty, so that sender and receiver do not take turns one message at a time.
            if hasRefused, count <= capacity / 2 {
                hasRefused = false
                toTell = onRoom
                monitor.broadcast()
            }
            return message
        }
        for (source, loop) in toTell {
            source.signal()
            loop.wakeUp()
        }
        return message
    }

    func tell(_ source: Loop.ManualSource, of loop: Loop) {
        monitor.with {
            onRoom.removeAll { !$0.source.isValid }
            onRoom.append((source, loop))
        }
    }

    /// Drops what is left; who waits to send is told.
    func close() {
        // They go outside of the lock: what a message ends may send.
        _ = monitor.with { () -> [Message?] in
            isClosed = true
            defer { (ring, count) = ([], 0) }
            monitor.broadcast()
            return ring
        }
    }
}
