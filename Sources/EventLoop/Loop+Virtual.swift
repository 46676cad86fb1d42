import CLinux
import Synchronization

// Sleeping under a virtual clock: look at the descriptors, else jump to the next thing that would end the sleep.
extension Loop {
    /// Whether the sleep ended at a limit; otherwise the wait looks again.
    func sleepVirtually(_ mode: ModeState, _ clock: VirtualClock) -> Bool {
        if fetchVirtually(mode, nanoseconds: 0) > 0 { return false }
        if noteLimits() { return true }
        let deadline = armed == .min ? Int64.max : armed
        var target = min(soonestLimit, deadline)
        if let alarm = clock.nextAlarm { target = min(target, alarm.nanoseconds) }
        guard target != .max else {
            _ = fetchVirtually(mode, nanoseconds: -1)
            return false
        }
        clock.advance(to: Instant(nanoseconds: target))
        // What an alarm made ready comes before the timers of the same moment, and those before the limit.
        if fetchVirtually(mode, nanoseconds: 0) > 0 || !mode.batch.isEmpty { return false }
        return noteLimits()
    }

    private func fetchVirtually(_ mode: ModeState, nanoseconds: Int64) -> CInt {
        mode.batch.fetch(mode.waitSet(of: self), nanoseconds: nanoseconds, callouts: callouts)
    }

    /// Under a virtual clock: what is ready before the deadline passes comes before the timers.
    func timeWillMove(to date: Instant) {
        callouts &+= 1
        guard let running, armed != .max, armed != .min, armed <= date.nanoseconds else { return }
        _ = running.batch.fetch(running.waitSet(of: self), nanoseconds: 0, callouts: callouts)
        running.batch.append(EventBatch.timers)
    }
}
