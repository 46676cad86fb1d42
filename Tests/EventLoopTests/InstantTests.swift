import EventLoop
import Testing

@Suite struct InstantTests {
    @Test func arithmeticSaturates() {
        let late = Instant(nanoseconds: .max - 5)
        #expect(late.advanced(by: .seconds(1)) == .distantFuture)
        #expect(Instant(nanoseconds: 0).advanced(by: .seconds(Int64.max)) == .distantFuture)
        #expect(Instant(nanoseconds: -10).advanced(by: .seconds(Int64.min)).nanoseconds == .min)
    }

    @Test func durationAndAdvanceAgree() {
        let a = Instant(nanoseconds: 1_000), b = Instant(nanoseconds: 2_500_000_007)
        #expect(a.advanced(by: a.duration(to: b)) == b)
        #expect(b.duration(to: a) < .zero)
    }
}
