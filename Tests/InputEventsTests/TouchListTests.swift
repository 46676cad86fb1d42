import InputEvents
import Testing

@Suite struct TouchListTests {
    private func sample(_ id: Int) -> TouchSample {
        TouchSample(id: TouchID(rawValue: UInt64(id)), location: Point(Double(id), 0), phase: .moved)
    }

    @Test(arguments: [0, 1, 9, 10, 11, 40])
    func keepsAnyNumberInOrder(count: Int) {
        let list = TouchList((0..<count).map(sample))
        #expect(list.count == count)
        #expect(list.map(\.id.rawValue) == (0..<count).map(UInt64.init))
    }

    @Test func equalityIgnoresUnusedRoom() {
        var used = TouchList((0..<12).map(sample))
        used.removeAll()
        #expect(used == TouchList())
        #expect(used.hashValue == TouchList().hashValue)
    }

    @Test func aFrameWithALiftIsNotPureMotion() {
        var frame = TouchFrame(
            device: DeviceID(rawValue: 1), timestamp: Timestamp(nanoseconds: 0),
            touches: TouchList((0..<3).map(sample)))
        #expect(frame.isPureMotion)
        frame.touches[2].phase = .ended
        #expect(!frame.isPureMotion)
    }
}
