import CLinux
import Synchronization

extension Loop {
    /// A closure that is called at a moment, once or at a fixed interval.
    ///
    /// Dates are nanoseconds of the loop's clock. A repeating timer keeps its phase: fires that were missed are skipped,
    /// never made up for. While its closure runs a timer does not fire again, in no nested run. Equal dates fire in the
    /// order in which they were given. Thread: any, but the closure runs on the loop's own.
    public final class Timer: Item, @unchecked Sendable {
        // Safety: `fireAt`, `slack` and `delay` are atomic; `heapIndex`, `heapKey`, `isFiring` and `group` are guarded by
        // the lock of the loop that has the timer.

        /// The time between two fires; zero for a timer that fires once.
        public let interval: Duration
        let step: Int64
        let body: (Timer) -> Void
        let fireAt: Atomic<Int64>
        private let slack: Atomic<Int64>

        var heapIndex = -1
        var heapKey: Int64 = 0
        var isFiring = false
        var group: TimerGroup?
        /// Before the first add, when the clock is known: the time from the creation, or -2 for a date; then -1.
        private let delay: Atomic<Int64>

        /// Makes a timer that fires once, `delay` from now; a delay below zero is none.
        public convenience init(
            after delay: Duration, tolerance: Duration = .zero, label: String = "",
            _ fire: @escaping (Timer) -> Void
        ) {
            self.init(delay: delay, date: nil, interval: .zero, tolerance: tolerance, label: label, fire)
        }

        /// Makes a timer that fires again and again, first after `delay` (or one interval) from now.
        ///
        /// An interval of zero or less makes a timer that fires once.
        public convenience init(
            every interval: Duration, after delay: Duration? = nil, tolerance: Duration = .zero,
            label: String = "",
            _ fire: @escaping (Timer) -> Void
        ) {
            self.init(
                delay: delay ?? interval, date: nil, interval: interval, tolerance: tolerance, label: label,
                fire)
        }

        /// Makes a timer that fires at a moment of the loop's clock, and then at the interval if there is one.
        public convenience init(
            at date: Instant, every interval: Duration = .zero, tolerance: Duration = .zero,
            label: String = "",
            _ fire: @escaping (Timer) -> Void
        ) {
            self.init(delay: .zero, date: date, interval: interval, tolerance: tolerance, label: label, fire)
        }

        private init(
            delay: Duration, date: Instant?, interval: Duration, tolerance: Duration, label: String,
            _ fire: @escaping (Timer) -> Void
        ) {
            self.interval = max(interval, .zero)
            step = self.interval.clampedNanoseconds
            body = fire
            if let date {
                self.delay = Atomic(-2)
                fireAt = Atomic(date.nanoseconds)
            } else {
                let nanoseconds = max(0, delay.clampedNanoseconds)
                self.delay = Atomic(nanoseconds)
                fireAt = Atomic(Timer.sum(clinux_now(), nanoseconds))
            }
            slack = Atomic(Timer.limit(tolerance.clampedNanoseconds, step))
            super.init(order: 0, label: label)
        }

        /// How much later than its date the timer may fire, so that it can wake the loop together with others.
        ///
        /// Never below zero; at most half the interval of a repeating timer. The dates do not drift.
        public var tolerance: Duration {
            get { .nanoseconds(slack.load(ordering: .relaxed)) }
            set {
                let value = Timer.limit(newValue.clampedNanoseconds, step)
                slack.store(value, ordering: .relaxed)
                changeInLoop { _ in group?.invalidateDeadline() }
            }
        }

