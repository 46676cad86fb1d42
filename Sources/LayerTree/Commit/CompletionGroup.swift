/// A completion block and the animations that it waits for (L-08).
///
/// It is open while animations can join, and sealed by the commit that starts them.
@MainActor
final class CompletionGroup {
    private var block: (() -> Void)?
    private var outstanding = 0
    private var isSealed = false

    init(_ block: @escaping () -> Void) { self.block = block }

    func enter() { outstanding += 1 }

    /// One animation is over: with the last one the block is queued, behind that one's `didStop`.
    func leave() {
        outstanding -= 1
        if isSealed && outstanding == 0, let block {
            self.block = nil
            Transaction.queue(block)
        }
    }

    /// No animation joins any more; answers the block when there is none to wait for.
    func seal() -> (() -> Void)? {
        isSealed = true
        guard outstanding == 0, let block else { return nil }
        self.block = nil
        return block
    }
}
