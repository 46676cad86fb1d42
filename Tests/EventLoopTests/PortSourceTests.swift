import EventLoop
import Glibc
import Testing

@Suite struct PortSourceTests {
    private func source(
        _ bench: Bench, _ pipe: Pipe, _ name: String, in mode: Loop.Mode = .default,
        _ body: @escaping (Loop.Readiness) throws -> Void = { _ in }
    ) -> Loop.PortSource {
        bench.add(
            Loop.PortSource(descriptor: pipe.reader, label: name) { [unowned bench] ready in
                bench.log.append(name)
                try body(ready)
            }, to: mode)
    }

    @Test("§6 level-triggered, one a turn, in ready order; the loop does not read")
    func levelTriggered() {
        let (bench, a, b) = (Bench(), Pipe(), Pipe())
        bench.observe(.beforeTimers, "")
        _ = source(bench, a, "a") { _ in a.read(1) }
        _ = source(bench, b, "b") { _ in b.read() }
        b.write(3)
        a.write(2)
        #expect(bench.run(10) == .timedOut)
        #expect(bench.taken() == ["timers", "b", "timers", "a", "timers", "a", "timers"])
    }

    @Test("§6 what another callout read is asked again, and not performed for nothing")
    func revalidated() {
        let (bench, a, b, c) = (Bench(), Pipe(), Pipe(), Pipe())
        _ = source(bench, a, "a") { _ in a.read() }
        _ = source(bench, b, "b") { _ in b.read() }
        _ = source(bench, c, "c") { _ in c.read() }
        bench.observe(.beforeSources, "o") { [unowned bench] _ in if bench.log.contains("a") { b.read() } }
        for pipe in [a, b, c] { pipe.write() }
        bench.run(10)
        #expect(bench.taken().filter { !$0.hasPrefix("o") } == ["a", "c"])
    }

    @Test("§6 removed or invalidated before its turn: nothing; its slot's next owner gets nothing of it")
    func removed() {
        let (bench, a, b, c) = (Bench(), Pipe(), Pipe(), Pipe())
        let second = source(bench, b, "b")
        let third = source(bench, c, "c")
        let (fresh, extra) = (Pipe(), Pipe())
        _ = source(bench, a, "a") { [unowned bench] _ in
            a.read()
            second.invalidate()
            bench.loop.remove(third, from: .default)
            _ = self.source(bench, fresh, "fresh")
            _ = self.source(bench, extra, "extra")
        }
        a.write()
        b.write()
        c.write()
        bench.run(10)
        #expect(bench.taken() == ["a"])
    }

    @Test("§6 a descriptor number that is closed and used again reaches the new source only")
    func reused() {
        let bench = Bench()
        let old = Pipe()
        let number = dup(old.reader)
        let first = bench.add(
            Loop.PortSource(descriptor: number) { [unowned bench] _ in bench.log.append("old") })
        let new = Pipe()
        // Closes the number and takes it in one step: a test beside this one could take it in between.
        #expect(dup2(new.reader, number) == number)
        let second = bench.add(
            Loop.PortSource(descriptor: number) { [unowned bench] _ in
                new.read()
                bench.log.append("new")
            })
        first.invalidate()
        new.write()
        bench.run(10)
        #expect(bench.taken().contains("new"))
        second.invalidate()
        close(number)
    }

    @Test("§6 two sources on one descriptor, one of them for writing")
    func shared() {
        let bench = Bench()
        var ends: [CInt] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let reads = bench.add(
            Loop.PortSource(descriptor: ends[0]) { [unowned bench] ready in
                bench.log.append("read \(ready.isReadable)")
                bench.items[0].invalidate()
            })
        let writes = bench.add(
            Loop.PortSource(descriptor: ends[0], interest: .writable) { [unowned bench] ready in
                bench.log.append("write \(ready.isWritable)")
                bench.items[1].invalidate()
            })
        _ = write(ends[1], "x", 1)
        bench.run(10)
        #expect(Set(bench.taken()) == ["read true", "write true"])
        #expect(!reads.isValid && !writes.isValid)
    }

    @Test("§6 a hang-up is said once when nothing is left to read, and then no more")
    func hangUp() {
        let (bench, pipe) = (Bench(), Pipe())
        let source = source(bench, pipe, "p") { [unowned bench] ready in
            bench.log.append("\(ready.isReadable) \(ready.isHangUp)")
            pipe.read(1)
        }
        pipe.write(2)
        pipe.closeWriter()
        #expect(bench.run(10) == .timedOut)
        #expect(bench.taken() == ["p", "true true", "p", "true true", "p", "false true"])
        #expect(source.isValid)
    }

    @Test("an error thrown invalidates the source and is reported")
    func throwing() {
        struct Oops: Error {}
        let (bench, pipe) = (Bench(), Pipe())
        var reported: [Loop.Item] = []
        bench.loop.onError = { item, error in if error is Oops { reported.append(item) } }
        defer { bench.loop.onError = nil }
        let source = source(bench, pipe, "p") { _ in throw Oops() }
        pipe.write()
        #expect(bench.run(10) == .finished)
        #expect(!source.isValid && reported.count == 1 && reported.first === source)
    }

    @Test(
        "a descriptor that cannot be watched: the source is invalid, the error says why",
        arguments: [-1, 1 << 20])
    func refused(descriptor: CInt) {
        let bench = Bench()
        var errors: [SystemError] = []
        bench.loop.onError = { _, error in if let error = error as? SystemError { errors.append(error) } }
        defer { bench.loop.onError = nil }
        let file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        let closed = bench.add(Loop.PortSource(descriptor: descriptor, label: "closed") { _ in })
        let regular = bench.add(Loop.PortSource(descriptor: file, label: "file") { _ in })
        #expect(!closed.isValid && !regular.isValid)
        #expect(errors.map(\.code) == [EBADF, EPERM])
        #expect(errors.last?.description.contains("\"file\"") == true)
        #expect(bench.run(10) == .finished)
    }

    @Test("§6 in several modes: each run sees it; a mode that does not run costs nothing")
    func modes() {
        let (bench, pipe) = (Bench(), Pipe())
        let source = source(bench, pipe, "p", in: "m") { _ in pipe.read() }
        bench.loop.add(source, to: "n")
        pipe.write()
        bench.source("keep")
        #expect(bench.run(10) == .timedOut)
        #expect(bench.run(10, in: "n") == .timedOut)
        #expect(bench.taken() == ["p"])
        pipe.write()
        #expect(bench.run(10, in: "m", returnAfterSource: true) == .handledSource)
        #expect(bench.taken() == ["p"])
    }

    @Test("§6 more ready descriptors than one fetch holds: all served, in order")
    func manyReady() {
        let bench = Bench()
        let pipes = (0..<150).map { _ in Pipe() }
        for (index, pipe) in pipes.enumerated() { _ = source(bench, pipe, "\(index)") { _ in pipe.read() } }
        for pipe in pipes { pipe.write() }
        bench.run(10)
        #expect(bench.taken() == (0..<150).map { "\($0)" })
    }
}
