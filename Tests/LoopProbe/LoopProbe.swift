import CCounters
import CLinux
import Dispatch
import EventLoop
import Glibc

/// What can only be seen on the main thread of a process of its own; run by the tests, prints what it saw.
@main
enum LoopProbe {
    static func main() {
        switch CommandLine.arguments.dropFirst().first {
        case "main-actor": mainActor()
        case "queue": queue()
        case "idle": idle()
        case "allocations": allocations()
        case "descriptors": Limits.run()
        case "flood": Flood.run()
        case "fork": Forks.run()
        case "hang": Hangs.run()
        case "leak": _ = ArenaPool.keep(Leak())
        default:
            print("usage: loop-probe main-actor|queue|idle|allocations|descriptors|flood|fork|hang|leak")
            exit(2)
        }
    }

    private final class Leak {}

    // MARK: The main queue

    /// Tasks of the main actor, their sleeps, and the dispatch queue go on while the main loop runs.
    private static func mainActor() {
        let loop = Loop.main
        Task { @MainActor in
            print("task", isMain() ? "main" : "other")
            try? await Task.sleep(for: .milliseconds(5))
            print("slept", isMain() ? "main" : "other")
            await Task.detached { print("detached", isMain() ? "main" : "other") }.value
            DispatchQueue.main.async {
                print("dispatch", isMain() ? "main" : "other")
                loop.perform { print("block", isMain() ? "main" : "other") }
                DispatchQueue.main.asyncAfter(deadline: .now() + 0.005) { loop.stop() }
            }
        }
        print(loop.run(mode: .default, for: .seconds(20)))
    }

    private static func isMain() -> Bool { clinux_thread_id() == getpid() }

    /// A run nested in main-queue work neither serves nor counts the queue; what came meanwhile is served after it.
    private static func queue() {
        let loop = Loop.main
        loop.addCommonMode("other")
        for mode in [Loop.Mode.default, "other"] {
            DispatchQueue.main.async {
                DispatchQueue.main.async { print("later in", mode) }
                print("nested", loop.run(mode: mode, for: .milliseconds(5)))
                let keep = Loop.ManualSource {}
                loop.add(keep, to: mode)
                print("nested", loop.run(mode: mode, for: .milliseconds(5)))
                keep.invalidate()
            }
            print(loop.run(mode: mode, for: .milliseconds(50)))
        }
    }

    // MARK: Idle

    /// How often the thread slept in one second with nothing to do.
    private static func idle() {
        let loop = Loop.main
        ArenaPool.install(on: loop)
        var ends: [CInt] = [-1, -1]
        _ = pipe(&ends)
        loop.add(Loop.PortSource(descriptor: ends[0]) { _ in }, to: .common)
        loop.add(Loop.Timer(every: .seconds(60)) { _ in }, to: .common)
        loop.add(Loop.ManualSource {}, to: .common)
        let gone = Loop.Timer(after: .milliseconds(200)) { _ in }
        loop.add(gone, to: .common)
        gone.invalidate()
        let stop = Loop.Timer(after: .seconds(1)) { _ in loop.stop() }
        loop.add(stop, to: .default)
        let trace = TurnTrace(capacity: 100)
        loop.trace = trace
        let before = sleep_count()
        loop.run()
        print("turns", trace.counts.turns, "sleeps", sleep_count() - before)
    }

    // MARK: Allocations

    /// Heap allocations of 10,000 turns with observers, a repeating timer, a manual source and a port, after a few to warm up.
    private static func allocations() {
        let loop = Loop.main
        ArenaPool.install(on: loop)
        loop.trace = TurnTrace(capacity: 1000)
        var ends: [CInt] = [-1, -1]
        _ = pipe(&ends)
        var counts = (observer: 0, timer: 0, source: 0, port: 0)
        for order in 0..<3 {
            loop.add(Loop.Observer(.all, order: order) { _ in counts.observer += 1 }, to: .common)
        }
        loop.add(Loop.Timer(every: .nanoseconds(1), after: .zero) { _ in counts.timer += 1 }, to: .common)
        let source = Loop.ManualSource { counts.source += 1 }
        loop.add(source, to: .common)
        loop.add(
            Loop.PortSource(descriptor: ends[0]) { _ in
                var byte: UInt8 = 0
                counts.port += read(ends[0], &byte, 1)
            }, to: .common)
        func turn() {
            var byte: UInt8 = 0
            _ = write(ends[1], &byte, 1)
            source.signal()
            loop.run(mode: .default, for: .zero)
            loop.wakeUp()
            loop.run(mode: .default, for: .nanoseconds(1))
        }
        for _ in 0..<1200 { turn() }
        counts = (0, 0, 0, 0)
        let before = allocation_count()
        for _ in 0..<10_000 { turn() }
        let after = allocation_count()
        let all =
            counts.observer > 80_000 && counts.timer > 5000 && counts.source == 10_000 && counts.port > 5000
        print("allocations", after - before, all ? "all performed" : "\(counts)")
    }
}
