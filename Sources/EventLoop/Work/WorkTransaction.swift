/// Work off the loop's thread whose completions come together, on the loop's thread.
///
/// Work starts when it is added; committing only opens the gate for the completions. They are called once, after all the
/// work, in the order in which it was added (L-47, L-48). Thread: the loop's own.
public final class WorkTransaction {
    /// How far it is.
    public enum State: Hashable, Sendable {
        /// Work can be added.
        case open
        /// The completions come when all the work is done.
        case committed
        /// The same, but work that has not begun is skipped.
        case cancelled
        /// The completions were called.
        case complete
    }

    /// How far it is.
    public private(set) var state = State.open
    private let loop: Loop
    private let progress = WorkProgress()
    private var completions: [(_ wasCancelled: Bool) -> Void] = []
    /// For the container and the group.
    var onComplete: ((WorkTransaction) -> Void)?
    var commitAll: (() -> Void)?
    private var keptUntilComplete: WorkTransaction?

    private struct Link {
        weak var transaction: WorkTransaction?
        init(_ transaction: WorkTransaction) { self.transaction = transaction }
    }

    /// Makes an open one.
    public init(on loop: Loop) { self.loop = loop }

    deinit {
        precondition(state != .open, "BUG (caller): a work transaction was let go before it was committed")
    }

    /// Starts `work` on a queue; `completion` gets what it returned, or nil when it was skipped.
    ///
    /// Traps when the transaction was committed.
    public func add<Value: Sendable>(
        priority: Int = 0, on queue: WorkQueue = .shared, _ work: @escaping @Sendable () -> Value,
        completion: @escaping (Value?, _ wasCancelled: Bool) -> Void
    ) {
        loop.preconditionOnLoop("adding work")
        precondition(
            state == .open, "BUG (caller): work added to a transaction that is \(state); use a new one")
        let result = WorkResult<Value>()
        let progress = progress
        progress.begin()
        queue.add(priority: priority) {
            if !progress.isCancelled { result.set(work()) }
            progress.end()
        }
        completions.append { wasCancelled in completion(result.take(), wasCancelled) }
    }

    /// Opens the gate; one without work completes at once.
    ///
    /// Traps when it was committed already.
    public func commit() {
        loop.preconditionOnLoop("commit")
        precondition(state == .open, "BUG (caller): a transaction that is \(state) is committed again")
        state = .committed
        guard !completions.isEmpty else { return complete() }
        // It holds itself, so that the last worker's closure does not let go of it on the worker's thread, and so that
        // one that was waited for goes even if the loop never comes to the block.
        keptUntilComplete = self
        let (loop, link) = (loop, LoopBound(Link(self)))
        progress.whenDone {
            loop.perform(in: .common) { link.value.transaction?.complete() }
            loop.wakeUp()
        }
    }

    /// Skips the work that has not begun; the completions still come, and say so (L-49).
    ///
    /// An open one is still to be committed.
    public func cancel() {
        loop.preconditionOnLoop("cancel")
        guard state != .complete else { return }
        progress.cancel()
        if state == .committed { state = .cancelled }
    }

    /// Whether it was cancelled.
    public var isCancelled: Bool { progress.isCancelled }

    /// Blocks until all the work is done, and completes; the group of an open one is committed first (L-49).
    public func waitUntilComplete() {
        loop.preconditionOnLoop("waitUntilComplete")
        if state == .open { commitAll?() }
        if state == .open { commit() }
        guard state != .complete else { return }
        progress.wait()
        complete()
    }

    private func complete() {
        guard state != .complete else { return }
        let wasCancelled = progress.isCancelled
        state = .complete
        let all = completions
        completions = []
        for completion in all { completion(wasCancelled) }
        onComplete?(self)
        (onComplete, commitAll, keptUntilComplete) = (nil, nil, nil)
    }
}
