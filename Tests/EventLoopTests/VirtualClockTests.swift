import EventLoop
import Testing

@Suite struct VirtualClockTests {
    @Test("alarms run in time order, ties in the order given, and see their own moment")
    func alarms() {
        let bench = Bench()
        bench.source("keep")
        let start = bench.clock.now
        for (name, after) in [("c", 20), ("a", 10), ("d", 20), ("b", 10)] {
            bench.clock.schedule(at: start.advanced(by: .milliseconds(after))) { [unowned bench] in
                bench.log.append("\(name)@\(bench.milliseconds)")
            }
        }
        bench.clock.schedule(at: start.advanced(by: .milliseconds(-5))) { [unowned bench] in
            bench.log.append("past@\(bench.milliseconds)")
        }
        #expect(bench.clock.nextAlarm == start.advanced(by: .milliseconds(-5)))
        #expect(bench.run(30) == .timedOut)
        #expect(bench.taken() == ["past@0", "a@10", "b@10", "c@20", "d@20"])
        #expect(bench.clock.nextAlarm == nil && bench.milliseconds == 30)
    }

    @Test("an alarm may make a descriptor ready, signal and wake, stop, and set an alarm")
    func effects() {
        let (bench, pipe) = (Bench(), Pipe())
        let source = bench.source("source")
        bench.add(
            Loop.PortSource(descriptor: pipe.reader) { [unowned bench] _ in
                pipe.read()
                bench.log.append("port@\(bench.milliseconds)")
            })
        let start = bench.clock.now
        bench.clock.schedule(at: start.advanced(by: .milliseconds(10))) { pipe.write() }
        bench.clock.schedule(at: start.advanced(by: .milliseconds(20))) { [unowned bench] in
            source.signal()
            bench.loop.wakeUp()
            bench.clock.schedule(at: start.advanced(by: .milliseconds(25))) { bench.loop.stop() }
        }
        #expect(bench.run(1000) == .stopped)
        #expect(bench.taken() == ["port@10", "source"])
        #expect(bench.milliseconds == 25)
    }

    @Test("moved in a callout: what became ready on the way is served in that order")
    func readyOrder() {
        let (bench, pipe) = (Bench(), Pipe())
        let start = bench.clock.now
        bench.add(
            Loop.PortSource(descriptor: pipe.reader) { [unowned bench] _ in
                pipe.read()
                bench.log.append("port")
            })
        for (timer, port, expected) in [(10, 20, ["t", "port"]), (20, 10, ["port", "t"])] {
            let base = bench.clock.now
            bench.add(Loop.Timer(after: .milliseconds(timer)) { [unowned bench] _ in bench.log.append("t") })
            bench.clock.schedule(at: base.advanced(by: .milliseconds(port))) { pipe.write() }
            let sleeper = Loop.ManualSource { [unowned bench] in bench.clock.advance(by: .milliseconds(30)) }
            bench.add(sleeper)
            sleeper.signal()
            bench.run(40)
            #expect(bench.taken() == expected)
            sleeper.invalidate()
        }
        #expect(start < bench.clock.now)
    }

    @Test(
        "a real deadline that passes after the change of the clock does not wake the loop",
        .timeLimit(.minutes(1)))
    func realDeadline() {
        let bench = Bench()
        bench.loop.clock = .monotonic
        let timer = bench.add(Loop.Timer(after: .milliseconds(1)) { _ in })
        bench.loop.run(mode: .default, for: .zero)
        bench.loop.clock = .virtual(bench.clock)
        timer.invalidate()
        let start = ContinuousClock.now
        while start.duration(to: .now) < .milliseconds(3) {}
        bench.timer("t", after: 20)
        bench.run(30)
        #expect(bench.taken() == ["t@20"])
    }

    @Test("ten minutes of a 60 Hz timer take no time", .timeLimit(.minutes(1)))
    func fast() {
        let bench = Bench()
        var frames = 0
        bench.add(Loop.Timer(every: .nanoseconds(16_666_667)) { _ in frames += 1 })
        bench.run(600_000)
        #expect(frames == 35_999)
    }

    @Test("time does not go back")
    func monotonic() {
        let clock = VirtualClock(start: Instant(nanoseconds: 100))
        clock.advance(to: Instant(nanoseconds: 50))
        #expect(clock.now == Instant(nanoseconds: 100))
    }
}
