import InputEvents
import Interface
import Testing

@Suite("Tap counts")
struct TapCounterTests {
    private var counter = TapCounter<Int>()

    /// A tap at a place: down, up after `held`; answers its count.
    private mutating func tap(
        _ time: Double, _ x: Double = 0, held: Double = 50, farthest: Double = 0, window: Int = 1
    ) -> Int {
        let count = counter.down(at: Point(x, 0), time: moment(time), in: window)
        counter.up(
            count: count, from: (Point(x, 0), moment(time)), to: (Point(x, 0), moment(time + held)),
            farthest: farthest, in: window)
        return count
    }

    @Test("T-13, G-60 counts up to 0.35 s and 45 pt inclusive, in one window")
    mutating func counts() {
        #expect(tap(0) == 1)
        #expect(tap(400, 45) == 2)
        #expect(tap(800, 45) == 3)
        #expect(tap(1200.001, 45) == 1)
        #expect(tap(1300, 91) == 1)
        #expect(tap(1400, 91, window: 2) == 1)
    }

    @Test("T-14 a touch that moved too far or was held too long does not count")
    mutating func spoiled() {
        #expect(tap(0, farthest: 45.1) == 1)
        #expect(tap(100, held: 751) == 1)
        #expect(tap(900) == 1)
        #expect(tap(1000, held: 750) == 2)
        #expect(tap(1800) == 3)
    }

    @Test("T-15 the time counts from the lift, not from the touch-down")
    mutating func fromLift() {
        #expect(tap(0, held: 300) == 1)
        #expect(tap(640) == 2)
    }

    @Test("T-16 each finger takes the nearest earlier tap, once")
    mutating func fingers() {
        #expect(tap(0, 0) == 1)
        #expect(tap(10, 30) == 2)
        // The tap at 0 was used by the one at 30; two fingers come down near that one.
        #expect(counter.down(at: Point(32, 0), time: moment(200), in: 1) == 3)
        #expect(counter.down(at: Point(28, 0), time: moment(200), in: 1) == 1)
    }
}
