/// Commits the transactions of one turn, before the loop sleeps or its run ends (L-46).
///
/// An observer of before-waiting and exit in the common modes, after all others: after the layers' commit. So all that a
/// turn started completes together. Thread: the loop's own.
public final class WorkGroup {
    /// The loop.
    public let loop: Loop
    private var observer: Loop.Observer?
    private var touched: [WorkContainer] = []

    /// Makes a group for a loop.
    public init(on loop: Loop) {
        self.loop = loop
        let observer = Loop.Observer([.beforeWaiting, .exit], order: 2_147_483_647, label: "work commit") {
            [weak self] _ in self?.commit()
        }
        self.observer = observer
        loop.add(observer, to: .common)
    }

    deinit { observer?.invalidate() }

    /// Commits now what is open; completions may open new ones, which wait for the next time.
    public func commit() {
        loop.preconditionOnLoop("commit")
        let containers = touched
        touched = []
        for container in containers { container.commit() }
    }

    func touch(_ container: WorkContainer) { touched.append(container) }
}

/// Something that has work done for it, such as a view; all that it asks for in one turn is one transaction.
///
/// Thread: the loop's own.
public final class WorkContainer {
    private let group: WorkGroup
    private var current: WorkTransaction?
    private var pending: [WorkTransaction] = []
    /// Called when it begins to have work, and when all of it is done.
    public var onChange: ((_ isWorking: Bool) -> Void)?

    /// Makes one without work.
    public init(in group: WorkGroup) { self.group = group }

    /// Whether there is work that is not complete.
    public var isWorking: Bool { !pending.isEmpty }

    /// The transaction of this turn, opened at its first use.
    public var transaction: WorkTransaction {
        if let current { return current }
        let made = WorkTransaction(on: group.loop)
        made.onComplete = { [weak self] done in self?.remove(done) }
        made.commitAll = { [weak group] in group?.commit() }
        current = made
        pending.append(made)
        group.touch(self)
        if pending.count == 1 { onChange?(true) }
        return made
    }

    /// Cancels all that is not complete; the completions still come.
    public func cancelAll() { for transaction in pending { transaction.cancel() } }

    /// Blocks until all is complete.
    public func waitUntilComplete() { for transaction in pending { transaction.waitUntilComplete() } }

    func commit() {
        // Before the commit: that may complete, and a completion may open a new one (L-47).
        guard let transaction = current else { return }
        current = nil
        if transaction.state == .open { transaction.commit() }
    }

    private func remove(_ transaction: WorkTransaction) {
        pending.removeAll { $0 === transaction }
        if current === transaction { current = nil }
        if pending.isEmpty { onChange?(false) }
    }
}
