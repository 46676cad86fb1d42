/// How much of a transaction's work is still to be done; shared by the loop's thread and the workers.
final class WorkProgress: @unchecked Sendable {
    // Safety: guarded by `monitor`.
    private let monitor = Monitor()
    private var left = 0
    private var cancelled = false
    private var onDone: (@Sendable () -> Void)?

    var isCancelled: Bool { monitor.with { cancelled } }

    func begin() { monitor.with { left += 1 } }
    func cancel() { monitor.with { cancelled = true } }

    func end() {
        let tell = monitor.with { () -> (@Sendable () -> Void)? in
            left -= 1
            guard left == 0 else { return nil }
            monitor.broadcast()
            defer { onDone = nil }
            return onDone
        }
        tell?()
    }

    /// Calls it once, by the last worker or, if that was faster, at once.
    func whenDone(_ body: @escaping @Sendable () -> Void) {
        let isDone = monitor.with { () -> Bool in
            if left > 0 { onDone = body }
            return left == 0
        }
        if isDone { body() }
    }

    func wait() { monitor.with { while left > 0 { monitor.wait() } } }
}

/// What a worker leaves for the loop's thread.
final class WorkResult<Value: Sendable>: @unchecked Sendable {
    // Safety: guarded by `lock`.
    private let lock = Lock()
    private var value: Value?

    func set(_ value: Value) { lock.with { self.value = value } }
    func take() -> Value? {
        lock.with {
            defer { value = nil }
            return value
        }
    }
}

/// Carries what belongs to a loop's thread through other threads back to it.
struct LoopBound<Value>: @unchecked Sendable {
    // Safety: the value is used in a block of the loop only; other threads do nothing but pass it on.
    let value: Value
    init(_ value: Value) { self.value = value }
}
