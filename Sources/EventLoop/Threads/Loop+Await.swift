// Asking another thread's loop for something and waiting for the answer.
extension Loop {
    /// Runs `body` on the loop's thread, in one of the modes, and returns what it returned.
    ///
    /// On the loop's own thread it is called at once. On another one it is given to the loop like any block, the loop is
    /// woken, and the caller sleeps until it was run. Two threads that wait for each other wait for ever. Throws
    /// `LoopError.closed` when the loop's thread ends, or has ended, without running it. Thread: any.
    public func performAndWait<Result: Sendable>(
        in modes: [Mode] = [.common], _ body: @escaping @Sendable () -> Result
    ) throws(LoopError) -> Result {
        adoptIfMain()
        if isOnOwnThread { return body() }
        precondition(!modes.isEmpty, "BUG (caller): performAndWait in no mode never returns")
        let answer = Answer<Result>()
        give(in: modes, Asked(answer), body)
        guard let result = answer.wait() else { throw .closed }
        return result
    }

    /// Alone, so that the block's only owner is the queue when the caller waits.
    private func give<Result: Sendable>(
        in modes: [Mode], _ asked: Asked<Result>, _ body: @escaping @Sendable () -> Result
    ) {
        perform(in: modes) { asked.answer.give(body()) }
        wakeUp()
        if hasEnded { blocks.removeAll() }
    }
}

/// Goes with the block: when the block goes without having run, the one who waits is told.
private final class Asked<Result: Sendable>: Sendable {
    let answer: Answer<Result>
    init(_ answer: Answer<Result>) { self.answer = answer }
    deinit { answer.give(nil) }
}

/// What one thread waits for and another one gives, once.
private final class Answer<Result: Sendable>: @unchecked Sendable {
    // Safety: guarded by `monitor`.
    private let monitor = Monitor()
    private var isGiven = false
    private var result: Result?

    func give(_ result: Result?) {
        monitor.with {
            guard !isGiven else { return }
            isGiven = true
            self.result = result
            monitor.broadcast()
        }
    }

    func wait() -> Result? {
        monitor.with {
            while !isGiven { monitor.wait() }
            return result
        }
    }
}
