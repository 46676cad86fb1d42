import Interface
import Testing

@Suite("Legal moves of a recognizer")
struct GestureStateTests {
    /// The table of the rules, written out: rows from, columns to, in the order of the cases.
    private static let continuous: [[Bool]] = [
        [false, true, false, true, false, true],
        [false, false, true, true, true, false],
        [false, false, true, true, true, false],
        [false, false, false, false, false, false],
        [false, false, false, false, false, false],
        [false, false, false, false, false, false],
    ]

    @Test("G-01 exactly the cells of the table are legal", arguments: GestureState.allCases)
    func table(from: GestureState) {
        for next in GestureState.allCases {
            let legal = Self.continuous[Int(from.rawValue)][Int(next.rawValue)]
            #expect(from.allows(next, isDiscrete: false) == legal, "\(from) to \(next)")
        }
    }

    @Test("G-02 discrete ones only end or fail", arguments: GestureState.allCases)
    func discrete(from: GestureState) {
        for next in GestureState.allCases {
            let legal = from == .possible && (next == .ended || next == .failed)
            #expect(from.allows(next, isDiscrete: true) == legal, "\(from) to \(next)")
        }
    }
}
