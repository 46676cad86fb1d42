import EventLoop
import Synchronization
import Testing

@Suite struct BlockTests {
    /// A log that blocks, which are Sendable, can write to.
    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        func append(_ line: String) { lines.withLock { $0.append(line) } }
        func taken() -> [String] {
            lines.withLock { lines in
                defer { lines = [] }
                return lines
            }
        }
    }

    @Test("§9 in the order given; one for another mode keeps its place")
    func order() {
        let (bench, log) = (Bench(), Log())
        bench.source("keep", in: .default)
        bench.source("keep", in: "m")
        let loop = bench.loop
        loop.perform { log.append("a") }
        loop.perform(in: "m") { log.append("x") }
        loop.perform(in: [.default, "m"]) { log.append("b") }
        loop.perform(in: .common) { log.append("c") }
        loop.perform(in: "m") { log.append("y") }
        bench.run(0)
        #expect(log.taken() == ["a", "b", "c"])
        loop.perform(in: "m") { log.append("z") }
        bench.run(0, in: "m")
        #expect(log.taken() == ["x", "y", "z"])
        bench.run(0)
        #expect(log.taken().isEmpty)
    }

    @Test("§9 a block given by a block is in the next pass")
    func fromBlock() {
        let (bench, log) = (Bench(), Log())
        bench.source("keep")
        let loop = bench.loop
        loop.perform {
            log.append("a")
            loop.perform {
                log.append("b")
                loop.perform { log.append("c") }
            }
        }
        bench.run(0)
        #expect(log.taken() == ["a", "b"])
        bench.run(0)
        #expect(log.taken() == ["c"])
    }

    @Test("§9 a nested run does not see the rest of the outer pass")
    func nested() {
        let (bench, log) = (Bench(), Log())
        bench.source("keep")
        let loop = bench.loop
        loop.perform {
            log.append("a")
            loop.perform { log.append("inner") }
            loop.run(mode: .default, for: .zero)
            log.append("back")
        }
        loop.perform { log.append("b") }
        bench.run(0)
        #expect(log.taken() == ["a", "inner", "back", "b"])
    }

    @Test("§9 a block for a mode makes the mode; it does not wake")
    func makesMode() {
        let (bench, log) = (Bench(), Log())
        let mode = Loop.Mode("only a block \(bench.clock.now)")
        #expect(!bench.loop.allModes.contains(mode))
        bench.loop.perform(in: mode) { log.append("ran") }
        #expect(bench.loop.allModes.contains(mode))
        bench.source("keep")
        bench.timer("t", after: 20)
        let loop = bench.loop
        bench.clock.schedule(at: bench.clock.now.advanced(by: .milliseconds(5))) {
            loop.perform { log.append("late") }
        }
        bench.observe(.afterWaiting) { [unowned bench] _ in log.append("woke at \(bench.milliseconds)") }
        bench.run(20)
        #expect(log.taken() == ["woke at 20", "late"])
    }
}
