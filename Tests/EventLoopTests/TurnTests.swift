import EventLoop
import Testing

@Suite struct TurnTests {
    @Test("§3 the steps of a turn, in order")
    func steps() {
        let bench = Bench()
        bench.observe()
        let source = bench.source("source")
        bench.timer("timer", after: 20)
        source.signal()
        bench.loop.perform {}
        #expect(bench.run(30) == .timedOut)
        #expect(
            bench.taken() == [
                "entry", "timers", "sources", "source", "timers", "sources", "before", "after", "timer@20",
                "timers", "sources", "before", "after", "exit",
            ])
        #expect(bench.milliseconds == 30)
    }

    @Test("§2 an empty mode finishes without a callout")
    func empty() {
        let bench = Bench()
        bench.observe(in: "empty")
        #expect(bench.run(100, in: "empty") == .finished)
        #expect(bench.run(100, in: "never seen") == .finished)
        #expect(!bench.loop.allModes.contains("never seen"))
        #expect(bench.taken().isEmpty)
    }

    @Test("§2 a mode that is not one: common")
    func commonIsNoMode() {
        let bench = Bench()
        bench.source("keep", in: .common)
        #expect(bench.run(10, in: .common) == .finished)
    }

    @Test("§2 limits: zero polls once, a limit is kept, more than 16 years is for ever")
    func limits() {
        let bench = Bench()
        bench.source("keep")
        bench.observe(.beforeTimers)
        #expect(bench.run(0) == .timedOut)
        #expect(bench.run(-5) == .timedOut)
        #expect(bench.taken() == ["timers", "timers"])
        #expect(bench.milliseconds == 0)
        #expect(bench.run(250) == .timedOut)
        #expect(bench.milliseconds == 250)
        bench.timer("year", after: 1_000_000_000) { [loop = bench.loop] _ in loop.stop() }
        #expect(bench.loop.run(mode: .default, for: .seconds(17 * 366 * 86_400)) == .stopped)
    }

    @Test("§2 the limit is met exactly, also when timers fire on the way")
    func limitAmongTimers() {
        let bench = Bench()
        bench.timer("t", after: 10, every: 10)
        #expect(bench.run(35) == .timedOut)
        #expect(bench.taken() == ["t@10", "t@20", "t@30"])
        #expect(bench.milliseconds == 35)
    }

    @Test("§3 what ends a run, in order: handled source, time, stop, empty mode")
    func precedence() {
        let bench = Bench()
        let all = bench.source("all") { [unowned bench] in
            bench.loop.stop()
            bench.items[0].invalidate()
        }
        all.signal()
        #expect(bench.run(0, returnAfterSource: true) == .handledSource)

        let timed = bench.source("timed") { [unowned bench] in
            bench.loop.stop()
            bench.items[1].invalidate()
        }
        timed.signal()
        #expect(bench.run(0) == .timedOut)

        let stopped = bench.source("stopped") { [unowned bench] in
            bench.loop.stop()
            bench.items[2].invalidate()
        }
        stopped.signal()
        #expect(bench.run(100) == .stopped)

        let finished = bench.source("finished") { [unowned bench] in bench.items[3].invalidate() }
        finished.signal()
        #expect(bench.run(100) == .finished)
        #expect(bench.milliseconds == 0)
    }

    @Test("§3 waiting observers come as a pair, and not in a turn that performed a manual source")
    func pairs() {
        let bench = Bench()
        bench.observe([.beforeWaiting, .afterWaiting])
        var left = 3
        let source = Loop.ManualSource {}
        bench.add(source)
        let again = bench.source("again") { [unowned bench] in
            left -= 1
            if left > 0, let source = bench.items.last as? Loop.ManualSource { source.signal() }
        }
        again.signal()
        #expect(bench.run(10) == .timedOut)
        #expect(bench.taken() == ["again", "again", "again", "before", "after"])
    }

    @Test("§4 observers are no content; a source, a timer and a block are, while they wait")
    func emptiness() {
        let bench = Bench()
        bench.observe(in: "m")
        #expect(bench.run(10, in: "m") == .finished)
        let source = bench.source("s", in: "m")
        #expect(bench.run(10, in: "m") == .timedOut)
        source.invalidate()
        let timer = bench.timer("t", after: 1_000_000, in: "m")
        #expect(bench.run(10, in: "m") == .timedOut)
        timer.invalidate()
        bench.loop.perform(in: "m") {}
        #expect(bench.run(10, in: "m") == .timedOut)
        #expect(bench.run(10, in: "m") == .finished)
    }

    @Test("§10 stop and wake are not remembered by a loop that does not run")
    func notRemembered() {
        let bench = Bench()
        bench.source("keep")
        bench.observe([.beforeWaiting])
        bench.loop.stop()
        bench.loop.wakeUp()
        #expect(bench.run(10) == .timedOut)
        #expect(bench.taken() == ["before"])
    }

    @Test("§10 a wake before the sleep ends it, one after it is dropped")
    func wakes() {
        let bench = Bench()
        bench.source("keep")
        var turns = 0
        bench.observe(.beforeTimers) { [unowned bench] _ in
            turns += 1
            if turns == 1 { bench.loop.wakeUp() }
        }
        bench.observe(.afterWaiting) { [unowned bench] _ in
            bench.log.append("\(bench.milliseconds)")
            bench.loop.wakeUp()
        }
        #expect(bench.run(20) == .timedOut)
        #expect(bench.taken() == ["timers", "after", "0", "timers", "after", "20"])
    }

    @Test("§12 nested runs: mode, stop and limit are per run")
    func nested() {
        let bench = Bench()
        bench.source("keep", in: "inner")
        let outer = bench.source("outer") { [unowned bench] in
            #expect(bench.loop.currentMode == .default)
            bench.clock.schedule(at: bench.clock.now.advanced(by: .milliseconds(5))) { bench.loop.stop() }
            #expect(bench.run(100, in: "inner") == .stopped)
            #expect(bench.run(10, in: "inner") == .timedOut)
            #expect(bench.loop.currentMode == .default)
        }
        outer.signal()
        #expect(bench.loop.currentMode == nil)
        #expect(bench.run(50) == .timedOut)
        #expect(bench.milliseconds == 50)
        #expect(bench.loop.currentMode == nil)
    }
}
