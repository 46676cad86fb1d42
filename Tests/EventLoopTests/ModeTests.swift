import EventLoop
import Testing

@Suite struct ModeTests {
    @Test("names make modes; equal names are equal modes")
    func names() {
        #expect(Loop.Mode("default") == .default)
        #expect(Loop.Mode("x") == "x" && Loop.Mode("x") != "y")
        #expect(Loop.Mode("x").name == "x" && "\(Loop.Mode.tracking)" == "tracking")
    }

    @Test("§11 common items are in all common modes, of now and of later, in the order given")
    func common() {
        onNewThread {
            let bench = Bench()
            let mode = Loop.Mode("common \(bench.clock.now) \(UInt.random(in: 0...UInt.max))")
            bench.source("keep", in: .common)
            for name in ["a", "b", "c", "d", "e", "f", "g", "h"] {
                bench.observe(.beforeTimers, name, in: .common)
            }
            #expect(bench.run(0, in: mode) == .finished)
            bench.loop.addCommonMode(mode)
            #expect(bench.run(0, in: mode) == .timedOut)
            let expected = ["a", "b", "c", "d", "e", "f", "g", "h"].map { "\($0) timers" }
            #expect(bench.taken() == expected)
            bench.observe(.beforeTimers, "i", in: .common)
            bench.run(0, in: mode)
            #expect(bench.taken() == expected + ["i timers"])
        }
    }

    @Test("§11 removing from common: from all common modes, also where added by name")
    func remove() {
        onNewThread {
            let bench = Bench()
            let (m, n) = (Loop.Mode("common m"), Loop.Mode("not common n"))
            bench.loop.addCommonMode(m)
            let source = bench.source("s")
            bench.loop.remove(source, from: .common)
            #expect(bench.loop.contains(source, in: .default))
            bench.loop.add(source, to: .common)
            bench.loop.add(source, to: n)
            bench.loop.remove(source, from: .default)
            #expect(bench.loop.contains(source, in: .common) && bench.loop.contains(source, in: m))
            #expect(!bench.loop.contains(source, in: .default))
            bench.loop.add(source, to: .default)
            bench.loop.remove(source, from: .common)
            #expect(!bench.loop.contains(source, in: .default) && !bench.loop.contains(source, in: m))
            #expect(bench.loop.contains(source, in: n))
        }
    }

    @Test("§1 added twice is added once; removed where it is not: nothing; an invalid item is not added")
    func sets() {
        let bench = Bench()
        let observer = bench.observe(.beforeTimers, "o")
        bench.source("keep")
        bench.loop.add(observer, to: .default)
        bench.run(0)
        #expect(bench.taken() == ["o timers"])
        bench.loop.remove(observer, from: "nowhere")
        bench.loop.remove(observer, from: .default)
        bench.loop.remove(observer, from: .default)
        bench.run(0)
        #expect(bench.taken().isEmpty)
        observer.invalidate()
        bench.loop.add(observer, to: .default)
        #expect(!bench.loop.contains(observer, in: .default))
    }
}
