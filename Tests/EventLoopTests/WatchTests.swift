import EventLoop
import Synchronization
import Testing

/// What watches a loop: its trace, its description, the hang detector.
@Suite struct WatchTests {
    @Test("a trace may be set, replaced and taken in the middle of a turn")
    func traceInCallout() {
        let (bench, pipe) = (Bench(), Pipe())
        let traces = [TurnTrace(), TurnTrace()]
        var next = 0
        bench.add(
            Loop.PortSource(descriptor: pipe.reader, label: "p") { [unowned bench] _ in
                pipe.read()
                bench.loop.trace = next < 2 ? traces[next] : nil
                next += 1
            })
        for _ in 0..<4 {
            pipe.write()
            bench.run(1)
        }
        #expect(bench.loop.trace == nil)
        #expect(traces.map { trace in trace.records.filter { $0.kind == .portSource }.count } == [1, 1])
        for record in traces.flatMap(\.records) { #expect(record.end.map { $0 >= record.start } != false) }
    }

    @Test("the description has modes, items with their orders, activities and dates, and what runs")
    func description() {
        let (bench, pipe) = (Bench(), Pipe())
        bench.observe([.beforeWaiting, .exit], "commit", order: 2_000_000, in: .common)
        bench.add(Loop.Observer(.all, repeats: false, label: "once") { _ in }, to: "described")
        bench.add(
            Loop.PortSource(descriptor: pipe.reader, interest: [.readable, .writable], label: "port") { _ in
                pipe.read()
            }
        )
        bench.timer("late", after: 2500, every: 1000, tolerance: 20)
        bench.timer("soon", after: 250)
        bench.add(Loop.Timer(at: .distantFuture, label: "never") { _ in })
        var seen = ""
        let source = bench.source("jobs", order: -1) { [unowned bench] in seen = bench.loop.description }
        source.signal()
        bench.run(0)
        let idle = bench.loop.description
        #expect(idle.contains("current mode = none, it does not run\n"))
        #expect(seen.contains("current mode = default\n"))
        #expect(seen.contains("common modes = default\n"))
        #expect(seen.contains("mode default, common {\n") && seen.contains("mode described {\n"))
        let lines = seen.split(separator: "\n").map { $0.drop { $0 == " " } }
        for line in [
            "observer \"commit\" {order 2000000, beforeWaiting|exit}",
            "observer \"once\" {order 0, all activities, once}",
            "port source \"port\" {descriptor \(pipe.reader), readable|writable}",
            "manual source \"jobs\" {order -1}",
            "timer \"soon\" {once, fires in 0.25 seconds}",
            "timer \"late\" {every 1.0 seconds, tolerance 0.02 seconds, fires in 2.5 seconds}",
            "timer \"never\" {once, fires never}",
        ] { #expect(lines.contains { $0 == line }, "\(line) in\n\(seen)") }
        // Timers by date.
        #expect(
            lines.firstIndex { $0.hasPrefix("timer \"soon") } ?? 9 < lines.firstIndex {
                $0.hasPrefix("timer \"late")
            } ?? 0)
        source.invalidate()
        #expect("\(source)" == "manual source \"jobs\" {invalid, order -1}")
    }

    @Test(
        "a turn that takes too long is reported while it does, once, with the callout's label",
        .timeLimit(.minutes(1)))
    func hang() throws {
        try tryOnNewThread {
            let loop = Loop.current
            let reports = Reports()
            let detector = try HangDetector(loop: loop, limit: .milliseconds(100), backtraces: false) {
                reports.add($0)
            }
            let timer = Loop.Timer(after: .zero, label: "slow") { _ in reports.wait(for: 1) }
            loop.add(timer, to: .default)
            // The sleep before, three limits long, is no hang. A limit as short as a busy machine's pauses would
            // find hangs that are none.
            timer.nextFire = loop.now.advanced(by: .milliseconds(300))
            loop.run(mode: .default)
            #expect(reports.all.map(\.label) == ["slow"])
            #expect(reports.all.first?.kind == .timer && reports.all.first?.name == "fire")
            #expect(reports.all.first.map { $0.duration >= .milliseconds(100) } == true)
            #expect(reports.all.first?.description.contains("in timer \"slow\" (fire)") == true)

            // A second stretch is a second report: the callout of a source, in a nested run's turn.
            let source = Loop.ManualSource(label: "inner") { reports.wait(for: 2) }
            loop.add(source, to: "nested")
            source.signal()
            let outer = Loop.ManualSource(label: "outer") { loop.run(mode: "nested", for: .zero) }
            loop.add(outer, to: .default)
            outer.signal()
            loop.run(mode: .default, for: .zero)
            #expect(reports.all.map(\.label) == ["slow", "inner"])
            #expect(loop.trace == nil)
            detector.stop()
            source.invalidate()
            outer.invalidate()
        }
    }

    /// Filled by the watcher's thread.
    private final class Reports: Sendable {
        private let list = Mutex<[HangDetector.Report]>([])
        private let count = Atomic(0)
        var all: [HangDetector.Report] { list.withLock { $0 } }
        func add(_ report: HangDetector.Report) {
            list.withLock { $0.append(report) }
            count.add(1, ordering: .releasing)
        }
        /// Hangs until there are so many reports.
        func wait(for number: Int) { waitUntil { count.load(ordering: .acquiring) >= number } }
    }
}
