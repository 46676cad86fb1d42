import Synchronization

extension Loop {
    /// What a loop's modes hold: an observer, a timer, a manual source or a port source.
    ///
    /// An item may be in several modes. Observers and timers belong to one loop at a time, sources to any number. An
    /// invalid item is in no mode and cannot be added again. The loop keeps its items alive. Thread: any.
    public class Item: @unchecked Sendable {
        // Safety: `valid` is atomic; `owner`, `others` and `memberships` are guarded by `Item.ownership`; what
        // subclasses add says by what it is guarded.

        /// For traces and descriptions.
        public let label: String
        /// Where the item stands among its like; lower is earlier.
        ///
        /// Timers and port sources ignore it.
        public let order: Int

        let valid = Atomic(true)
        /// Held for the fields below; taken while a loop's lock is held, never the other way round.
        private static let ownership = Lock()
        private var owner: Loop?
        private var others: [Loop] = []
        private var memberships = 0
        /// Whether some loop has had it among its common items; never taken back.
        let wasCommon = Atomic(false)

        init(order: Int, label: String) {
            self.order = order
            self.label = label
        }

        /// Whether the item can still be in a mode.
        public var isValid: Bool { valid.load(ordering: .acquiring) }

        /// Takes the item out of all modes of all loops, for ever.
        ///
        /// A callout that has begun goes on to its end; none begins after this, except on another thread at this moment.
        public func invalidate() {
            Item.ownership.lock()
            let first = owner
            let more = others
            let was = valid.exchange(false, ordering: .acquiringAndReleasing)
            Item.ownership.unlock()
            guard was else { return }
            didInvalidate()
            first?.expel(self)
            for (index, loop) in more.enumerated()
            where loop !== first && !more[..<index].contains(where: { $0 === loop }) {
                loop.expel(self)
            }
        }

        // MARK: For the loop, under its lock

        /// Whether a second loop may have the item as well.
        var allowsManyLoops: Bool { false }

        /// Counts one membership for `loop`; false when the item is invalid or another loop's.
        final func claim(for loop: Loop) -> Bool {
            Item.ownership.with {
                guard valid.load(ordering: .relaxed) else { return false }
                if owner === loop {
                    memberships += 1
                } else if owner == nil {
                    owner = loop
                    memberships = 1
                } else if allowsManyLoops {
                    others.append(loop)
                } else {
                    return false
                }
                return true
            }
        }

        /// Takes back one membership.
        final func release(from loop: Loop) {
            Item.ownership.with {
                if owner === loop {
                    memberships -= 1
                    guard memberships == 0 else { return }
                    owner = others.last
                    if let next = owner {
                        memberships = others.count(where: { $0 === next })
                        others.removeAll { $0 === next }
                    }
                } else if let index = others.lastIndex(where: { $0 === loop }) {
                    others.remove(at: index)
                }
            }
        }

        /// The one loop that has this item, for items that have one.
        final var loop: Loop? { Item.ownership.with { owner } }

        func insert(into mode: ModeState, of loop: Loop) -> Bool { false }
        func remove(from mode: ModeState, of loop: Loop) -> Bool { false }
        func isMember(of mode: ModeState, of loop: Loop) -> Bool { false }

        // MARK: Hooks, without locks

        func didInvalidate() {}
        var hasScheduleHooks: Bool { false }
        func didAdd(to mode: Mode, of loop: Loop) {}
        func didRemove(from mode: Mode, of loop: Loop) {}
    }
}
