import CLinux
import EventLoop
import Glibc

/// SIGINT, SIGTERM and SIGHUP as an event of the loop, so that the app ends in order.
///
/// The signals are blocked in this thread and in those it starts later, and read from a descriptor.
/// Thread: main.
@MainActor
final class QuitSignals {
    private let descriptor: CInt
    private let source: Loop.PortSource
    private var before = sigset_t()

    /// Starts to take the signals; `nil` when the process has no descriptor left.
    init?(loop: Loop, _ body: @escaping (_ name: String) -> Void) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, signal) }
        let descriptor = signalfd(-1, &set, CInt(SFD_NONBLOCK | SFD_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        pthread_sigmask(SIG_BLOCK, &set, &before)
        self.descriptor = descriptor
        source = Loop.PortSource(descriptor: descriptor, label: "signals") { _ in
            var info = signalfd_siginfo()
            let size = MemoryLayout<signalfd_siginfo>.size
            while read(descriptor, &info, size) == size { body(Self.name(CInt(info.ssi_signo))) }
        }
        loop.add(source, to: .common)
    }

    /// Stops taking them; those that came meanwhile have their usual effect again.
    func close() {
        source.invalidate()
        Glibc.close(descriptor)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    private nonisolated static func name(_ signal: CInt) -> String {
        switch signal {
        case SIGINT: "SIGINT"
        case SIGTERM: "SIGTERM"
        default: "SIGHUP"
        }
    }
}
