import CLinux
import EventLoop
import Glibc
import Testing

/// Descriptors of all kinds, and bad ones.
@Suite(.timeLimit(.minutes(1))) struct DescriptorTests {
    /// What the loop said while `body` ran.
    private func errors(_ bench: Bench, _ body: () -> Void) -> [SystemError] {
        var errors: [SystemError] = []
        bench.loop.onError = { _, error in if let error = error as? SystemError { errors.append(error) } }
        body()
        bench.loop.onError = nil
        return errors
    }

    /// A second number of a descriptor, so high that no other test gets it when it is closed.
    private func high(_ descriptor: CInt) -> CInt { fcntl(descriptor, F_DUPFD_CLOEXEC, 3000) }

    @Test("timerfd, pidfd, inotify and sockets are ports like any other")
    func kinds() throws {
        let bench = Bench()
        let timer = clinux_timerfd()
        #expect(clinux_timerfd_set(timer, 1) == 0)
        let watch = inotify_init1(Int32(IN_NONBLOCK))
        var template = Array("/tmp/penstock-inotify-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        try #require(inotify_add_watch(watch, template, UInt32(IN_MODIFY)) >= 0)
        _ = write(file, "x", 1)
        unlink(template)
        var child = pid_t()
        var words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        try #require(posix_spawnp(&child, "true", nil, nil, &words, environ) == 0)
        free(words[0])
        let process = clinux_pidfd_open(child)
        for (name, descriptor) in [("timerfd", timer), ("inotify", watch), ("pidfd", process)] {
            bench.add(
                Loop.PortSource(descriptor: descriptor, label: name) { [unowned bench] ready in
                    #expect(ready.isReadable)
                    bench.log.append(name)
                    bench.items.first { $0.label == name }?.invalidate()
                })
        }
        waitUntil {
            bench.run(0)
            return bench.log.count == 3
        }
        #expect(bench.taken().sorted() == ["inotify", "pidfd", "timerfd"])
        #expect(waitpid(child, nil, 0) == child)
        for descriptor in [timer, watch, file, process] { close(descriptor) }
    }

    @Test("a port source that is added twice is added once")
    func twice() {
        let (bench, pipe) = (Bench(), Pipe())
        let source = bench.add(
            Loop.PortSource(descriptor: pipe.reader) { [unowned bench] _ in
                pipe.read()
                bench.log.append("p")
            })
        #expect(errors(bench) { bench.loop.add(source, to: .default) }.isEmpty)
        pipe.write()
        bench.run(5)
        #expect(bench.taken() == ["p"])
        bench.loop.remove(source, from: .default)
        #expect(bench.run(5) == .finished)
    }

    @Test("closed while it is watched: said when the source goes; what is left in the kernel does not spin")
    func closed() {
        let (bench, pipe) = (Bench(), Pipe())
        bench.source("keep")
        let descriptor = high(pipe.reader)
        let source = bench.add(
            Loop.PortSource(descriptor: descriptor, label: "early") { [unowned bench] _ in
                bench.log.append("early")
            })
        let other = Pipe()
        bench.add(
            Loop.PortSource(descriptor: other.reader, label: "other") { [unowned bench] _ in
                other.read()
                bench.log.append("other")
            })
        // The pipe is open under its first number: the kernel goes on watching it, and nobody can take it out.
        close(descriptor)
        let said = errors(bench) { source.invalidate() }
        #expect(said.map(\.code) == [EBADF])
        #expect(said.first.map { "\($0)" }?.contains("\"early\" was closed while it was watched") == true)
        pipe.write()
        #expect(bench.run(5) == .timedOut)
        other.write()
        #expect(bench.run(5) == .timedOut)
        #expect(bench.taken() == ["other"])
    }

    @Test("closed by other code before its turn: an error, not a perform")
    func closedInTurn() {
        let (bench, a, b) = (Bench(), Pipe(), Pipe())
        let descriptor = high(b.reader)
        let second = Loop.PortSource(descriptor: descriptor, label: "second") { [unowned bench] _ in
            bench.log.append("second")
        }
        bench.add(
            Loop.PortSource(descriptor: a.reader) { [unowned bench] _ in
                a.read()
                bench.log.append("first")
            })
        bench.add(
            Loop.Observer(.beforeSources) { [unowned bench] _ in
                if bench.log == ["first"], second.isValid { close(descriptor) }
            })
        bench.add(second)
        a.write()
        b.write()
        let said = errors(bench) { bench.run(5) }
        #expect(bench.taken() == ["first"])
        #expect(said.first?.code == EBADF && !second.isValid)
    }

    @Test("a regular file: the error says what to do")
    func regularFile() {
        let bench = Bench()
        let file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
        let said = errors(bench) { bench.add(Loop.PortSource(descriptor: file, label: "file") { _ in }) }
        #expect(said.map(\.code) == [EPERM])
        #expect(said.first.map { "\($0)" }?.contains("read it without a loop") == true)
        close(file)
    }

    @Test("no descriptor left: typed errors that say what to raise; a new loop ends the program with one")
    func noneLeft() throws {
        let result = try ToolRun("LoopProbe", ["descriptors"]).finish()
        // What comes behind these is the trap's own, where a backtrace is made.
        let lines = result.output.split(separator: "\n").prefix(7).map(String.init)
        #expect(
            lines == [
                "duplicate: epoll_ctl 24 raise", "mode: epoll_create1 24 raise", "signals: signalfd 24",
                "child: pidfd_open 24", "boot timer: timerfd_create 24", "local port: 24",
                "still runs: timedOut",
            ])
        #expect(result.status < 0)
        #expect(
            result.errors.contains(
                "kernel: eventfd (raise the limit of open files (ulimit -n)): Too many open files"))
    }

    @Test("a time of seconds that is no number or no time is clamped, as documented")
    func times() {
        #expect(Duration(clampingSeconds: .nan) == .zero)
        #expect(Duration(clampingSeconds: .infinity) == .nanoseconds(Int64.max))
        #expect(Duration(clampingSeconds: -1e300) == .nanoseconds(Int64.min))
        #expect(Duration(clampingSeconds: 1.5) == .milliseconds(1500))
        #expect(Duration(clampingSeconds: -0.25) == .milliseconds(-250))
        let bench = Bench()
        bench.add(
            Loop.Timer(after: Duration(clampingSeconds: 1e30)) { [unowned bench] _ in
                bench.log.append("never")
            })
        bench.add(
            Loop.Timer(every: Loop.forever, after: .zero) { [unowned bench] _ in bench.log.append("once") })
        #expect(bench.run(3_600_000) == .timedOut)
        #expect(bench.taken() == ["once"])
    }
}
