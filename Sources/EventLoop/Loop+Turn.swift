import CLinux
import Synchronization

// One turn, step by step. The numbers are those of the specification's turn.
extension Loop {
    func turns(_ mode: ModeState, _ returnAfterSource: Bool) -> RunResult {
        // In the first turn, and after one that served it, the main queue waits its turn among the other events.
        var looksAtMainQueue = false
        while true {
            let tracer = tracer  // A callout may set another one.
            let turn = tracer?.begin(.turn, "", "turn", 0)
            if word.load(ordering: .relaxed) & LoopWord.honoursWakes == 0 {  // 1
                word.bitwiseOr(LoopWord.honoursWakes, ordering: .acquiringAndReleasing)
            }
            armTimers(for: mode)
            notify(.beforeTimers, mode)  // 2
            notify(.beforeSources, mode)  // 3
            runBlocks(mode)  // 4
            let performed = performManualSources(mode, onlyOne: returnAfterSource)  // 5
            if performed { runBlocks(mode) }
            let polls = performed || limit == .min  // 6

            let event: WaitEvent
            if looksAtMainQueue, mayServeMainQueue(mode), takeMainQueue() {  // 7
                word.bitwiseAnd(~LoopWord.honoursWakes, ordering: .sequentiallyConsistent)
                event = .mainQueue
            } else {
                event = pause(mode, polls)
            }
            let (handled, servedMainQueue) = serve(event, mode)  // 12
            looksAtMainQueue = mainQueue != nil && !servedMainQueue
            runBlocks(mode)  // 13
            if let turn { tracer?.end(turn) }

            if performed || handled, returnAfterSource { return .handledSource }  // 14
            if limit != .max, limit == .min || now.nanoseconds >= limit { return .timedOut }
            if isStopped { return .stopped }
            if isEmpty(mode) { return .finished }
        }
    }

    /// Steps 8 to 11: the observers come as a pair, and not in a poll.
    private func pause(_ mode: ModeState, _ polls: Bool) -> WaitEvent {
        if polls { return wait(mode, poll: true) }
        notify(.beforeWaiting, mode)
        let tracer = tracer
        let entry = tracer?.begin(.sleep, "", "sleep", 0)
        let event = wait(mode, poll: false)
        if let entry { tracer?.end(entry) }
        notify(.afterWaiting, mode)
        return event
    }

    private func serve(_ event: WaitEvent, _ mode: ModeState) -> (handled: Bool, mainQueue: Bool) {
        switch event {
        case .nothing:
            return (false, false)
        case .timers:
            fireTimers(mode)
            return (false, false)
        case .mainQueue:
            callouts &+= 1
            if let mainQueue { callOutToMainQueue(mainQueue) }
            return (true, true)
        case .port(let source, let readiness, let data):
            guard source.isValid, isStillReady(source, data, mode) else { return (false, false) }
            callOut(to: source, readiness)
            if readiness.isFinal { lock.with { ports.mute(source) } }
            return (true, false)
        }
    }

    /// An observer of after-waiting may have removed it, or have run the loop until nothing is left to read.
    private func isStillReady(_ source: PortSource, _ data: UInt64, _ mode: ModeState) -> Bool {
        if portAskedAt == callouts { return true }
        return lock.with { ports.source(for: data, in: mode) } === source
            && clinux_poll(source.descriptor, source.interest.events) != 0
    }

    // MARK: Observers

    @inline(__always)
    func notify(_ activity: Activity, _ mode: ModeState) {
        if mode.observerMask.load(ordering: .acquiring) & activity.rawValue != 0 {
            notifySlowly(activity, mode)
        }
    }

    private func notifySlowly(_ activity: Activity, _ mode: ModeState) {
        if mode.observersChanged.load(ordering: .acquiring) { lock.with { mode.listObservers() } }
        // The list is of this moment: who is added in the pass is not called, who is only removed is.
        for observer in mode.observers(of: activity) where !observer.isFiring && observer.isValid {
            observer.isFiring = true
            callouts &+= 1
            callOut(to: observer, activity)
            observer.isFiring = false
            if !observer.repeats { observer.invalidate() }
        }
    }

    // MARK: Blocks

    @inline(__always)
    func runBlocks(_ mode: ModeState) {
        if !blocks.isEmpty { runBlocksSlowly(mode) }
    }

    private func runBlocksSlowly(_ mode: ModeState) {
        var taken = blocks.take()
        callouts &+= 1
        var kept = 0
        for index in taken.indices {
            if taken[index].matches(mode.mode, isCommon: mode.isCommon) {
                callOut(to: taken[index])
            } else {
                if kept != index { taken.swapAt(kept, index) }
                kept += 1
            }
        }
        taken.removeLast(taken.count - kept)
        blocks.giveBack(&taken)
    }

    // MARK: Manual sources

    @inline(__always)
    private func performManualSources(_ mode: ModeState, onlyOne: Bool) -> Bool {
        let epoch = ManualSource.epoch.load(ordering: .acquiring)
        if mode.quietEpoch.load(ordering: .relaxed) == epoch { return false }
        return performManualSourcesSlowly(mode, onlyOne, epoch)
    }

    private func performManualSourcesSlowly(_ mode: ModeState, _ onlyOne: Bool, _ epoch: UInt64) -> Bool {
        let base = manualStack.count
        lock.lock()
        for source in mode.manualSources {
            let serial = source.serial.load(ordering: .acquiring)
            if serial != 0 { manualStack.append(SignalledSource(source: source, serial: serial)) }
        }
        let end = manualStack.count
        // Nothing to look for again until a signal is given or a source is added.
        if end == base { mode.quietEpoch.store(epoch, ordering: .relaxed) }
        lock.unlock()
        guard end > base else { return false }
        if end - base > 1 {
            manualStack.withUnsafeMutableBufferPointer { all in
                var signalled = UnsafeMutableBufferPointer(rebasing: all[base...])
                signalled.sort { ($0.source.order, $0.serial) < ($1.source.order, $1.serial) }
            }
        }
        var performed = false
        for index in base..<end {
            let source = manualStack[index].source
            guard source.isValid, source.serial.exchange(0, ordering: .acquiringAndReleasing) != 0 else {
                continue
            }
            performed = true
            callouts &+= 1
            callOut(to: source)
            if onlyOne { break }
        }
        manualStack.removeLast(end - base)
        return performed
    }
}

/// A manual source that a pass is going to perform.
struct SignalledSource {
    let source: Loop.ManualSource
    let serial: UInt64
}
