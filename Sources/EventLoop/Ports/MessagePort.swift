import CLinux

extension Loop {
    /// A queue of values from any threads to one loop.
    ///
    /// Values are received in the order sent, on the loop's thread, as a manual source: one turn receives what was there
    /// when it began. The queue has a fixed room, which is what slows a sender down; a message costs no allocation. The
    /// port is closed when nobody holds it, or when the loop's thread ends. Thread: any.
    public final class MessagePort<Message: Sendable>: Sendable {
        private let queue: MessageQueue<Message>
        private let source: ManualSource
        private let loop: Loop

        /// Makes a port to a loop, open in a mode.
        public init(
            capacity: Int, on loop: Loop, in mode: Mode = .common, order: Int = 0, label: String = "",
            _ receive: @escaping (Message) -> Void
        ) {
            precondition(capacity > 0, "BUG (caller): a port needs room for one message")
            let queue = MessageQueue<Message>(capacity: capacity)
            self.queue = queue
            self.loop = loop
            source = ManualSource(
                order: order, label: label, onCancel: { loop, _ in if loop.hasEnded { queue.close() } },
                {
                    for _ in 0..<queue.backlog {
                        // A run nested in `receive` may have taken the rest.
                        guard let message = queue.take() else { break }
                        receive(message)
                    }
                })
            loop.add(source, to: mode)
            if loop.hasEnded { queue.close() }
        }

        deinit { close() }

        /// How many messages wait to be received.
        public var backlog: Int { queue.backlog }

        /// Sends a message; throws `.full` when there is no room, `.closed` when it would never be received.
        public func send(_ message: Message) throws(LoopError) { try send(message, until: nil) }

        /// Sends a message, sleeping up to a time while there is no room.
        ///
        /// On the receiver's own thread it does not sleep: nobody would make room.
        public func send(_ message: Message, waiting time: Duration) throws(LoopError) {
            let limit = Instant(nanoseconds: clinux_now()).advanced(by: time).nanoseconds
            try send(message, until: loop.isOnOwnThread ? nil : limit)
        }

        private func send(_ message: Message, until limit: Int64?) throws(LoopError) {
            if let error = queue.put(message, waitingUntil: limit) { throw error }
            source.signal()
            loop.wakeUp()
        }

        /// Calls `body` on a sender's loop each time that there is room again after a send was refused.
        ///
        /// Room is when half of the queue is empty. It ends when the source returned is invalidated.
        @discardableResult
        public func whenRoom(
            on loop: Loop, in mode: Mode = .common, label: String = "", _ body: @escaping () -> Void
        ) -> ManualSource {
            let source = ManualSource(label: label, body)
            loop.add(source, to: mode)
            queue.tell(source, of: loop)
            return source
        }

        /// Ends the port; messages that were not received are dropped, senders get `.closed`.
        public func close() {
            source.invalidate()
            queue.close()
        }
    }
}
