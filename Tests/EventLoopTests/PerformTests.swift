import EventLoop
import Synchronization
import Testing

/// Doing something later, on another thread's loop, and waiting for it.
@Suite struct PerformTests {
    private final class Search {
        var began: [Int64] = []
    }

    @Test("perform(after:) is a timer of that loop, in the modes given; it keeps its target alive")
    func delayed() {
        let bench = Bench()
        weak var gone: Search?
        do {
            let search = Search()
            gone = search
            bench.loop.perform(after: .milliseconds(30), on: search, in: [.default, "other"]) {
                $0.began.append(bench.milliseconds)
                bench.log.append("other mode")
            }
            bench.loop.perform(after: .milliseconds(10), on: search, label: "search") { _ in
                bench.log.append("\(bench.milliseconds)")
            }
        }
        #expect(bench.loop.description.contains("timer \"search\" {once, fires in 0.01 seconds}"))
        #expect(bench.run(20) == .timedOut)
        #expect(bench.taken() == ["10"] && gone != nil)
        // Timers are content: the mode is there, and empty when the last has fired.
        #expect(bench.run(100, in: "other") == .finished)
        #expect(bench.taken() == ["other mode"] && bench.milliseconds == 30)
        #expect(gone == nil)
        #expect(bench.run(100) == .finished)
    }

    @Test("cancel by target: all that is to be done later on it, nothing else; also from its own body")
    func cancelled() {
        let bench = Bench()
        let (first, second) = (Search(), Search())
        for delay in [5, 10] {
            for (search, name) in [(first, "first"), (second, "second")] {
                bench.loop.perform(after: .milliseconds(delay), on: search) { _ in
                    bench.log.append("\(name) \(delay)")
                }
            }
        }
        bench.loop.perform { [log = Log()] in log.add() }
        bench.loop.cancelPerforms(on: first)
        bench.loop.perform(after: .milliseconds(7), on: second) { search in
            bench.log.append("cancels")
            bench.loop.cancelPerforms(on: search)
            bench.loop.perform(after: .milliseconds(1), on: search) { _ in bench.log.append("anew") }
        }
        bench.run(100)
        #expect(bench.taken() == ["second 5", "cancels", "anew"])
        bench.loop.cancelPerforms(on: first)
    }

    private final class Log: Sendable { func add() {} }

    @Test("a delayed perform goes with the loop's thread, and lets go of its target")
    func threadEnd() {
        weak var gone: Search?
        var loop: Loop?
        onNewThread {
            let search = Search()
            gone = search
            loop = Loop.current
            Loop.current.perform(after: .seconds(1000), on: search) { _ in }
        }
        #expect(gone == nil && loop != nil)
    }

    @Test("the waiting form returns what was done on the loop's thread", .timeLimit(.minutes(1)))
    func waits() throws {
        let worker = try Loop.Worker(label: "waits")
        let other = try worker.loop.performAndWait {
            Loop.current === Loop.current ? Loop.current : Loop.main
        }
        #expect(other === worker.loop)
        // In order with the blocks that were given before.
        let order = Mutex<[Int]>([])
        for number in 0..<10 { worker.perform { order.withLock { $0.append(number) } } }
        #expect(try worker.loop.performAndWait { order.withLock { $0 } } == Array(0..<10))
        worker.end()
    }

    @Test("on the loop's own thread it does not deadlock: it is done at once")
    func waitsForItself() throws {
        let bench = Bench()
        bench.loop.perform {}
        var wasNested = false
        let source = bench.source("s") {
            wasNested = (try? Loop.current.performAndWait { true }) ?? false
        }
        source.signal()
        bench.run(1)
        #expect(wasNested)
        #expect(try bench.loop.performAndWait(in: []) { 7 } == 7)
    }

    @Test(
        "a loop whose thread ends, or has ended, throws instead of waiting for ever", .timeLimit(.minutes(1)))
    func waitsForNobody() throws {
        let dead = Mutex<Loop?>(nil)
        onNewThread { dead.withLock { $0 = Loop.current } }
        let loop = try #require(dead.withLock { $0 })
        #expect(throws: LoopError.closed) { try loop.performAndWait { 1 } }

        // One that ends while somebody waits: it never ran.
        let isGiven = Atomic(false)
        let next = Mutex<Loop?>(nil)
        let thread = Thread {
            next.withLock { $0 = Loop.current }
            waitUntil { isGiven.load(ordering: .acquiring) }
        }
        waitUntil { next.withLock { $0 } != nil }
        let ending = try #require(next.withLock { $0 })
        isGiven.store(true, ordering: .releasing)
        #expect(throws: LoopError.closed) { try ending.performAndWait { 1 } }
        thread.join()
    }
}
