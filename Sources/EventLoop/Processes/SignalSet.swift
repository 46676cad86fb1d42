import CLinux
import Glibc

/// Signals that one source has for itself.
final class SignalSet {
    private(set) var mask = sigset_t()
    private let bits: UInt64
    /// Those that were not blocked before.
    private var blocked = sigset_t()

    private static let lock = Lock()
    // Safety: guarded by `lock`.
    private nonisolated(unsafe) static var inUse: UInt64 = 0

    init(_ signals: [CInt]) throws(SystemError) {
        sigemptyset(&mask)
        sigemptyset(&blocked)
        var bits: UInt64 = 0
        for signal in signals {
            guard (1...64).contains(signal), signal != SIGKILL, signal != SIGSTOP else {
                throw SystemError(call: "signalfd", code: EINVAL, detail: "signal \(signal) cannot be taken")
            }
            bits |= 1 << UInt64(signal - 1)
            sigaddset(&mask, signal)
        }
        let common = SignalSet.lock.with { () -> UInt64 in
            let common = SignalSet.inUse & bits
            if common == 0 { SignalSet.inUse |= bits }
            return common
        }
        guard common == 0 else {
            throw SystemError(
                call: "signalfd", code: EBUSY,
                detail: "signal \(common.trailingZeroBitCount + 1) has a source already; close that one")
        }
        self.bits = bits
    }

    func giveBack() { SignalSet.lock.with { SignalSet.inUse &= ~bits } }

    func block() {
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &mask, &before)
        for signal in CInt(1)...64 where bits & 1 << UInt64(signal - 1) != 0 {
            if sigismember(&before, signal) == 0 { sigaddset(&blocked, signal) }
        }
    }

    func unblock() { pthread_sigmask(SIG_UNBLOCK, &blocked, nil) }
}
