import CLinux
package import EventLoop
import Glibc

/// Signals as a port source: blocked for the thread, read from a descriptor.
///
/// One for a terminal's switches, one for what ends an application. Threads that exist already keep their own
/// masks; those of libdispatch block everything by themselves.
@MainActor
package final class SignalDescriptor {
    private let source: Loop.PortSource
    private let descriptor: CInt
    private var before = sigset_t()

    /// Starts to take the signals; nil when the system has no descriptor left.
    package init?(_ signals: [CInt], loop: Loop, label: String, _ body: @escaping (CInt) -> Void) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        let descriptor = signalfd(-1, &set, CInt(SFD_NONBLOCK) | CInt(SFD_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        pthread_sigmask(SIG_BLOCK, &set, &before)
        self.descriptor = descriptor
        source = Loop.PortSource(descriptor: descriptor, label: label) { _ in
            var info = signalfd_siginfo()
            while read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size)
                == MemoryLayout<signalfd_siginfo>.size
            {
                body(CInt(info.ssi_signo))
            }
        }
        loop.add(source, to: .common)
    }

    /// Stops taking them, and puts the mask back.
    package func close() {
        source.invalidate()
        Glibc.close(descriptor)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
