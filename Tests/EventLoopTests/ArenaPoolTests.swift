import EventLoop
import Testing

@Suite struct ArenaPoolTests {
    /// Says when it goes, and may do something then.
    private final class Probe {
        let name: String
        let onDeath: (String) -> Void
        init(_ name: String, _ onDeath: @escaping (String) -> Void) {
            self.name = name
            self.onDeath = onDeath
        }
        deinit { onDeath(name) }
    }

    @Test("P-02 P-09 kept to the pop, released newest first")
    func lifo() {
        var gone: [String] = []
        let token = ArenaPool.push()
        for name in ["a", "b", "c"] { ArenaPool.keep(Probe(name) { gone.append($0) }) }
        #expect(gone.isEmpty)
        ArenaPool.pop(token)
        #expect(gone == ["c", "b", "a"])
    }

    @Test("P-03 what a release keeps is released in the same pop, without recursion")
    func chain() {
        var count = 0
        func link(_ left: Int) {
            ArenaPool.keep(
                Probe("") { _ in
                    count += 1
                    if left > 1 { link(left - 1) }
                })
        }
        ArenaPool.withPool { link(1_000_000) }
        #expect(count == 1_000_000)
    }

    @Test("P-04 popping an outer pool pops the inner ones")
    func outer() {
        var gone: [String] = []
        let token = ArenaPool.push()
        ArenaPool.keep(Probe("outer") { gone.append($0) })
        _ = ArenaPool.push()
        ArenaPool.keep(Probe("inner") { gone.append($0) })
        _ = ArenaPool.push()
        ArenaPool.pop(token)
        #expect(gone == ["inner", "outer"])
    }

