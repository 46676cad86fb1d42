import InputBridge
import InputEvents
import Testing

@Suite struct WheelTests {
    private func clicks(_ units: [Double], every pause: Int64 = 10) -> [Double] {
        var wheel = WheelAccumulator()
        return units.enumerated().map { wheel.add($1, at: ms(Int64($0) * pause)) }
    }

    @Test(
        "T-38: fractions add up to clicks, a turn back forgets them",
        arguments: [
            ([30, 30, 30, 30], [0, 0, 0, 1]), ([30, -30], [0, 0]), ([90, -30, -90], [0, 0, -1]),
            ([16, 24, 32, 64, 104], [0, 0, 0, 1, 1]), ([240, -120], [2, -1]),
            ([0, 60, 0, 60], [0, 0, 0, 1]),
            ([.nan, 120], [0, 1]),
        ] as [([Double], [Double])])
    func fractions(units: [Double], expected: [Double]) {
        #expect(clicks(units) == expected)
    }

    @Test("T-38: a rest forgets a fraction")
    func rest() {
        #expect(clicks([60, 60], every: 1000) == [0, 1])
        #expect(clicks([60, 60], every: 1001) == [0, 0])
    }

    @Test("D-39: time that goes back does no harm")
    func back() {
        #expect(clicks([60, 60], every: -500) == [0, 1])
        var wheel = WheelAccumulator()
        #expect(wheel.add(60, at: Timestamp(nanoseconds: .max)) == 0)
        #expect(wheel.add(60, at: Timestamp(nanoseconds: .min)) == 0)
    }
}
