import EventLoop
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct ExecutorTests {
    /// Lives on a loop's thread.
    private actor Scanner {
        let executor: Loop.Executor
        private var calls: [Int] = []
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        init(on loop: Loop) { executor = Loop.Executor(loop) }

        func note(_ number: Int) -> Bool {
            calls.append(number)
            return Loop.current === executor.loop
        }
        func noted() -> [Int] { calls }
        func sleep() async throws -> Bool {
            try await Task.sleep(for: .milliseconds(1))
            return Loop.current === executor.loop
        }
        nonisolated func noteFromTheLoop(_ number: Int) -> Bool { assumeIsolated { $0.note(number) } }
    }

    @Test(
        "an actor on a loop: its jobs run there, in order, also after a sleep; the loop's code enters at once"
    )
    func actor() async throws {
        let worker = try Loop.Worker(label: "actor")
        let scanner = Scanner(on: worker.loop)
        for number in 0..<100 { #expect(await scanner.note(number)) }
        #expect(await scanner.noted() == Array(0..<100))
        #expect(try await scanner.sleep())
        worker.perform { _ = scanner.noteFromTheLoop(100) }
        waitUntil { !worker.loop.description.contains("blocks = 1") }
        #expect(await scanner.noted().last == 100)
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 { group.addTask { await scanner.note(number) } }
            for await isThere in group { #expect(isThere) }
        }
        worker.end()
    }

    @Test("entering the actor from another thread traps, and so does a job for a loop that has ended")
    func traps() async {
        await #expect(processExitsWith: .failure) {
            let worker = try Loop.Worker(label: "actor")
            _ = Scanner(on: worker.loop).noteFromTheLoop(1)
        }
        await #expect(processExitsWith: .failure) {
            let worker = try Loop.Worker(label: "actor")
            let scanner = Scanner(on: worker.loop)
            worker.end()
            _ = await scanner.note(1)
        }
    }
}
