import InputBridge
import Testing

@Suite struct LogLimiterTests {
    @Test func aFloodIsHeldBackAndCounted() {
        var limiter = LogLimiter()
        let answers = (0..<30).map { limiter.admit(at: Int64($0)) }
        #expect(answers.count { $0.passes } == LogLimiter.lines)
        let later = limiter.admit(at: LogLimiter.span)
        #expect(later.passes && later.suppressed == 10)
        let next = limiter.admit(at: LogLimiter.span + 1)
        #expect(next.passes && next.suppressed == 0)
    }

    @Test func aMessageSaysWhatToDo() {
        let error = InputError(wanted: "open /x", code: 13, remedy: "ask")
        #expect(error.description == "open /x: Permission denied (13); ask")
        #expect(InputError(wanted: "a", found: "b").description == "a: b")
    }
}
