import CLinux
import Synchronization

// One timer descriptor serves all timers of all modes: it is set to the soonest deadline of the running mode, only when
// that changed, and never to a moment that is past.
extension Loop {
    /// Changes timers under the lock.
    func changeTimers(_ body: () -> Bool) -> Bool {
        Loop.preconditionNotForked()
        return lock.with {
            guard body() else { return false }
            timersDidChange()
            return true
        }
    }

    /// Under the lock: the loop must look at its deadline again; at once if it sleeps.
    func timersDidChange() {
        timersChanged.store(true, ordering: .sequentiallyConsistent)
        guard word.load(ordering: .sequentiallyConsistent) & LoopWord.waiting != 0, let running else {
            return
        }
        if isVirtual {
            poke()
        } else {
            let deadline = running.deadline
            guard deadline != armed else { return }
            armed = deadline
            _ = clinux_timerfd_set(timerDescriptor, deadline == .max ? 0 : max(1, deadline))
        }
    }

    /// On the loop's thread: sets the descriptor to the running mode's deadline, or finds that it is past.
    @inline(__always)
    func armTimers(for mode: ModeState) {
        if timersChanged.load(ordering: .sequentiallyConsistent) { armTimersSlowly(for: mode) }
    }

    private func armTimersSlowly(for mode: ModeState) {
        lock.lock()
        defer { lock.unlock() }
        timersChanged.store(false, ordering: .sequentiallyConsistent)
        let deadline = mode.deadline
        timerIsDue = false
        guard deadline != armed else { return }
        if deadline != .max, deadline <= now.nanoseconds {
            timerIsDue = true
            return
        }
        armed = deadline
        if !isVirtual { _ = clinux_timerfd_set(timerDescriptor, deadline == .max ? 0 : deadline) }
    }

    /// Whether a timer of the mode has reached its deadline.
    func hasDueTimer(_ mode: ModeState) -> Bool {
        lock.with {
            let deadline = mode.deadline
            return deadline != .max && deadline <= now.nanoseconds
        }
    }

    /// The descriptor expired for nothing: set it anew.
    func rearmTimers() {
        lock.with {
            armed = .min
            timersChanged.store(true, ordering: .sequentiallyConsistent)
        }
    }

    /// One pass: fires those that are due now, by date.
    func fireTimers(_ mode: ModeState) {
        let base = timerStack.count
        lock.lock()
        let limit = now.nanoseconds
        for group in mode.timerGroups {
            group.heap.forEach(upTo: limit) { timer, key, serial in
                timerStack.append(DueTimer(timer: timer, key: key, serial: serial))
            }
        }
        armed = .min
        timersChanged.store(true, ordering: .sequentiallyConsistent)
        lock.unlock()
        let end = timerStack.count
        if end - base > 1 {
            timerStack.withUnsafeMutableBufferPointer { all in
                var due = UnsafeMutableBufferPointer(rebasing: all[base...])
                due.sort { ($0.key, $0.serial) < ($1.key, $1.serial) }
            }
        }
        for index in base..<end { fire(timerStack[index].timer, limit) }
        timerStack.removeLast(end - base)
    }

    private func fire(_ timer: Timer, _ limit: Int64) {
        lock.lock()
        // Skipped: invalidated, moved later, in no mode any more, or being fired already by an outer run.
        guard timer.heapIndex >= 0, timer.heapKey <= limit, timer.loop === self else { return lock.unlock() }
        let fired = timer.heapKey
        timer.disarm()
        timer.isFiring = true
        lock.unlock()

        callouts &+= 1
        callOut(to: timer)

        guard timer.step > 0 else {
            lock.with { timer.isFiring = false }
            return timer.invalidate()
        }
        lock.lock()
        timer.isFiring = false
        if timer.fireAt.load(ordering: .relaxed) <= fired {
            timer.fireAt.store(timer.gridMoment(after: now.nanoseconds, from: fired), ordering: .releasing)
        }
        if timer.loop === self { timer.arm(of: self) }
        timersDidChange()
        lock.unlock()
    }
}

/// A timer that a pass is going to fire.
struct DueTimer {
    let timer: Loop.Timer
    let key: Int64
    let serial: UInt64
}
