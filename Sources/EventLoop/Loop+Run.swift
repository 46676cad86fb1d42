import CLinux
import Synchronization

extension Loop {
    /// A time that is as good as for ever.
    public static let forever = Duration.seconds(Int64.max)

    /// Runs in the default mode until it is stopped, or the mode is empty.
    ///
    /// Thread: the loop's own.
    public func run() {
        while true {
            switch run(mode: .default, for: Loop.forever) {
            case .stopped, .finished: return
            case .timedOut, .handledSource: continue
            }
        }
    }

    /// Runs turn after turn in a mode, until there is a reason to return.
    ///
    /// A run calls the entry observers, makes its turns, and calls the exit observers. A turn calls the before-timers and
    /// before-sources observers, runs the blocks, and performs the signalled manual sources (and, if there were any, the
    /// blocks again). It then sleeps, between the before-waiting and after-waiting observers; if a manual source was
    /// performed, or the time is zero, it only polls, without them. It serves one event, the one that was ready first: due
    /// timers, one port, or, behind all that was ready before the wait, the main queue; and runs the blocks. It ends the
    /// run, in this order: if a source was handled and `returnAfterSource` is true; if the time is over; if it was
    /// stopped; if the mode is empty.
    ///
    /// An empty mode (no source, no timer, no block; observers do not count) and `.common` finish at once, without any
    /// callout. Runs may be nested, in any mode. The time counts from the end of the entry observers; zero or less makes
    /// one turn, more than 16 years is for ever.
    /// Thread: the loop's own.
    @discardableResult
    public func run(
        mode: Mode = .default, for duration: Duration = Loop.forever, returnAfterSource: Bool = false
    ) -> RunResult {
        Loop.preconditionNotForked()
        adoptIfMain()
        preconditionOnLoop("run")
        guard let state = state(running: mode), !isEmpty(state) else { return .finished }
        let (outerState, outerLimit) = (running, limit)
        if outerState !== state { switchTo(state) }
        let outerMode = runningMode.load(ordering: .relaxed)
        runningMode.store(mode.id, ordering: .releasing)
        let outer = begin()
        // A poll never waits, so it has no wait to end.
        if depth > 0 {
            // What was over when wakes had no effect any more ended a wait of the outer run, or none.
            let isOver = outer & LoopWord.honoursWakes == 0 && outerLimit <= now.nanoseconds
            outerRuns.append(OuterRun(limit: outerLimit, hasWoken: outerLimit == .min || isOver))
        }
        depth += 1
        // The time counts from the end of the entry observers.
        limit = .max
        callouts &+= 1

        notify(.entry, state)
        limit = self.limit(after: duration)
        let result =
            isStopped || stopsAllRuns.load(ordering: .acquiring) ? .stopped : turns(state, returnAfterSource)
        notify(.exit, state)

        callouts &+= 1
        depth -= 1
        limit = outerLimit
        if depth > 0 {
            outerRuns.removeLast()
            if let outerState, outerState !== state { switchTo(outerState) }
        }
        runningMode.store(outerMode, ordering: .releasing)
        restore(outer)
        if stopsAllRuns.load(ordering: .acquiring) {
            if depth > 0 { stop() } else { stopsAllRuns.store(false, ordering: .releasing) }
        }
        return result
    }

    /// Ends every run, the nested ones first; the next one if there is none now.
    ///
    /// Thread: any.
    func stopAllRuns() {
        stopsAllRuns.store(true, ordering: .sequentiallyConsistent)
        stop()
    }

    var isStopped: Bool { word.load(ordering: .acquiring) & LoopWord.stopped != 0 }

    private func state(running mode: Mode) -> ModeState? {
        if let running, running.mode == mode { return running }
        guard mode != .common else {
            let error = "EventLoop: the common modes are not a mode to run in\n"
            error.utf8CString.withUnsafeBytes { bytes in _ = write(2, bytes.baseAddress, bytes.count - 1) }
            return nil
        }
        return lock.with { state(of: mode) }
    }

    private func switchTo(_ state: ModeState) {
        lock.with {
            _ = state.waitSet(of: self)
            running = state
            // The virtual descriptor's expiry is known to the mode only that ran.
            if isVirtual { armed = .min }
            timersChanged.store(true, ordering: .sequentiallyConsistent)
        }
    }

    /// Whether the mode has nothing to run for.
    func isEmpty(_ state: ModeState) -> Bool {
        if state.content.load(ordering: .relaxed) > 0 || mayServeMainQueue(state) { return false }
        return blocks.isEmpty || !blocks.contains(mode: state.mode, isCommon: state.isCommon)
    }

    private func limit(after duration: Duration) -> Int64 {
        if duration <= .zero { return .min }
        return duration > .seconds(504_911_232) ? .max : now.advanced(by: duration).nanoseconds
    }

    /// Gives the new run a record of its own: not stopped, wakes kept.
    ///
    /// The wake that no wait took stays.
    private func begin() -> UInt32 {
        exchangePerRun(LoopWord.running | LoopWord.honoursWakes)
    }

    private func restore(_ outer: UInt32) { _ = exchangePerRun(outer & LoopWord.perRun) }

    private func exchangePerRun(_ bits: UInt32) -> UInt32 {
        var seen = word.load(ordering: .relaxed)
        while true {
            let (done, now) = word.compareExchange(
                expected: seen, desired: seen & ~LoopWord.perRun | bits, ordering: .acquiringAndReleasing)
            if done { return seen }
            seen = now
        }
    }
}
