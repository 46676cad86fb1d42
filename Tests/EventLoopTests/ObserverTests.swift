import EventLoop
import Testing

@Suite struct ObserverTests {
    @Test("§8 by order, equal orders by when they were added (R-02)")
    func order() {
        let bench = Bench()
        bench.source("keep")
        for (name, order) in [("d", 1), ("a", -1), ("b", 0), ("e", 1), ("c", 0)] {
            bench.observe(.beforeTimers, name, order: order)
        }
        bench.run(0)
        #expect(bench.taken() == ["a timers", "b timers", "c timers", "d timers", "e timers"])
    }

    @Test("§8 in a pass: added: not called; invalidated: skipped; removed: called")
    func changes() {
        let bench = Bench()
        bench.source("keep")
        bench.observe(.beforeTimers, "first", order: -1) { [unowned bench] _ in
            guard bench.items.count == 4 else { return }
            bench.observe(.beforeTimers, "late", order: 9)
            bench.items[2].invalidate()
            bench.loop.remove(bench.items[3], from: .default)
        }
        bench.observe(.beforeTimers, "invalid")
        bench.observe(.beforeTimers, "removed")
        bench.run(0)
        #expect(bench.taken() == ["first timers", "removed timers"])
        bench.run(0)
        #expect(bench.taken() == ["first timers", "late timers"])
    }

    @Test("§8 not re-entered by a nested run, in any mode")
    func nested() {
        let bench = Bench()
        bench.source("keep")
        bench.source("keep", in: "m")
        let observer = bench.observe([.beforeTimers, .entry], "o") { [unowned bench] activity in
            if activity == .beforeTimers { bench.run(0, in: "m") }
        }
        bench.loop.add(observer, to: "m")
        bench.observe(.entry, "p", in: "m")
        bench.run(0)
        #expect(bench.taken() == ["o entry", "o timers", "p entry"])
    }

    @Test("§8 one that does not repeat is invalid after its first call")
    func once() {
        let bench = Bench()
        bench.source("keep")
        var wasValid = false
        let observer = bench.observe([.beforeTimers, .exit], "o", repeats: false) { [unowned bench] _ in
            wasValid = bench.items[1].isValid
        }
        bench.run(0)
        #expect(bench.taken() == ["o timers"])
        #expect(wasValid && !observer.isValid)
        bench.loop.add(observer, to: .default)
        #expect(!bench.loop.contains(observer, in: .default))
    }
}
