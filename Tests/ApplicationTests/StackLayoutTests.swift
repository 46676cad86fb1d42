import Interface
import Testing

@Suite struct StackLayoutTests {
    private func slots(_ wishes: [Double?], _ available: Double, spacing: Double = 0) -> [[Double]] {
        StackLayout(wishes: wishes, available: available, spacing: spacing).slots.map {
            [$0.start, $0.length]
        }
    }

    @Test("what has no wish shares what is left")
    func shares() {
        #expect(slots([40, nil, 20], 100) == [[0, 40], [40, 40], [80, 20]])
        #expect(slots([nil, nil], 100, spacing: 10) == [[0, 45], [55, 45]])
    }

    @Test("wishes that are too long shrink alike, and the rest gets nothing")
    func shrinks() {
        #expect(slots([100, 100, nil], 100) == [[0, 50], [50, 50], [100, 0]])
    }

    @Test("slots lie on whole points and leave no gap")
    func wholePoints() {
        let three = slots([nil, nil, nil], 100)
        #expect(three == [[0, 33], [33, 34], [67, 33]])
    }

    @Test("odd numbers do no harm", arguments: [-5, 0, Double.nan, .infinity])
    func oddNumbers(_ number: Double) {
        for slot in slots([number, nil, 10], number, spacing: number) {
            #expect(slot[0].isFinite && slot[1].isFinite && slot[1] >= 0)
        }
        #expect(slots([], 100).isEmpty)
    }
}
