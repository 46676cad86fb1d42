import CLinux
import EventLoop
import Glibc
import Synchronization
import Testing

/// Signals, children and suspend-proof timers as sources.
@Suite(.timeLimit(.minutes(1)), .serialized) struct ProcessTests {
    @Test("signals are served by the loop, several of one number before a turn are one")
    func signals() throws {
        try tryOnNewThread {
            let bench = Bench()
            // The thread that made this one may be libdispatch's, which blocks everything.
            var mask = sigset_t()
            sigemptyset(&mask)
            sigaddset(&mask, SIGUSR1)
            pthread_sigmask(SIG_UNBLOCK, &mask, nil)
            let source = try Loop.SignalSource([SIGUSR1, SIGUSR2], on: bench.loop) { [unowned bench] signal in
                bench.log.append("\(signal.number == SIGUSR1 ? "USR1" : "USR2")")
                #expect(signal.sender == getpid() && signal.user == getuid())
            }
            for signal in [SIGUSR1, SIGUSR1, SIGUSR2] { pthread_kill(pthread_self(), signal) }
            #expect(bench.run(0, returnAfterSource: true) == .handledSource)
            #expect(bench.taken().sorted() == ["USR1", "USR2"])

            // One source a signal: typed, and says which.
            do throws(SystemError) {
                _ = try Loop.SignalSource([SIGUSR2], on: bench.loop) { _ in }
                Issue.record("two sources of one signal")
            } catch { #expect(error.code == EBUSY && "\(error)".contains("signal \(SIGUSR2)")) }
            #expect(throws: SystemError.self) { try Loop.SignalSource([SIGKILL], on: bench.loop) { _ in } }
            #expect(throws: SystemError.self) { try Loop.SignalSource([0], on: bench.loop) { _ in } }

            source.close()
            #expect(bench.run(0) == .finished)
            pthread_sigmask(SIG_SETMASK, nil, &mask)
            #expect(sigismember(&mask, SIGUSR1) == 0)
            // Free for the next one.
            try Loop.SignalSource([SIGUSR2], on: bench.loop) { _ in }.close()
        }
    }

    private func start(_ script: String) throws -> pid_t {
        var process = pid_t()
        var words: [UnsafeMutablePointer<CChar>?] =
            ["sh", "-c", script].map { (word: String) in strdup(word) } + [nil]
        defer { for word in words { free(word) } }
        try #require(posix_spawn(&process, "/bin/sh", nil, nil, &words, environ) == 0)
        return process
    }

    @Test("a child's end is an event, with its status; no zombie stays")
    func children() throws {
        try tryOnNewThread {
            let loop = Loop.current
            var ends: [Loop.ChildEnd] = []
            let exits = try start("exit 7")
            let sleeps = try start("exec sleep 1000")
            let first = try Loop.ChildSource(exits, on: loop) { ends.append($0) }
            while ends.isEmpty { loop.run(mode: .default, for: .seconds(30), returnAfterSource: true) }
            let second = try Loop.ChildSource(sleeps, on: loop) { ends.append($0) }
            try second.send(SIGKILL)
            while ends.count < 2 { loop.run(mode: .default, for: .seconds(30), returnAfterSource: true) }
            #expect(ends == [.exited(7), .killed(signal: SIGKILL, dumpedCore: false)])
            for process in [exits, sleeps] {
                #expect(waitpid(process, nil, WNOHANG) == -1 && errno == ECHILD)
            }
            #expect(throws: SystemError.self) { try first.send(SIGTERM) }
            #expect(loop.run(mode: .default, for: .zero) == .finished)
        }
    }

    @Test("no such process: typed; a status that others took: unknown")
    func strangers() throws {
        try tryOnNewThread {
            let loop = Loop.current
            #expect(throws: SystemError(call: "pidfd_open", code: ESRCH, detail: "process 4194304")) {
                try Loop.ChildSource(4_194_304, on: loop) { _ in }
            }
            let process = try start("exec sleep 1000")
            var end: Loop.ChildEnd?
            let source = try Loop.ChildSource(process, on: loop) { end = $0 }
            kill(process, SIGKILL)
            #expect(waitpid(process, nil, 0) == process)
            loop.run(mode: .default, for: .seconds(30), returnAfterSource: true)
            #expect(end == .unknown)
            source.close()
        }
    }

    /// A machine that is suspended when the test says so.
    private final class Machine: Sendable {
        let slept = Atomic<Int64>(0)
        let descriptor = clinux_eventfd()
        let date = Atomic<Int64>(0)

        var clock: BootClock {
            BootClock(
                now: { clinux_now() + self.slept.load(ordering: .relaxed) },
                makeDescriptor: { dup(self.descriptor) },
                arm: { _, date in
                    _ = clinux_eventfd_read(self.descriptor)
                    self.date.store(date, ordering: .relaxed)
                })
        }

        func suspend(seconds: Int64) {
            slept.add(seconds * 1_000_000_000, ordering: .relaxed)
            let now = clinux_now() + slept.load(ordering: .relaxed)
            if now >= date.load(ordering: .relaxed) { _ = clinux_eventfd_write(descriptor) }
        }

        deinit { close(descriptor) }
    }

    @Test("a timer that counts suspend time is due after the suspend, and keeps its interval")
    func boot() throws {
        try tryOnNewThread {
            let (loop, machine) = (Loop.current, Machine())
            var fires = 0
            let timer = try Loop.BootTimer(
                after: .seconds(1000), every: .seconds(600), on: loop, label: "boot", clock: machine.clock
            ) { fires += 1 }
            machine.suspend(seconds: 400)
            #expect(loop.run(mode: .default, for: .zero) == .timedOut && fires == 0)
            machine.suspend(seconds: 601)
            func turn() { for _ in 0..<3 { loop.run(mode: .default, for: .zero) } }
            turn()
            #expect(fires == 1)
            machine.suspend(seconds: 590)
            turn()
            #expect(fires == 1)
            machine.suspend(seconds: 11)
            turn()
            #expect(fires == 2)
            // Woken for nothing: the time has not come.
            _ = clinux_eventfd_write(machine.descriptor)
            turn()
            #expect(fires == 2 && timer.isValid)
            timer.invalidate()
            #expect(loop.run(mode: .default, for: .zero) == .finished)
        }
    }

    @Test("the same by the system's clock, and once, and under a virtual clock")
    func bootForReal() throws {
        try tryOnNewThread {
            let loop = Loop.current
            var fires = 0
            try Loop.BootTimer(after: .milliseconds(1), on: loop) { fires += 1 }
            #expect(loop.run(mode: .default, for: .seconds(30)) == .finished && fires == 1)

            let bench = Bench()
            let timer = try Loop.BootTimer(after: .seconds(3600), every: .seconds(60), on: bench.loop) {
                fires += 1
            }
            bench.run(3_600_000 + 120_000)
            #expect(fires == 4)
            timer.invalidate()
            #expect(bench.run(0) == .finished)
        }
    }
}
