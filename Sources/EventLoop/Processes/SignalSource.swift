import CLinux
import Glibc

extension Loop {
    /// A signal that came.
    ///
    /// Thread: any (a plain value).
    public struct Signal: Hashable, Sendable {
        /// Its number.
        public let number: Int32
        /// The process that sent it; 0 when that was the kernel.
        public let sender: Int32
        /// The sender's user.
        public let user: UInt32
    }

    /// Signals of the system as events of a loop.
    ///
    /// They are blocked for the calling thread, and for the threads that it starts from then on; threads that exist
    /// already keep their own masks, so make it early. Several signals of one number before a turn are one, but for the
    /// real-time ones. Each number has one source in the process. Thread: the loop's own.
    public final class SignalSource {
        private let taken: SignalSet
        private let descriptor: CInt
        private var source: PortSource?

        /// Starts to take the signals.
        ///
        /// Throws EBUSY when another source has one of them, EINVAL for what is no signal that can be taken.
        public init(
            _ signals: [CInt], on loop: Loop, in mode: Mode = .common, label: String = "signals",
            _ body: @escaping (Signal) -> Void
        ) throws(SystemError) {
            taken = try SignalSet(signals)
            var set = taken.mask
            descriptor = clinux_signalfd(&set)
            guard descriptor >= 0 else {
                taken.giveBack()
                throw SystemError(call: "signalfd", code: -descriptor, detail: label)
            }
            taken.block()
            let source = PortSource(descriptor: descriptor, label: label) { [descriptor] _ in
                while let signal = SignalSource.next(of: descriptor) { body(signal) }
            }
            self.source = source
            loop.add(source, to: mode)
        }

        deinit { close() }

        /// Stops taking them.
        ///
        /// What was blocked for it is unblocked; a signal that waits then does what it does by itself.
        public func close() {
            guard PortSource.end(&source, closing: descriptor) else { return }
            taken.unblock()
            taken.giveBack()
        }

        /// A closed source's descriptor has no more.
        private static func next(of descriptor: CInt) -> Signal? {
            var info = signalfd_siginfo()
            let size = MemoryLayout<signalfd_siginfo>.size
            guard read(descriptor, &info, size) == size else { return nil }
            return Signal(number: CInt(info.ssi_signo), sender: CInt(info.ssi_pid), user: info.ssi_uid)
        }
    }
}
