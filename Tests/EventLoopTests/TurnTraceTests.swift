import EventLoop
import Testing

@Suite struct TurnTraceTests {
    private func script() -> TurnTrace {
        let (bench, pipe) = (Bench(), Pipe())
        let trace = TurnTrace(capacity: 1000)
        bench.loop.trace = trace
        defer { bench.loop.trace = nil }
        bench.observe([.beforeWaiting], "flush \"quoted\"\n", order: 7) { _ in trace.mark("flushed", 3) }
        let source = bench.source("source", order: -2)
        bench.timer("timer", after: 15, every: 10) { _ in source.signal() }
        bench.add(Loop.PortSource(descriptor: pipe.reader, label: "port") { _ in pipe.read() })
        bench.clock.schedule(at: bench.clock.now.advanced(by: .milliseconds(17))) { pipe.write() }
        bench.loop.perform {}
        bench.run(30)
        return trace
    }

    @Test("phases, callouts and marks, with their times and orders")
    func records() {
        let trace = script()
        let kinds = trace.records.map { "\($0.depth) \($0.kind) \($0.label)" }
        #expect(
            kinds.prefix(6) == [
                "0 turn ", "1 block ", "1 observer flush \"quoted\"\n", "2 mark ", "1 sleep ",
                "1 timer timer",
            ])
        let timer = trace.records.first { $0.kind == .timer }
        #expect(timer?.start == Instant(nanoseconds: 1_015_000_000) && timer?.end == timer?.start)
        let sleep = trace.records.first { $0.kind == .sleep }
        #expect(sleep.map { $0.start.duration(to: $0.end ?? $0.start) } == .milliseconds(15))
        #expect(trace.records.first { $0.kind == .manualSource }?.value == -2)
        #expect(trace.counts.turns == trace.records.count { $0.kind == .turn })
        #expect(trace.counts.sleeps == 4 && trace.counts.marks == 4)
        #expect(trace.records.allSatisfy { $0.end != nil })
    }

    @Test("equal runs under the virtual clock give equal bytes, in the format of Chrome's tracing")
    func json() {
        let text = script().json
        #expect(text == script().json)
        #expect(text.hasPrefix("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n{\"name\":\"turn\","))
        #expect(
            text.contains("\"name\":\"flush \\\"quoted\\\"\\u000a (beforeWaiting)\"")
                || text.contains("\\n (before"))
        #expect(text.contains("\"ts\":1015000.000,\"ph\":\"X\",\"dur\":0.000"))
        #expect(text.contains("\"name\":\"flushed\",\"cat\":\"mark\""))
        #expect(text.hasSuffix("\n]}\n"))
    }

    @Test("a full ring loses the oldest records")
    func ring() {
        let trace = TurnTrace(capacity: 3)
        for value in 0..<5 { trace.mark("m", Int64(value)) }
        #expect(trace.records.map(\.value) == [2, 3, 4])
        #expect(trace.lost == 2 && trace.counts.marks == 5)
    }

    @Test("a file that cannot be written: path and reason")
    func file() throws {
        #expect(throws: SystemError.self) { try TurnTrace(capacity: 1).write(toPath: "/nowhere/trace.json") }
    }
}
