import EventLoop
import InputBridge
import InputEvents
import Testing

@Suite struct InputQueueTests {
    private let now = Instant(nanoseconds: 0)

    private func drain(_ queue: inout InputQueue) -> [InputEvent] {
        var all: [InputEvent] = []
        while let entry = queue.removeFirst() { all.append(entry.event) }
        return all
    }

    @Test("R-11: first in, first out, whatever the stamps say")
    func order() {
        var queue = InputQueue()
        let events = (0..<300).map { key(UInt32($0), $0 % 2 == 0 ? .down : .up) }
        for event in events { queue.append(event, arrival: now) }
        #expect(queue.count == 300)
        #expect(drain(&queue) == events)
        #expect(queue.isEmpty && queue.removeFirst() == nil)
    }

    @Test("T-09: while the app keeps up every sample is kept")
    func keepsSamples() {
        var queue = InputQueue()
        for _ in 0..<InputQueue.foldingLimit { queue.append(motion(1, 0), arrival: now) }
        #expect(queue.count == InputQueue.foldingLimit && queue.folded == 0)
    }

    @Test("T-09: a stalled app costs no memory for motion, and nothing is lost of it")
    func stall() {
        var queue = InputQueue()
        for _ in 0..<50_000 {
            queue.append(motion(1, 0.5), arrival: now)
            queue.append(frame([(1, .moved, 0.5, 0.5)]), arrival: now)
        }
        #expect(queue.count <= InputQueue.foldingLimit + 2)
        #expect(queue.count + queue.folded == 100_000)
        var way = Point.zero
        for case .pointer(let event) in drain(&queue) {
            if case .relative(let delta, _) = event.motion { way += delta }
        }
        #expect(way == Point(50_000, 25_000))
    }

    @Test("T-09: presses, lifts and keys are never folded, nor does motion pass them")
    func barriers() {
        var queue = InputQueue()
        for _ in 0..<InputQueue.foldingLimit { queue.append(motion(1, 0), arrival: now) }
        for round in 0..<100 {
            queue.append(button(round % 2 == 0), arrival: now)
            for _ in 0..<10 { queue.append(motion(0, 1), arrival: now) }
        }
        let events = drain(&queue)
        #expect(events.count == InputQueue.foldingLimit + 200)
        for round in 0..<100 {
            let place = InputQueue.foldingLimit + 2 * round
            #expect(events[place] == button(round % 2 == 0))
            #expect(events[place + 1] == motion(0, 10))
        }
    }

    @Test("T-09: frames of other fingers, other devices and other kinds do not fold")
    func whatDoesNotFold() {
        let event = frame([(1, .moved, 0, 0), (2, .stationary, 1, 1)])
        #expect(folded(event, frame([(1, .moved, 0, 0)])) == nil)
        #expect(folded(event, frame([(1, .moved, 0, 0), (3, .moved, 1, 1)])) == nil)
        #expect(folded(event, frame([(1, .ended, 0, 0), (2, .stationary, 1, 1)])) == nil)
        #expect(folded(event, frame([(1, .moved, 0, 0), (2, .moved, 1, 1)], of: mouse)) == nil)
        #expect(
            folded(event, frame([(1, .stationary, 0.5, 0), (2, .moved, 1, 2)], at: 1010))
                == frame([(1, .moved, 0.5, 0), (2, .moved, 1, 2)], at: 1010))
        #expect(folded(button(true), button(true)) == nil)
    }

    private func folded(_ first: InputEvent, _ second: InputEvent) -> InputEvent? {
        var event = first
        return event.fold(second) ? event : nil
    }

    @Test("storage is used again")
    func reuse() {
        var queue = InputQueue()
        for round in 0..<1000 {
            for code in 0..<40 { queue.append(key(UInt32(code), .down), arrival: now) }
            let events = drain(&queue)
            #expect(events.count == 40 && events.last == key(39, .down), "round \(round)")
        }
        #expect(queue.tail == 40_000)
    }

    @Test("T-17: what waits can be changed, from a number on")
    func rewrite() {
        var queue = InputQueue()
        for code in 0..<4 { queue.append(key(UInt32(code), .up), arrival: now) }
        _ = queue.removeFirst()
        queue.rewrite(from: 2) { event in
            if case .key(var key) = event {
                key.phase = .cancelled
                event = .key(key)
            }
        }
        queue.rewrite(from: 9) { _ in Issue.record("there is no such event") }
        #expect(drain(&queue) == [key(1, .up), key(2, .cancelled), key(3, .cancelled)])
    }
}
