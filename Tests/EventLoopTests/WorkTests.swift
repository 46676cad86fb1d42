import EventLoop
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct WorkTests {
    /// Blocks a worker until it is opened.
    private final class Gate: Sendable {
        private let isOpen = Atomic(false)
        func open() { isOpen.store(true, ordering: .releasing) }
        func wait() { waitUntil { isOpen.load(ordering: .acquiring) } }
    }

    /// A loop that really sleeps, on a thread of its own.
    private func onLoop(_ body: @escaping (Loop) throws -> Void) throws {
        try tryOnNewThread {
            let keep = Loop.ManualSource {}
            Loop.current.add(keep, to: .default)
            try body(Loop.current)
            keep.invalidate()
            Loop.current.run(mode: .default, for: .zero)
        }
    }

    private func run(_ loop: Loop, until condition: () -> Bool) {
        while !condition() { loop.run(mode: .default, for: .milliseconds(1)) }
    }

    @Test(
        "L-46 L-47 work starts when it is added; completions come after before-waiting, in order, on the loop"
    )
    func gate() throws {
        try onLoop { loop in
            let group = WorkGroup(on: loop)
            let container = WorkContainer(in: group)
            let began = Gate()
            var log: [String] = []
            container.onChange = { log.append($0 ? "working" : "done") }
            loop.add(
                Loop.Observer(.beforeWaiting, order: 2_000_000) { _ in log.append("layers commit") }, to: "x")
            for name in ["a", "b"] {
                container.transaction.add({
                    began.open()
                    return name
                }) { value, wasCancelled in
                    #expect(Loop.current === loop && !wasCancelled)
                    log.append(value ?? "nothing")
                }
            }
            // Not committed, and it runs.
            began.wait()
            #expect(container.transaction.state == .open && container.isWorking)
            #expect(log == ["working"])
            run(loop) { !container.isWorking }
            #expect(log == ["working", "a", "b", "done"])
        }
    }

    @Test("L-46 the group commits at before-waiting, after the layers' commit, and at exit")
    func moments() throws {
        try onLoop { loop in
            let group = WorkGroup(on: loop)
            let container = WorkContainer(in: group)
            var states: [WorkTransaction.State] = []
            let transaction = container.transaction
            let gate = Gate()
            transaction.add({ gate.wait() }) { _, _ in }
            let observer = Loop.Observer([.beforeWaiting, .afterWaiting], order: 2_001_000) { _ in
                states.append(transaction.state)
            }
            loop.add(observer, to: .default)
            loop.run(mode: .default, for: .milliseconds(1))
            #expect(states == [.open, .committed])
            gate.open()
            run(loop) { transaction.state == .complete }
            let last = container.transaction
            loop.run(mode: .default, for: .zero)
            #expect(last.state == .complete)
            observer.invalidate()
        }
    }

    @Test("L-47 a completion may open a new transaction; that one is not of this commit")
    func reopened() throws {
        try onLoop { loop in
            let group = WorkGroup(on: loop)
            let container = WorkContainer(in: group)
            var second: WorkTransaction?
            let first = container.transaction
            first.add({ 1 }) { _, _ in second = container.transaction }
            run(loop) { first.state == .complete }
            #expect(second.map { $0 !== first } == true)
            run(loop) { second?.state == .complete }
        }
    }

    @Test("L-48 one without work completes at once, at the commit")
    func empty() {
        let transaction = WorkTransaction(on: Loop.current)
        var isComplete = false
        transaction.commit()
        isComplete = transaction.state == .complete
        #expect(isComplete)
    }

    @Test("L-48 to commit twice, to add after the commit, and to let go of an open one are errors")
    func errors() async {
        await #expect(processExitsWith: .failure) {
            let transaction = WorkTransaction(on: Loop.current)
            transaction.commit()
            transaction.commit()
        }
        await #expect(processExitsWith: .failure) {
            let transaction = WorkTransaction(on: Loop.current)
            transaction.commit()
            transaction.add({}) { _, _ in }
        }
        await #expect(processExitsWith: .failure) {
            _ = WorkTransaction(on: Loop.current)
        }
    }

    @Test("L-49 cancelled: what has not begun is skipped, completions come and say so")
    func cancelled() throws {
        try onLoop { loop in
            let queue = WorkQueue(limit: 1)
            let (began, gate) = (Gate(), Gate())
            let group = WorkGroup(on: loop)
            let container = WorkContainer(in: group)
            var log: [String] = []
            let ran = Atomic(false)
            container.transaction.add(
                on: queue,
                {
                    began.open()
                    gate.wait()
                    return 1
                }
            ) { log.append("\($0 ?? 0) \($1)") }
            container.transaction.add(
                on: queue,
                {
                    ran.store(true, ordering: .relaxed)
                    return 2
                }
            ) { log.append("\($0 ?? 0) \($1)") }
            began.wait()
            container.cancelAll()
            gate.open()
            run(loop) { !container.isWorking }
            #expect(log == ["1 true", "0 true"] && !ran.load(ordering: .relaxed))
        }
    }

    @Test("L-49 waiting blocks, commits the whole group if it is open, completes once")
    func waiting() throws {
        try onLoop { loop in
            let group = WorkGroup(on: loop)
            let containers = [WorkContainer(in: group), WorkContainer(in: group)]
            var log: [Int] = []
            for (index, container) in containers.enumerated() {
                container.transaction.add({ index }) { value, _ in log.append(value ?? -1) }
            }
            let other = containers[1].transaction
            containers[0].waitUntilComplete()
            #expect(log == [0] && other.state != .open)
            other.waitUntilComplete()
            other.waitUntilComplete()
            loop.run(mode: .default, for: .zero)
            #expect(log == [0, 1] && !containers[1].isWorking)
        }
    }

    @Test("L-50 the first worker takes the work in order, the others by priority, never more than the limit")
    func workers() {
        onNewThread { inTurn() }
    }

    private func inTurn() {
        for (limit, expected) in [(1, [1, 3, 2, 4]), (2, [4, 3, 2, 1])] {
            let queue = WorkQueue(limit: limit)
            let transaction = WorkTransaction(on: Loop.current)
            let log = Mutex<[Int]>([])
            let gates = (0..<limit).map { _ in (began: Gate(), goesOn: Gate()) }
            // Keeps the workers, one after the other, so that what comes next has to wait.
            for gate in gates {
                transaction.add(
                    on: queue,
                    {
                        gate.began.open()
                        gate.goesOn.wait()
                    }
                ) { _, _ in }
                gate.began.wait()
            }
            for priority in [1, 3, 2, 4] {
                transaction.add(priority: priority, on: queue, { log.withLock { $0.append(priority) } }) {
                    _, _ in
                }
            }
            // The last worker alone: with a limit of one it is the first.
            gates[limit - 1].goesOn.open()
            waitUntil { log.withLock { $0.count } == 4 }
            #expect(log.withLock { $0 } == expected)
            gates[0].goesOn.open()
            transaction.waitUntilComplete()
        }
    }

    @Test("one that was waited for is freed, though its loop does not run again")
    func freed() {
        onNewThread {
            weak var gone: WorkTransaction?
            do {
                let transaction = WorkTransaction(on: Loop.current)
                gone = transaction
                transaction.add(on: WorkQueue(limit: 1), { 1 }) { _, _ in }
                transaction.waitUntilComplete()
            }
            #expect(gone == nil)
        }
    }

    @Test("L-50 each work has an arena pool of its own")
    func pools() {
        onNewThread { ownPools() }
    }

    private func ownPools() {
        final class Canary: Sendable {
            let gone: @Sendable () -> Void
            init(_ gone: @escaping @Sendable () -> Void) { self.gone = gone }
            deinit { gone() }
        }
        let log = Mutex<[String]>([])
        let queue = WorkQueue(limit: 1)
        let transaction = WorkTransaction(on: Loop.current)
        for name in ["a", "b"] {
            transaction.add(
                on: queue,
                {
                    log.withLock { $0.append(name) }
                    ArenaPool.keep(Canary { log.withLock { $0.append("\(name) gone") } })
                }
            ) { _, _ in }
        }
        transaction.waitUntilComplete()
        waitUntil { log.withLock { $0.count } == 4 }
        #expect(log.withLock { $0 } == ["a", "a gone", "b", "b gone"])
    }
}
