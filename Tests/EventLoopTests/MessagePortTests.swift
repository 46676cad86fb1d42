import EventLoop
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct MessagePortTests {
    @Test("in order, what was there when the turn began, on the loop's thread; a nested run takes the rest")
    func order() throws {
        let bench = Bench()
        bench.observe(.beforeTimers, "")
        let port = Loop.MessagePort<String>(capacity: 4, on: bench.loop, label: "words") {
            [unowned bench] word in
            bench.log.append(word)
            if word == "run" { bench.run(0) }
        }
        for word in ["a", "run", "b"] { try port.send(word) }
        #expect(port.backlog == 3)
        #expect(bench.run(1, returnAfterSource: true) == .handledSource)
        #expect(bench.taken() == ["timers", "a", "run", "timers", "b"])
        #expect(bench.loop.description.contains("manual source \"words\""))
        port.close()
        #expect(throws: LoopError.closed) { try port.send("c") }
        #expect(bench.run(1) == .finished)
    }

    @Test("a full port refuses, and says on the sender's loop when it is half empty again")
    func room() throws {
        let bench = Bench()
        let port = Loop.MessagePort<Int>(capacity: 4, on: bench.loop, in: "receiver") {
            [unowned bench] number in bench.log.append("\(number)")
        }
        let room = port.whenRoom(on: bench.loop, in: "sender") { [unowned bench] in bench.log.append("room") }
        for number in 0..<4 { try port.send(number) }
        #expect(bench.run(0, in: "sender") == .timedOut && bench.taken().isEmpty)
        #expect(throws: LoopError.full) { try port.send(4) }
        // On the receiver's own thread it does not sleep.
        #expect(throws: LoopError.full) { try port.send(4, waiting: .seconds(1000)) }
        bench.run(0, in: "receiver")
        #expect(room.isSignalled)
        bench.run(0, in: "sender")
        #expect(bench.taken() == ["0", "1", "2", "3", "room"])
        try port.send(5)
        room.invalidate()
    }

    @Test("between two threads: every message once, in order, the sender sleeps while it is full")
    func threads() throws {
        let (first, second) = (try Loop.Worker(label: "first"), try Loop.Worker(label: "second"))
        let received = Mutex<[Int]>([])
        let port = Loop.MessagePort<Int>(capacity: 8, on: second.loop) { number in
            received.withLock { $0.append(number) }
        }
        let failed = Atomic(0)
        try first.loop.performAndWait {
            for number in 0..<5000 {
                do { try port.send(number, waiting: .seconds(30)) } catch {
                    failed.add(1, ordering: .relaxed)
                }
            }
        }
        // What was sent before is received before.
        waitUntil { port.backlog == 0 }
        #expect(try second.loop.performAndWait { received.withLock { $0 } } == Array(0..<5000))
        #expect(failed.load(ordering: .relaxed) == 0)
        first.end()
        second.end()
    }

    @Test("a waiting sender is told when the time is over, and when the receiver's thread ends")
    func waiting() throws {
        let worker = try Loop.Worker(label: "receiver")
        let holds = Atomic(true)
        let port = Loop.MessagePort<Int>(capacity: 1, on: worker.loop) { _ in
            waitUntil { !holds.load(ordering: .acquiring) }
        }
        try port.send(1)
        waitUntil { port.backlog == 0 }
        try port.send(2)
        #expect(throws: LoopError.full) { try port.send(3, waiting: .milliseconds(5)) }
        let outcome = Mutex<LoopError?>(nil)
        let sender = Thread {
            do throws(LoopError) {
                while true { try port.send(4, waiting: .seconds(1000)) }
            } catch { outcome.withLock { $0 = error } }
        }
        holds.store(false, ordering: .releasing)
        worker.end()
        sender.join()
        #expect(outcome.withLock { $0 } == .closed)
    }

    @Test("a port that nobody holds closes; a port to a loop that has ended is closed from the start")
    func ends() throws {
        let bench = Bench()
        do { _ = Loop.MessagePort<Int>(capacity: 1, on: bench.loop, in: "gone") { _ in } }
        #expect(bench.run(0, in: "gone") == .finished)
        let dead = Mutex<Loop?>(nil)
        onNewThread { dead.withLock { $0 = Loop.current } }
        let loop = try #require(dead.withLock { $0 })
        let port = Loop.MessagePort<Int>(capacity: 1, on: loop) { _ in }
        #expect(throws: LoopError.closed) { try port.send(1) }
    }
}
