import EventLoop
import Testing

@Suite struct TimerTests {
    @Test("§7 by fire date, equal dates in the order given")
    func order() {
        let bench = Bench()
        for (name, after) in [("c", 30), ("a", 10), ("b", 10), ("d", 40)] { bench.timer(name, after: after) }
        bench.clock.advance(by: .milliseconds(35))
        bench.run(0)
        #expect(bench.taken() == ["a@35", "b@35", "c@35"])
    }

    @Test("§7 one that fires once is valid in its callout, invalid after it")
    func once() {
        let bench = Bench()
        let timer = bench.timer("t", after: 5) { timer in
            #expect(timer.isValid)
            timer.nextFire = timer.nextFire.advanced(by: .milliseconds(10))
        }
        #expect(bench.run(50) == .finished)
        #expect(!timer.isValid && timer.nextFire == .distantFuture)
        #expect(bench.taken() == ["t@5"])
    }

    @Test("§7 missed fires are skipped, the phase stays")
    func phase() {
        let bench = Bench()
        var first = true
        bench.timer("t", after: 10, every: 20) { [unowned bench] _ in
            if first { bench.clock.advance(by: .milliseconds(75)) }
            first = false
        }
        bench.run(120)
        #expect(bench.taken() == ["t@10", "t@90", "t@110"])
    }

    @Test("§7 skipping a thousand million fires is a division", .timeLimit(.minutes(1)))
    func division() {
        let bench = Bench()
        var fires: [Instant] = []
        let timer = Loop.Timer(every: .nanoseconds(3), after: .zero) { [unowned bench] timer in
            fires.append(bench.clock.now)
            if fires.count == 1 { bench.clock.advance(by: .seconds(100_000)) } else { timer.invalidate() }
        }
        bench.add(timer)
        #expect(bench.run(1_000_000_000) == .finished)
        #expect(fires.count == 2)
        let gap = fires.first.map { $0.duration(to: fires[fires.count - 1]).clampedNanoseconds } ?? 0
        #expect(gap > 100_000_000_000_000 && gap % 3 == 0)
    }

    @Test(
        "§7 in a pass: invalidated, moved later, in no mode: skipped; in another mode: fired; made due: next turn"
    )
    func changes() {
        let bench = Bench()
        bench.timer("a", after: 1, every: 10_000) { [unowned bench] _ in
            guard let b = bench.items[1] as? Loop.Timer, let e = bench.items[4] as? Loop.Timer else { return }
            b.invalidate()
            bench.loop.remove(bench.items[2], from: .default)
            bench.loop.remove(bench.items[3], from: .default)
            e.nextFire = bench.clock.now.advanced(by: .milliseconds(7))
            (bench.items[5] as? Loop.Timer)?.nextFire = bench.clock.now
        }
        bench.timer("b", after: 2)
        bench.timer("c", after: 2)
        let d = bench.timer("d", after: 2)
        bench.loop.add(d, to: "m")
        bench.timer("e", after: 2)
        bench.timer("f", after: 5_000, every: 10_000)
        bench.observe(.beforeTimers)
        bench.clock.advance(by: .milliseconds(3))
        bench.run(8)
        #expect(bench.taken() == ["timers", "a@3", "d@3", "timers", "f@3", "timers", "e@10", "timers"])
    }

    @Test("§7 not re-entered; others fire in the nested run; it counts as content while it fires")
    func nested() {
        let bench = Bench()
        let timer = bench.timer("t", after: 10, every: 10) { [unowned bench] timer in
            #expect(bench.run(35) == .timedOut)
            timer.invalidate()
        }
        bench.timer("u", after: 20)
        #expect(bench.run(200) == .finished)
        #expect(bench.taken() == ["t@10", "u@20"])
        #expect(!timer.isValid)
    }

    @Test("§7 the next date set in the callout: later is honoured and moves the phase; the past is now")
    func setInCallout() {
        let bench = Bench()
        var calls = 0
        bench.timer("t", after: 10, every: 20) { [unowned bench] timer in
            calls += 1
            if calls == 1 { timer.nextFire = bench.clock.now.advanced(by: .milliseconds(25)) }
            if calls == 2 {
                bench.clock.advance(by: .milliseconds(5))
                timer.nextFire = Instant(nanoseconds: 0)
            }
        }
        bench.run(65)
        #expect(bench.taken() == ["t@10", "t@35", "t@40", "t@60"])
    }

    @Test("§7 the date counts from the creation; a date in the past is now")
    func pastDate() {
        let bench = Bench()
        bench.timer("t", after: -100, every: 50)
        let late = Loop.Timer(at: Instant(nanoseconds: 5), every: .milliseconds(40)) { [unowned bench] _ in
            bench.log.append("late@\(bench.milliseconds)")
        }
        bench.add(late)
        bench.run(90)
        #expect(bench.taken() == ["t@0", "late@0", "late@40", "t@50", "late@80"])
    }

    @Test("§7 overdue in a mode that did not run: once, then the phase")
    func overdue() {
        let bench = Bench()
        bench.timer("t", after: 10, every: 20, in: "m")
        bench.source("keep")
        bench.run(55)
        bench.run(40, in: "m")
        #expect(bench.taken() == ["t@55", "t@70", "t@90"])
    }

