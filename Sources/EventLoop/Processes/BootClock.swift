import CLinux

/// CLOCK_BOOTTIME, or a test's stand-in for it.
package struct BootClock: Sendable {
    /// Nanoseconds; goes on while the machine is suspended.
    package var now: @Sendable () -> Int64
    /// A descriptor of the caller's that becomes readable when the time set has come, or minus an error number.
    package var makeDescriptor: @Sendable () -> CInt
    /// Sets the moment; 0: none.
    package var arm: @Sendable (CInt, Int64) -> Void

    /// Makes one of its parts.
    package init(
        now: @escaping @Sendable () -> Int64, makeDescriptor: @escaping @Sendable () -> CInt,
        arm: @escaping @Sendable (CInt, Int64) -> Void
    ) {
        self.now = now
        self.makeDescriptor = makeDescriptor
        self.arm = arm
    }

    package static let system = BootClock(
        now: { clinux_boot_now() }, makeDescriptor: { clinux_boot_timerfd() },
        arm: { descriptor, moment in _ = clinux_timerfd_set(descriptor, moment) })
}
