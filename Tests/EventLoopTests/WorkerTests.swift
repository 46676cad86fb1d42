import EventLoop
import Glibc
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct WorkerTests {
    @Test("a worker's loop stays alive with nothing in it, is named, and ends after what it was given")
    func life() throws {
        let worker = try Loop.Worker(label: "a long worker name")
        #expect(try worker.loop.performAndWait { threadName() } == "a long worker n")
        waitUntil { worker.loop.isWaiting }
        #expect(!worker.hasEnded)
        let done = Atomic(0)
        for _ in 0..<100 {
            worker.perform {
                done.add(1, ordering: .relaxed)
                // Given by what runs at the end: still done.
                if done.load(ordering: .relaxed) == 100 {
                    Loop.current.perform { done.add(1, ordering: .relaxed) }
                }
            }
        }
        worker.end()
        #expect(worker.hasEnded && done.load(ordering: .relaxed) == 101)
        worker.end()
        #expect(throws: LoopError.closed) { try worker.loop.performAndWait {} }
    }

    @Test("it ends by itself when nobody holds it, from its own thread, and out of a nested run")
    func ends() throws {
        let loop = Mutex<Loop?>(nil)
        do {
            let worker = try Loop.Worker(label: "dropped")
            loop.withLock { $0 = worker.loop }
        }
        let dropped = try #require(loop.withLock { $0 })
        // It may not have ended yet: then it answers.
        waitUntil { (try? dropped.performAndWait {}) == nil }

        let own = try Loop.Worker(label: "own")
        own.perform { own.end() }
        waitUntil { own.hasEnded }

        let nested = try Loop.Worker(label: "nested")
        let isNested = Atomic(false)
        nested.perform {
            let keep = Loop.ManualSource {}
            Loop.current.add(keep, to: "inner")
            Loop.current.addCommonMode("inner")
            isNested.store(true, ordering: .releasing)
            Loop.current.run(mode: "inner")
            keep.invalidate()
        }
        waitUntil { isNested.load(ordering: .acquiring) }
        nested.end()
        #expect(nested.hasEnded)
    }

    @Test("a callout's stop does not end a worker")
    func stop() throws {
        let worker = try Loop.Worker(label: "stopped")
        worker.perform { Loop.current.stop() }
        #expect(try worker.loop.performAndWait { 1 } == 1)
        worker.end()
    }
}

private func threadName() -> String {
    var bytes = [CChar](repeating: 0, count: 16)
    let file = open("/proc/thread-self/comm", O_RDONLY | O_CLOEXEC)
    let count = read(file, &bytes, 16)
    close(file)
    return String(decoding: bytes.prefix(max(0, count - 1)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