    @Test("§7 tolerance: limited, within its bounds, together, without drift")
    func tolerance() {
        let bench = Bench()
        let once = bench.timer("once", after: 10, tolerance: 40)
        let a = bench.timer("a", after: 20, every: 50, tolerance: 1_000)
        bench.timer("b", after: 30)
        #expect(once.tolerance == .milliseconds(40))
        #expect(a.tolerance == .milliseconds(25))
        a.tolerance = .seconds(-1)
        #expect(a.tolerance == .zero)
        a.tolerance = .milliseconds(15)
        bench.run(100)
        #expect(bench.taken() == ["once@30", "a@30", "b@30", "a@85"])
        #expect(a.nextFire == bench.clock.now.advanced(by: .milliseconds(20)))
    }

    @Test("§7 next dates, of a timer and of a mode")
    func queries() {
        let bench = Bench()
        let start = bench.clock.now
        #expect(bench.loop.nextFire(in: "m") == nil)
        let timer = bench.timer("t", after: 30, in: "m")
        bench.timer("u", after: 20, in: "m")
        #expect(timer.nextFire == start.advanced(by: .milliseconds(30)))
        #expect(bench.loop.nextFire(in: "m") == start.advanced(by: .milliseconds(20)))
        timer.nextFire = start.advanced(by: .milliseconds(5))
        #expect(bench.loop.nextFire(in: "m") == start.advanced(by: .milliseconds(5)))
        timer.invalidate()
        #expect(timer.nextFire == .distantFuture)
    }

    @Test("§7 intervals that are no intervals, dates that never come")
    func clamps() {
        let bench = Bench()
        bench.timer("once", after: 5, every: -3)
        bench.add(Loop.Timer(after: .seconds(Int64.max)) { [unowned bench] _ in bench.log.append("never") })
        bench.add(
            Loop.Timer(every: .seconds(Int64.max), after: .milliseconds(1)) { [unowned bench] _ in
                bench.log.append("rare")
            })
        #expect(bench.run(1000) == .timedOut)
        #expect(bench.taken() == ["rare", "once@5"])
    }

    @Test(
        "§7 timers in several modes, added and removed at random, against a list",
        arguments: 1...20 as ClosedRange<UInt64>)
    func thrash(seed: UInt64) {
        var random = Seeded(seed)
        let bench = Bench()
        let modes: [Loop.Mode] = [.default, "m", "n"]
        struct Model { var timer: Loop.Timer; var modes: Set<Loop.Mode>; var date: Int; var step: Int }
        var models: [Int: Model] = [:]
        var fired: [String] = []
        var expected: [String] = []
        for number in 0..<400 {
            switch random.below(5) {
            case 0, 1:
                let (after, step) = (
                    Int(random.below(50)), Int(random.below(2)) * (1 + Int(random.below(30)))
                )
                let timer = Loop.Timer(every: .milliseconds(step), after: .milliseconds(after)) {
                    [unowned bench] _ in
                    fired.append("\(number)@\(bench.milliseconds)")
                }
                let mode = modes[Int(random.below(3))]
                bench.add(timer, to: mode)
                models[number] = Model(
                    timer: timer, modes: [mode], date: Int(bench.milliseconds) + after, step: step)
            case 2:
                guard let key = models.keys.sorted().randomElement(using: &random), let model = models[key]
                else {
                    continue
                }
                let mode = modes[Int(random.below(3))]
                bench.loop.add(model.timer, to: mode)
                models[key]?.modes.insert(mode)
            case 3:
                guard let key = models.keys.sorted().randomElement(using: &random), let model = models[key]
                else {
                    continue
                }
                let mode = modes[Int(random.below(3))]
                bench.loop.remove(model.timer, from: mode)
                models[key]?.modes.remove(mode)
            default:
                let mode = modes[Int(random.below(3))]
                let end = Int(bench.milliseconds) + 20
                guard models.values.contains(where: { $0.modes.contains(mode) }) else { continue }
                fired = []
                expected = []
                // One moment after the other: all that are due, by date; a pass takes those of its moment.
                var moment = Int(bench.milliseconds)
                while true {
                    let due = models.filter { $0.value.modes.contains(mode) }
                    guard let next = due.values.map(\.date).min(), max(next, moment) <= end else { break }
                    moment = max(moment, next)
                    for (key, model) in due where model.date <= moment {
                        expected.append("\(key)@\(moment)")
                        if model.step == 0 {
                            models[key] = nil
                        } else {
                            models[key]?.date =
                                model.date + ((moment - model.date) / model.step + 1) * model.step
                        }
                    }
                    if !models.values.contains(where: { $0.modes.contains(mode) }) { break }
                }
                bench.loop.run(mode: mode, for: .milliseconds(20))
                #expect(fired.sorted() == expected.sorted())
                for model in models.values { #expect(model.timer.isValid) }
            }
        }
    }
}

/// A small generator whose numbers depend on the seed only.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_f491_4f6c_dd1d
    }

    mutating func below(_ limit: UInt64) -> UInt64 { (next() >> 33) % limit }
}