        /// The next moment at which it fires; one that never comes when it is invalid.
        ///
        /// Setting it moves the phase of a repeating timer; a moment in the past means now. Set by another thread, it
        /// wakes the loop. In its own callout, only a moment later than the one just fired counts, and a timer that fires
        /// once stays one.
        public var nextFire: Instant {
            get { isValid ? Instant(nanoseconds: fireAt.load(ordering: .acquiring)) : .distantFuture }
            set {
                guard isValid else { return }
                delay.store(-1, ordering: .relaxed)
                fireAt.store(newValue.nanoseconds, ordering: .releasing)
                let changed = changeInLoop { loop in
                    let date = max(newValue, loop.now).nanoseconds
                    fireAt.store(date, ordering: .releasing)
                    guard heapIndex >= 0, let group else { return }
                    group.move(self, from: heapKey, to: date, serial: loop.nextTimerSerial())
                    heapKey = date
                }
                if let changed, !changed.isOnOwnThread { changed.wakeUp() }
            }
        }

        /// Does it under the lock of the loop that has the timer, if one has; the loop then looks at its timers again.
        @discardableResult
        private func changeInLoop(_ body: (Loop) -> Void) -> Loop? {
            while let loop {
                let done = loop.changeTimers {
                    guard self.loop === loop else { return false }
                    body(loop)
                    return true
                }
                if done { return loop }
            }
            return nil
        }

        /// The last moment for a fire that is due at `key`.
        @inline(__always)
        func latest(_ key: Int64) -> Int64 { Timer.sum(key, slack.load(ordering: .relaxed)) }

        /// The first moment of the grid through `fired` that is after `now`.
        func gridMoment(after now: Int64, from fired: Int64) -> Int64 {
            guard now >= fired else { return Timer.sum(fired, step) }
            let (missed, overflow) = now.subtractingReportingOverflow(fired)
            guard !overflow else { return .max }
            return Timer.sum(fired, (missed / step).addingReportingOverflow(1).partialValue, times: step)
        }

        private static func limit(_ tolerance: Int64, _ step: Int64) -> Int64 {
            max(0, step > 0 ? min(tolerance, step / 2) : tolerance)
        }

        @inline(__always)
        private static func sum(_ a: Int64, _ b: Int64, times factor: Int64 = 1) -> Int64 {
            let (product, large) = b.multipliedReportingOverflow(by: factor)
            let (sum, overflow) = a.addingReportingOverflow(product)
            return large || overflow ? .max : sum
        }

        // MARK: Membership, under the loop's lock

        override func insert(into mode: ModeState, of loop: Loop) -> Bool {
            guard !isMember(of: mode, of: loop) else { return false }
            settleDate(by: loop)
            if let group {
                regroup(loop.timerGroup(for: group.modes + [mode]), of: loop)
            } else {
                regroup(mode.ownTimerGroup(of: loop), of: loop)
            }
            mode.content.add(1, ordering: .relaxed)
            return true
        }

        override func remove(from mode: ModeState, of loop: Loop) -> Bool {
            guard let group, isMember(of: mode, of: loop) else { return false }
            if group.modes.count == 1 {
                regroup(nil, of: loop)
            } else {
                regroup(loop.timerGroup(for: group.modes.filter { $0 !== mode }), of: loop)
            }
            mode.content.subtract(1, ordering: .relaxed)
            return true
        }

        override func isMember(of mode: ModeState, of loop: Loop) -> Bool {
            group?.modes.contains { $0 === mode } ?? false
        }

        /// The date counts from the creation; one that was past then means now.
        private func settleDate(by loop: Loop) {
            let delay = delay.exchange(-1, ordering: .relaxed)
            let date = fireAt.load(ordering: .relaxed)
            if delay >= 0, loop.isVirtual {
                fireAt.store(Timer.sum(loop.now.nanoseconds, delay), ordering: .releasing)
            } else if delay == -2, date < loop.now.nanoseconds {
                fireAt.store(loop.now.nanoseconds, ordering: .releasing)
            }
        }

        private func regroup(_ next: TimerGroup?, of loop: Loop) {
            disarm()
            group = next
            arm(of: loop)
        }

        func arm(of loop: Loop) {
            guard !isFiring, heapIndex < 0, let group else { return }
            heapKey = fireAt.load(ordering: .relaxed)
            group.insert(self, key: heapKey, serial: loop.nextTimerSerial())
        }

        func disarm() {
            guard heapIndex >= 0, let group else { return }
            group.remove(self, key: heapKey)
        }
    }
}
