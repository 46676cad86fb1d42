import CLinux
import Synchronization

// What other threads may do to a loop at any time.
extension Loop {
    /// Gives the loop a block to run once, when it runs in the mode (or, for `.common`, in a mode that is common then).
    ///
    /// Blocks run in the order given. It does not wake the loop: call `wakeUp()` as well when it may sleep. Thread: any.
    public func perform(in mode: Mode = .default, _ block: @escaping @Sendable () -> Void) {
        perform(BlockQueue.Block(body: block, mode: mode, more: []))
    }

    /// Gives the loop a block to run once, in whichever of the modes it runs first.
    ///
    /// Thread: any.
    public func perform(in modes: [Mode], _ block: @escaping @Sendable () -> Void) {
        guard let first = modes.first else { return }
        perform(BlockQueue.Block(body: block, mode: first, more: Array(modes.dropFirst())))
    }

    private func perform(_ block: BlockQueue.Block) {
        Loop.preconditionNotForked()
        if !block.more.isEmpty || (block.mode != .default && block.mode != .common) {
            lock.with {
                for mode in [block.mode] + block.more where mode != .common { _ = state(making: mode) }
            }
        }
        blocks.append(block)
    }

    /// Ends the loop's sleep, the one of now or, in a turn that has not slept yet, the one to come.
    ///
    /// Several wakes before the sleep are one. It has no effect on a loop that does not run, or that has slept in this
    /// turn already: the next turn looks anyway. Thread: any.
    public func wakeUp() {
        var seen = word.load(ordering: .relaxed)
        while true {
            guard seen & LoopWord.honoursWakes != 0, seen & LoopWord.woken == 0 else { return }
            let (done, now) = word.compareExchange(
                expected: seen, desired: seen | LoopWord.woken, ordering: .sequentiallyConsistent)
            if done { break }
            seen = now
        }
        // One write a sleep: the next wake finds the bit set.
        if seen & LoopWord.waiting != 0 { poke() }
    }

    /// Ends the innermost run at the end of its turn, and wakes it.
    ///
    /// It has no effect, now or later, on a loop that does not run. Thread: any.
    public func stop() {
        var seen = word.load(ordering: .relaxed)
        while seen & LoopWord.running != 0 {
            let (done, now) = word.compareExchange(
                expected: seen, desired: seen | LoopWord.stopped, ordering: .sequentiallyConsistent)
            if done { return wakeUp() }
            seen = now
        }
    }

    /// Makes the loop's wait look again, without ending it.
    func poke() {
        Loop.preconditionNotForked()
        _ = clinux_eventfd_write(wakeDescriptor)
    }
}