    @Test("P-05 a token used twice is fatal")
    func twice() async {
        await #expect(processExitsWith: .failure) {
            let token = ArenaPool.push()
            ArenaPool.pop(token)
            ArenaPool.pop(token)
        }
    }

    @Test("P-05 a token popped by an outer one is fatal")
    func poppedByOuter() async {
        await #expect(processExitsWith: .failure) {
            let outer = ArenaPool.push()
            let inner = ArenaPool.push()
            ArenaPool.keep(Probe("") { _ in })
            ArenaPool.pop(outer)
            ArenaPool.pop(inner)
        }
    }

    @Test("P-12 a token popped on another thread is fatal")
    func otherThread() async {
        await #expect(processExitsWith: .failure) {
            let token = ArenaPool.push()
            onNewThread { ArenaPool.pop(token) }
        }
    }

    @Test("P-07 P-08 many pages, the high-water mark")
    func pages() {
        var count = 0
        ArenaPool.withPool {
            for _ in 0..<5000 { ArenaPool.keep(Probe("") { _ in count += 1 }) }
        }
        #expect(count == 5000)
        #expect((4744...5002).contains(ArenaPool.highWaterMark))
    }

    @Test("P-08 the end of a thread pops everything")
    func threadEnd() {
        var gone = 0
        onNewThread {
            _ = ArenaPool.push()
            ArenaPool.keep(Probe("") { _ in gone += 1 })
            _ = ArenaPool.push()
            ArenaPool.keep(Probe("") { _ in gone += 1 })
        }
        #expect(gone == 2)
    }

    @Test("P-10 in a loop: alive after the commit, gone at after-waiting; an exit pops")
    func inLoop() {
        onNewThread {
            let bench = Bench()
            ArenaPool.install(on: bench.loop)
            ArenaPool.install(on: bench.loop)
            bench.observe(.beforeWaiting, "commit", order: 2_001_000)
            bench.observe(.afterWaiting, "woke")
            let source = bench.source("touch") { [unowned bench] in
                ArenaPool.keep(Probe("gone") { bench.log.append($0) })
            }
            source.signal()
            bench.run(10)
            #expect(bench.taken() == ["touch", "commit before", "gone", "woke after"])
            source.signal()
            bench.run(0)
            #expect(bench.taken() == ["touch", "gone"])
        }
    }

    @Test("P-11 a nested run pops only its own")
    func nested() {
        onNewThread {
            let bench = Bench()
            ArenaPool.install(on: bench.loop)
            bench.timer("inner", after: 1, every: 1, in: "m")
            bench.loop.addCommonMode("m")
            let source = bench.source("outer") { [unowned bench] in
                ArenaPool.keep(Probe("outer gone") { bench.log.append($0) })
                bench.run(3, in: "m")
                bench.log.append("back")
            }
            source.signal()
            bench.run(5)
            #expect(bench.taken() == ["outer", "inner@1", "inner@2", "inner@3", "back", "outer gone"])
        }
    }

    @Test("P-12 the scoped form pops on a throw")
    func throwing() {
        struct Oops: Error {}
        var gone: [String] = []
        #expect(throws: Oops.self) {
            try ArenaPool.withPool {
                ArenaPool.keep(Probe("a") { gone.append($0) })
                throw Oops()
            }
        }
        #expect(gone == ["a"])
    }

    @Test("P-13 scratch memory: used again after the pop, no growth after the second turn")
    func scratch() {
        onNewThread {
            var capacities: [Int] = []
            for _ in 0..<10_000 {
                ArenaPool.withPool {
                    let numbers = ArenaPool.scratch(of: Int32.self, count: 9000, repeating: 7)
                    let sum: Double = ArenaPool.withScratch(of: Double.self, count: 100, repeating: 0.5) {
                        span in
                        var sum = 0.0
                        for index in 0..<span.count { sum += span[index] }
                        return sum
                    }
                    #expect(sum == 50)
                    numbers.withElements { span in
                        #expect(span[8999] == 7)
                        span[0] = 1
                    }
                }
                capacities.append(ArenaPool.scratchCapacity)
            }
            #expect(capacities[1] == capacities[9999] && capacities[1] > 36_000)
        }
    }

    @Test("P-13 a stale handle is known, and traps")
    func stale() async {
        var kept: ArenaPool.Scratch<UInt8>?
        ArenaPool.withPool {
            let outer = ArenaPool.scratch(of: UInt8.self, count: 4, repeating: 1)
            ArenaPool.withPool { kept = ArenaPool.scratch(of: UInt8.self, count: 4, repeating: 2) }
            _ = ArenaPool.scratch(of: UInt8.self, count: 4, repeating: 3)
            #expect(kept?.isLive == false && outer.isLive)
        }
        await #expect(processExitsWith: .failure) {
            let handle = ArenaPool.withPool { ArenaPool.scratch(of: UInt8.self, count: 4, repeating: 1) }
            handle.withElements { _ in }
        }
    }

    @Test("P-14 a deinit may keep, push and pop, and run the loop")
    func reentrant() {
        onNewThread {
            let bench = Bench()
            ArenaPool.install(on: bench.loop)
            bench.source("keep", in: "m")
            bench.loop.addCommonMode("m")
            let source = bench.source("outer") { [unowned bench] in
                ArenaPool.keep(
                    Probe("outer gone") { name in
                        ArenaPool.withPool { ArenaPool.keep(Probe("inner gone") { bench.log.append($0) }) }
                        bench.run(1, in: "m")
                        bench.log.append(name)
                    })
            }
            for _ in 0..<3 {
                source.signal()
                bench.run(5)
            }
            let once = ["outer", "inner gone", "outer gone"]
            #expect(bench.taken() == once + once + once)
        }
    }

    @Test(
        "P-06 P-07 an unused pool costs no page; a pop frees pages, and keeps one if the last is over half full"
    )
    func pageCounts() {
        onNewThread {
            // A page has 512 words; a pool in use takes one of them.
            func keep(_ count: Int) { for _ in 0..<count { ArenaPool.keep(Probe("") { _ in }) } }
            ArenaPool.withPool {}
            #expect(ArenaPool.pageCount == 0)
            ArenaPool.withPool {
                keep(300)
                #expect(ArenaPool.pageCount == 1)
                ArenaPool.withPool { keep(2000) }
                #expect(ArenaPool.pageCount == 2)
            }
            ArenaPool.withPool {
                keep(100)
                ArenaPool.withPool { keep(2000) }
                #expect(ArenaPool.pageCount == 1)
            }
        }
    }

    @Test("P-05 the message of a bad pop names the pool and says what is wrong")
    func badPopMessage() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let token = ArenaPool.push()
            ArenaPool.pop(token)
            ArenaPool.pop(token)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #if DEBUG
            #expect(text.contains("BUG (caller): pool 1 of thread 1 is not open"))
        #else
            _ = text
        #endif
    }

    @Test(
        "P-13 scratch memory of trivial values of any kind, copied from a span; overwritten at the pop in debug"
    )
    func kinds() {
        struct Sample: BitwiseCopyable {
            var x: Double
            var id: UInt8
        }
        onNewThread {
            let samples = [Sample(x: 1.5, id: 1), Sample(x: -2, id: 2)]
            var address: UnsafeRawPointer?
            ArenaPool.withPool {
                let copy = ArenaPool.scratch(copying: samples.span)
                let one = ArenaPool.scratch(of: UInt64.self, count: 1, repeating: 5)
                #expect(copy.count == 2 && one.withElements { $0[0] } == 5)
                copy.withElements { span in
                    #expect(span[1].x == -2 && span[1].id == 2)
                    span[0].x = 7
                    span.withUnsafeMutableBufferPointer { address = UnsafeRawPointer($0.baseAddress) }
                }
                #expect(samples[0].x == 1.5 && copy.withElements { $0[0].x } == 7)
            }
            #if DEBUG
                // The arena keeps the memory, so that looking is no fault.
                #expect(address?.load(as: UInt8.self) == 0xdd)
            #endif
        }
    }
}
