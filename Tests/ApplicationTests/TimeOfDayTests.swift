import Interface
import Testing

@Suite struct TimeOfDayTests {
    @Test("hours and minutes have two digits")
    func text() {
        #expect(TimeOfDay(hour: 9, minute: 41).text == "09:41")
        #expect(TimeOfDay(hour: 0, minute: 0).text == "00:00")
        #expect(TimeOfDay(hour: 23, minute: 59, second: 59).text == "23:59")
    }

    @Test("the day wraps both ways")
    func wraps() {
        let late = TimeOfDay(hour: 23, minute: 59, second: 30)
        #expect(late.advanced(byNanoseconds: 30_000_000_000).text == "00:00")
        #expect(TimeOfDay(nanoseconds: -1).text == "23:59")
        #expect(TimeOfDay(hour: 1, minute: 0).advanced(byNanoseconds: .max).nanoseconds >= 0)
    }

    @Test("a timer armed for the next minute meets it")
    func nextMinute() {
        #expect(TimeOfDay(hour: 9, minute: 41, second: 48).untilNextMinute == .seconds(12))
        #expect(TimeOfDay(hour: 9, minute: 41).untilNextMinute == .seconds(60))
        #expect(TimeOfDay(nanoseconds: 59_999_999_999).untilNextMinute == .nanoseconds(1))
    }
}
