import CLinux
import Synchronization

/// What ended a wait: at most one event a turn.
enum WaitEvent {
    case nothing
    case timers
    case mainQueue
    /// The last is the event's number: the source may go before it is served.
    case port(Loop.PortSource, Loop.Readiness, UInt64)
}

// The wait. Events come from the kernel in batches, in the order in which they became ready; each turn takes one.
extension Loop {
    func wait(_ mode: ModeState, poll: Bool) -> WaitEvent {
        // It comes behind what became ready since.
        if mode.batch.takeMainQueue() { mainQueue?.isDeferred = true }
        if poll { return self.poll(mode) }
        word.bitwiseOr(LoopWord.waiting, ordering: .sequentiallyConsistent)
        let event = sleep(mode)
        word.bitwiseAnd(~(LoopWord.waiting | LoopWord.honoursWakes), ordering: .sequentiallyConsistent)
        return event
    }

    private func poll(_ mode: ModeState) -> WaitEvent {
        defer { word.bitwiseAnd(~LoopWord.honoursWakes, ordering: .sequentiallyConsistent) }
        if let event = takeFromBatch(mode) { return event }
        armTimers(for: mode)
        _ = fetch(mode, nanoseconds: 0)
        if let event = takeFromBatch(mode) { return event }
        // The descriptor may be late by the kernel's interrupt.
        return armed != .max && armed <= now.nanoseconds && hasDueTimer(mode) ? .timers : .nothing
    }

    private func sleep(_ mode: ModeState) -> WaitEvent {
        while true {
            if let event = takeFromBatch(mode) { return event }
            armTimers(for: mode)
            let hasEvent =
                timerIsDue || mainQueueIsDeferred(mode)
                || word.load(ordering: .sequentiallyConsistent) & LoopWord.woken != 0
            if hasEvent {
                _ = fetch(mode, nanoseconds: 0)
            } else if let virtualClock {
                if sleepVirtually(mode, virtualClock) { return .nothing }
            } else {
                let limit = soonestLimit
                let pause = limit == .max ? -1 : max(0, limit - clinux_now())
                let count = fetch(mode, nanoseconds: pause)
                if count == 0, limit != .max, noteLimits() { return .nothing }
            }
        }
    }

    /// Fetches what the kernel has, and puts behind it what only the loop knows.
    private func fetch(_ mode: ModeState, nanoseconds: Int64) -> CInt {
        let count = mode.batch.fetch(mode.waitSet(of: self), nanoseconds: nanoseconds, callouts: callouts)
        if timerIsDue {
            timerIsDue = false
            mode.batch.append(EventBatch.timers)
        }
        if word.load(ordering: .relaxed) & LoopWord.woken != 0 { mode.batch.append(EventBatch.wake) }
        if mainQueueIsDeferred(mode) {
            mode.batch.append(EventBatch.mainQueue)
        }
        return count
    }

    /// The next event of the batch that still holds, if there is one.
    private func takeFromBatch(_ mode: ModeState) -> WaitEvent? {
        while let (data, events) = mode.batch.next() {
            switch data {
            case EventBatch.wake:
                let before = word.bitwiseAnd(~LoopWord.woken, ordering: .sequentiallyConsistent).oldValue
                if before & LoopWord.woken != 0 { return .nothing }
            case EventBatch.timers:
                if hasDueTimer(mode) { return .timers }
                rearmTimers()
            case EventBatch.mainQueue:
                if mayServeMainQueue(mode) {
                    if takeMainQueue() { return .mainQueue }
                } else {
                    mainQueue?.isDeferred = true
                }
            default:
                if let event = port(data, events, mode) { return event }
            }
        }
        return nil
    }

    private func port(_ data: UInt64, _ events: UInt32, _ mode: ModeState) -> WaitEvent? {
        guard let source = lock.with({ ports.source(for: data, in: mode) }) else {
            return dropLeftOver(mode)
        }
        var ready = events
        if mode.batch.stamp != callouts {
            // Other code ran since the fetch and may have read what was there.
            ready = clinux_poll(source.descriptor, source.interest.events)
            guard ready != 0 else { return nil }
            if ready & UInt32(POLLNVAL) != 0 {
                report(PortTable.closed(source), by: source)
                return nil
            }
        }
        portAskedAt = callouts
        return .port(source, Readiness(events: ready), data)
    }

    /// An event that the kernel has for nobody, though no code ran since the fetch: it would come for ever.
    private func dropLeftOver(_ mode: ModeState) -> WaitEvent? {
        if mode.batch.stamp == callouts { lock.with { mode.renewWaitSet(of: self) } }
        return nil
    }

    // MARK: Main queue

    func mayServeMainQueue(_ mode: ModeState) -> Bool {
        guard let mainQueue else { return false }
        return mode.isCommon && !mainQueue.isServed
    }

    /// A nested run took the announcement from the kernel and could not serve it.
    private func mainQueueIsDeferred(_ mode: ModeState) -> Bool {
        mainQueue?.isDeferred == true && mayServeMainQueue(mode)
    }

    /// Whether the main queue has work, which the caller then serves.
    func takeMainQueue() -> Bool {
        guard let mainQueue else { return false }
        mainQueue.isDeferred = false
        return mainQueue.takeAnnouncement()
    }

    // MARK: Limits

    /// The soonest end of a run; that of an outer run ends one wait of the inner ones, its own ends each.
    var soonestLimit: Int64 {
        var soonest = limit
        if depth > 1 { for run in outerRuns where !run.hasWoken { soonest = min(soonest, run.limit) } }
        return soonest
    }

    /// Whether a limit is reached that may end this wait.
    func noteLimits() -> Bool {
        let moment = now.nanoseconds
        var reached = limit <= moment
        for index in outerRuns.indices where !outerRuns[index].hasWoken && outerRuns[index].limit <= moment {
            reached = true
            outerRuns[index].hasWoken = true
        }
        return reached
    }
}
