import EventLoop
import InputBridge
import InputEvents
import Testing

@Suite struct PredictionTests {
    /// A finger that moves 10 points each 10 ms, and what was predicted for 10 ms at each event.
    private func predictions(_ times: [Int64], prediction: Duration? = .milliseconds(10)) -> [Point?] {
        let test = TestSeat(size: Size(1000, 1000))
        test.dispatcher.prediction = prediction
        var predicted: [Point?] = []
        test.onEvent { test, event in
            guard case .touch(let frame) = event, let touch = frame.touches.first else { return }
            predicted.append(test.dispatcher.predictedLocation(of: touch.id))
        }
        for (index, time) in times.enumerated() {
            let x = Double(index) / 100
            let isLast = index == times.count - 1
            test.post(frame([(1, index == 0 ? .began : isLast ? .ended : .moved, x, 0.5)], at: time))
        }
        return predicted
    }

    @Test("T-11: from the third sample on, only while the finger moves")
    func straight() {
        let points = predictions([1000, 1010, 1020, 1030, 1040])
        #expect(points.count == 5)
        #expect(points[0] == nil && points[1] == nil && points[4] == nil)
        #expect(abs((points[2]?.x ?? 0) - 30) < 0.001 && abs((points[3]?.x ?? 0) - 40) < 0.001)
        #expect(points[2]?.y == 500)
    }

    @Test("T-11: not after a pause of more than 40 ms, until three samples came again")
    func pause() {
        let points = predictions([1000, 1010, 1020, 1070, 1080, 1090, 1100])
        #expect(points.map { $0 != nil } == [false, false, true, false, false, true, false])
    }

    @Test("T-11: nothing without being asked, never more than a frame ahead, nothing outside of an event")
    func limits() {
        #expect(predictions([1000, 1010, 1020, 1030], prediction: nil).allSatisfy { $0 == nil })
        let far = predictions([1000, 1010, 1020, 1030], prediction: .seconds(5))
        #expect(abs((far[2]?.x ?? 0) - (20 + 16.666667)) < 0.01)
        let test = TestSeat()
        test.dispatcher.prediction = .milliseconds(10)
        test.post(frame([(1, .began, 0.5, 0.5)]))
        #expect(test.dispatcher.predictedLocation(of: TouchID(rawValue: 1)) == nil)
    }

    @Test("a consumer can ask for every sample")
    func everySample() {
        let test = TestSeat()
        test.dispatcher.joinsMotion = false
        for step in 1...5 { test.seat.post(motion(Double(step), 0)) }
        test.seat.post(button(true))
        test.settle()
        #expect(
            test.lines == [
                "pointer 401,240", "pointer 403,240", "pointer 406,240", "pointer 410,240", "pointer 415,240",
                "button 272 down",
            ])
        #expect(test.dispatcher.counts.folded == 0)
    }
}
