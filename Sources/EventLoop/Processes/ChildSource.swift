import CLinux
import Glibc

extension Loop {
    /// How a process ended.
    ///
    /// Thread: any (a plain value).
    public enum ChildEnd: Hashable, Sendable {
        /// It exited with a status.
        case exited(Int32)
        /// A signal ended it.
        case killed(signal: Int32, dumpedCore: Bool)
        /// It is no child of this process, or somebody else took its status.
        case unknown
    }

    /// The end of a process as an event of a loop.
    ///
    /// It takes the status of a child, so that no zombie stays; nobody else may wait for that child. No SIGCHLD is
    /// involved. Thread: the loop's own.
    public final class ChildSource {
        /// The process.
        public let process: Int32
        private let descriptor: CInt
        private var source: PortSource?

        /// Watches a process; `onEnd` is called once.
        ///
        /// Throws ESRCH when there is no such process, ENOSYS on a kernel before 5.3.
        public init(
            _ process: Int32, on loop: Loop, in mode: Mode = .common, label: String = "child",
            onEnd: @escaping (ChildEnd) -> Void
        ) throws(SystemError) {
            self.process = process
            descriptor = clinux_pidfd_open(process)
            guard descriptor >= 0 else {
                throw SystemError(call: "pidfd_open", code: -descriptor, detail: "process \(process)")
            }
            let source = PortSource(descriptor: descriptor, label: label) { [weak self] _ in
                // Not its end alone makes it readable: a thread group's leader may go before the others.
                guard let self, let end = reap() else { return }
                close()
                onEnd(end)
            }
            self.source = source
            loop.add(source, to: mode)
        }

        deinit { close() }

        /// Sends the process a signal; never to another process that has its number meanwhile.
        public func send(_ signal: CInt) throws(SystemError) {
            guard source != nil else {
                throw SystemError(call: "pidfd_send_signal", code: ESRCH, detail: "process \(process)")
            }
            let status = clinux_pidfd_signal(descriptor, signal)
            if status < 0 {
                throw SystemError(call: "pidfd_send_signal", code: -status, detail: "process \(process)")
            }
        }

        /// Stops watching; the process goes on, and its status is left to others.
        public func close() { PortSource.end(&source, closing: descriptor) }

        private func reap() -> ChildEnd? {
            var (code, status): (CInt, CInt) = (0, 0)
            switch clinux_pidfd_reap(descriptor, &code, &status) {
            case 0: return nil
            case 1 where code == CLD_EXITED: return .exited(status)
            case 1: return .killed(signal: status, dumpedCore: code == CLD_DUMPED)
            default: return .unknown
            }
        }
    }
}
