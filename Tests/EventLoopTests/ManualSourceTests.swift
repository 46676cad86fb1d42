import EventLoop
import Testing

@Suite struct ManualSourceTests {
    @Test("§5 by order, then by when they were signalled; a second signal renews nothing")
    func order() {
        let bench = Bench()
        let a = bench.source("a")
        let b = bench.source("b")
        let first = bench.source("first", order: -1)
        b.signal()
        a.signal()
        b.signal()
        first.signal()
        bench.run(0)
        #expect(bench.taken() == ["first", "b", "a"])
    }

    @Test(
        "§5 signals of a pass to sources that it does not hold wait for the next turn, which comes without a sleep"
    )
    func signalInPass() {
        let bench = Bench()
        bench.observe(.beforeWaiting)
        var left = 2
        bench.source("a", order: 1) { [unowned bench] in
            left -= 1
            guard left > 0 else { return }
            for item in bench.items { (item as? Loop.ManualSource)?.signal() }
        }
        let b = bench.source("b", order: 2)
        (bench.items[1] as? Loop.ManualSource)?.signal()
        bench.run(10)
        #expect(bench.taken() == ["a", "a", "b", "before"])
        #expect(!b.isSignalled)
    }

    @Test(
        "§5 invalidated in the pass: skipped; removed: performed; returning after one: the rest stay signalled"
    )
    func changes() {
        let bench = Bench()
        bench.source("a", order: 1) { [unowned bench] in
            bench.items[1].invalidate()
            bench.loop.remove(bench.items[2], from: .default)
        }
        bench.source("b", order: 2)
        bench.source("c", order: 3)
        for item in bench.items { (item as? Loop.ManualSource)?.signal() }
        bench.run(0)
        #expect(bench.taken() == ["a", "c"])
        let d = bench.source("d")
        let e = bench.source("e")
        d.signal()
        e.signal()
        #expect(bench.run(0, returnAfterSource: true) == .handledSource)
        #expect(bench.taken() == ["d"] && e.isSignalled)
    }

    @Test("§5 the signal is the source's: kept over modes, performed once; an invalid source takes none")
    func persists() {
        let bench = Bench()
        let source = bench.source("s", in: "n")
        source.signal()
        bench.add(source, to: "m")
        bench.run(0, in: "m")
        bench.run(0, in: "n")
        #expect(bench.taken() == ["s"])
        source.signal()
        source.invalidate()
        #expect(!source.isSignalled)
        source.signal()
        #expect(!source.isSignalled)
    }

    @Test("§5 re-entered by a nested run, which also takes what the outer pass holds")
    func nested() {
        let bench = Bench()
        var depth = 0
        let a = bench.source("a", order: 1) { [unowned bench] in
            depth += 1
            defer { depth -= 1 }
            if depth == 1 {
                (bench.items[0] as? Loop.ManualSource)?.signal()
                bench.run(0)
                bench.log.append("back")
            }
        }
        let b = bench.source("b", order: 2)
        a.signal()
        b.signal()
        bench.run(0)
        #expect(bench.taken() == ["a", "a", "b", "back"])
    }

    @Test("§5 hooks: once per real add and remove, and per mode when invalidated")
    func hooks() {
        let bench = Bench()
        var calls: [String] = []
        let source = Loop.ManualSource(
            onSchedule: { [unowned bench] loop, mode in
                calls.append("+\(mode) \(loop.contains(bench.items[0], in: mode))")
            },
            onCancel: { _, mode in calls.append("-\(mode)") }, {})
        bench.add(source)
        bench.loop.add(source, to: .default)
        bench.loop.add(source, to: "m")
        bench.loop.remove(source, from: "n")
        bench.loop.add(source, to: .common)
        bench.loop.remove(source, from: "m")
        source.invalidate()
        source.invalidate()
        #expect(calls == ["+default true", "+m true", "-m", "-default"])
    }

    @Test("§5 signalling does not wake")
    func noWake() {
        let bench = Bench()
        let source = bench.source("s")
        bench.clock.schedule(at: bench.clock.now.advanced(by: .milliseconds(5))) { source.signal() }
        bench.timer("t", after: 20)
        bench.run(30)
        #expect(bench.taken() == ["t@20", "s"])
    }
}
