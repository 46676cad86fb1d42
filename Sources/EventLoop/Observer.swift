extension Loop {
    /// A closure that is called at some moments of every turn.
    ///
    /// Called on the loop's thread, by order, equal orders in the order in which they were added; not re-entered by a
    /// run nested in its own callout. Thread: any, but the closure runs on the loop's own.
    public final class Observer: Item, @unchecked Sendable {
        // Safety: `isFiring` is used on the loop's thread only; the rest is constant.

        /// At what moments it is called.
        public let activities: Activity
        /// Whether it stays after its first call.
        public let repeats: Bool
        let body: (Activity) -> Void
        var isFiring = false

        /// Makes an observer that is in no mode.
        ///
        /// One that does not repeat is invalid after its first call, whichever activity that was.
        public init(
            _ activities: Activity, order: Int = 0, repeats: Bool = true, label: String = "",
            _ body: @escaping (Activity) -> Void
        ) {
            self.activities = activities
            self.repeats = repeats
            self.body = body
            super.init(order: order, label: label)
        }

        override func insert(into mode: ModeState, of loop: Loop) -> Bool {
            guard !isMember(of: mode, of: loop) else { return false }
            let index = mode.observers.lastIndex { $0.order <= order }.map { $0 + 1 } ?? 0
            mode.observers.insert(self, at: index)
            mode.observersDidChange(loop)
            return true
        }

        override func remove(from mode: ModeState, of loop: Loop) -> Bool {
            guard let index = mode.observers.firstIndex(where: { $0 === self }) else { return false }
            mode.observers.remove(at: index)
            mode.observersDidChange(loop)
            return true
        }

        override func isMember(of mode: ModeState, of loop: Loop) -> Bool {
            mode.observers.contains { $0 === self }
        }
    }
}
