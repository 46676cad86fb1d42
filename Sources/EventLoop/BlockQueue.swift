import Synchronization

/// The blocks given to a loop, for all of its modes, in the order given.
final class BlockQueue: Sendable {
    struct Block: Sendable {
        let body: @Sendable () -> Void
        let mode: Loop.Mode
        /// The other modes, when there are any.
        let more: [Loop.Mode]

        /// "common" counts when the running mode is common at this moment.
        @inline(__always)
        func matches(_ running: Loop.Mode, isCommon: Bool) -> Bool {
            matches(mode, running, isCommon) || more.contains { matches($0, running, isCommon) }
        }

        @inline(__always)
        private func matches(_ wanted: Loop.Mode, _ running: Loop.Mode, _ isCommon: Bool) -> Bool {
            wanted == running || (isCommon && wanted == .common)
        }
    }

    private let lock = Lock()
    private let size = Atomic(0)
    // Safety: guarded by `lock`.
    private nonisolated(unsafe) var queue: [Block] = []
    /// An empty array with room, so that a pass does not allocate.
    private nonisolated(unsafe) var spare: [Block] = []

    var isEmpty: Bool { size.load(ordering: .acquiring) == 0 }

    var count: Int { size.load(ordering: .acquiring) }

    func append(_ block: Block) {
        lock.lock()
        queue.append(block)
        size.store(queue.count, ordering: .releasing)
        lock.unlock()
    }

    /// Takes all of them; blocks given from now on are no part of this pass.
    func take() -> [Block] {
        lock.with {
            let taken = queue
            queue = spare
            spare = []
            size.store(0, ordering: .releasing)
            return taken
        }
    }

    /// Puts those that did not match in front of what came meanwhile; keeps the array's room for the next pass.
    func giveBack(_ blocks: inout [Block]) {
        lock.with {
            if blocks.isEmpty {
                if blocks.capacity > spare.capacity { swap(&blocks, &spare) }
            } else {
                queue.insert(contentsOf: blocks, at: 0)
                size.store(queue.count, ordering: .releasing)
            }
        }
    }

    func contains(mode: Loop.Mode, isCommon: Bool) -> Bool {
        lock.with { queue.contains { $0.matches(mode, isCommon: isCommon) } }
    }

    func removeAll() {
        let gone = take()
        _ = gone.count
    }
}
