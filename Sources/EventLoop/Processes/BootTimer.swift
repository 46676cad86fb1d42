import CLinux
import Glibc

extension Loop {
    /// A timer for which the time goes on while the machine is suspended.
    ///
    /// CLOCK_MONOTONIC stands still then, and the dates of a `Timer` with it. This one is a `Timer` and a watch on
    /// CLOCK_BOOTTIME: after a suspend the timer's date is moved back by what was slept, and if it is past, the timer fires
    /// at once and its phase counts from there. It does not wake the machine. A virtual clock is never suspended: there it
    /// is a `Timer` and nothing more. Costs one descriptor and one system call a fire. The loop keeps it alive.
    /// Thread: the loop's own.
    public final class BootTimer {
        private weak var timer: Timer?
        private let loop: Loop
        private let clock: BootClock
        private let tolerance: Duration
        private let descriptor: CInt
        private var watch: PortSource?
        /// Both clocks, when they were last compared.
        private var (seenBoot, seenMonotonic): (Int64, Int64) = (0, 0)
        /// How long after the date the watch looks: it finds nothing to do unless the machine was suspended.
        private static let margin: Int64 = 2_000_000

        /// Makes a timer that fires after `delay`, and then at the interval if there is one, and adds it to a mode.
        ///
        /// Throws when the process has no descriptor left.
        @discardableResult
        public convenience init(
            after delay: Duration, every interval: Duration = .zero, tolerance: Duration = .zero,
            on loop: Loop, in mode: Mode = .default, label: String = "", _ fire: @escaping () -> Void
        ) throws(SystemError) {
            try self.init(
                after: delay, every: interval, tolerance: tolerance, on: loop, in: mode, label: label,
                clock: .system, fire)
        }

        package init(
            after delay: Duration, every interval: Duration = .zero, tolerance: Duration = .zero,
            on loop: Loop, in mode: Mode = .default, label: String = "", clock: BootClock,
            _ fire: @escaping () -> Void
        ) throws(SystemError) {
            self.loop = loop
            self.clock = clock
            self.tolerance = max(tolerance, .zero)
            descriptor = loop.isVirtual ? -1 : clock.makeDescriptor()
            guard descriptor >= 0 || loop.isVirtual else {
                throw SystemError(call: "timerfd_create", code: -descriptor, detail: "timer \"\(label)\"")
            }
            let timer = Timer(every: interval, after: delay, tolerance: tolerance, label: label) { timer in
                fire()
                if timer.step > 0, timer.isValid {
                    self.look(again: timer, after: timer.step)
                } else {
                    self.end()
                }
            }
            self.timer = timer
            loop.add(timer, to: mode)
            guard descriptor >= 0 else { return }
            let watch = PortSource(descriptor: descriptor, label: label) { [weak self] _ in self?.compare() }
            self.watch = watch
            compareClocks()
            look(again: timer, after: 0)
            loop.add(watch, to: mode)
        }

        deinit { end() }

        /// Whether it will fire.
        public var isValid: Bool { timer?.isValid ?? false }

        /// Ends it.
        public func invalidate() { end() }

        private func end() {
            timer?.invalidate()
            PortSource.end(&watch, closing: descriptor)
        }

        /// What the machine slept since the last look.
        @discardableResult
        private func compareClocks() -> Int64 {
            let (boot, monotonic) = (clock.now(), clinux_now())
            defer { (seenBoot, seenMonotonic) = (boot, monotonic) }
            return (boot - seenBoot) - (monotonic - seenMonotonic)
        }

        /// The watch's date came: after a suspend, or for nothing.
        private func compare() {
            guard let timer, timer.isValid else { return end() }
            let slept = compareClocks()
            if slept >= BootTimer.margin {
                timer.nextFire = timer.nextFire.advanced(by: .nanoseconds(-slept))
            }
            look(again: timer, after: 0)
        }

        /// Sets the watch behind the timer's date, which in its callout is still the one just fired.
        private func look(again timer: Timer, after step: Int64) {
            guard watch != nil else { return }
            let left = loop.now.duration(to: timer.nextFire).clampedNanoseconds
            let pause = Duration.nanoseconds(max(0, left)) + .nanoseconds(step) + tolerance
            let date = Instant(nanoseconds: seenBoot + (clinux_now() - seenMonotonic))
            clock.arm(descriptor, date.advanced(by: pause + .nanoseconds(BootTimer.margin)).nanoseconds)
        }
    }
}
