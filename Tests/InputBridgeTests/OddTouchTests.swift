import CFakeDevices
import EventLoop
import FakeDevices
import Glibc
import InputBridge
import InputEvents
import Testing

/// What a touchscreen, the kernel or a full buffer does out of order ends in legal sequences (T-01).
@Suite struct OddTouchTests {
    /// A way to be odd: what happens to the screen, with one finger down in slot 0, and the phases that come of it.
    struct Oddity: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var phases: [String]
        var happen: @Sendable (FakeTouchscreen) -> Void
    }

    static let oddities: [Oddity] = [
        Oddity(
            testDescription: "SYN_DROPPED, the finger lifted meanwhile", phases: ["ended 1"],
            happen: { screen in
                screen.lose(EV_ABS, ABS_MT_SLOT, 0)
                screen.lose(EV_ABS, ABS_MT_TRACKING_ID, -1)
                screen.lose(EV_KEY, BTN_TOUCH, 0)
                screen.dropped()
                screen.sync()
            }),
        Oddity(
            testDescription: "SYN_DROPPED, the finger moved meanwhile", phases: ["moved 1"],
            happen: { screen in
                screen.lose(EV_ABS, ABS_MT_SLOT, 0)
                screen.lose(EV_ABS, ABS_MT_POSITION_X, 3000)
                screen.dropped()
                screen.sync()
            }),
        Oddity(
            testDescription: "SYN_DROPPED, another finger in the slot meanwhile",
            phases: ["final 1", "began 2"],
            happen: { screen in
                screen.lose(EV_ABS, ABS_MT_SLOT, 0)
                screen.lose(EV_ABS, ABS_MT_TRACKING_ID, 77)
                screen.lose(EV_ABS, ABS_MT_POSITION_X, 3000)
                screen.dropped()
                screen.sync()
            }),
        Oddity(
            testDescription: "SYN_DROPPED, a second finger came meanwhile", phases: ["began 2"],
            happen: { screen in
                screen.lose(EV_ABS, ABS_MT_SLOT, 1)
                screen.lose(EV_ABS, ABS_MT_TRACKING_ID, 78)
                screen.lose(EV_ABS, ABS_MT_POSITION_X, 3000)
                screen.lose(EV_ABS, ABS_MT_POSITION_Y, 100)
                screen.dropped()
                screen.sync()
            }),
        Oddity(
            // libevdev and libinput take it for the old finger that jumped.
            testDescription: "a contact replaced in its slot", phases: ["moved 1"],
            happen: { screen in
                screen.emit(EV_ABS, ABS_MT_SLOT, 0)
                screen.emit(EV_ABS, ABS_MT_TRACKING_ID, 90)
                screen.emit(EV_ABS, ABS_MT_POSITION_X, 3000)
                screen.sync()
            }),
        Oddity(
            // libinput takes it for the old finger.
            testDescription: "released and pressed again in one frame", phases: ["moved 1"],
            happen: { screen in
                screen.up(0)
                screen.down(0, x: 0.1, y: 0.1)
                screen.sync()
                screen.emit(EV_ABS, ABS_MT_POSITION_X, 3000)
                screen.sync()
            }),
        Oddity(
            testDescription: "a tracking id used again at once", phases: ["ended 1", "began 2"],
            happen: { screen in
                screen.up(0)
                screen.sync()
                screen.emit(EV_ABS, ABS_MT_SLOT, 0)
                screen.emit(EV_ABS, ABS_MT_TRACKING_ID, 1)
                screen.emit(EV_ABS, ABS_MT_POSITION_X, 3000)
                screen.emit(EV_KEY, BTN_TOUCH, 1)
                screen.sync()
            }),
        Oddity(
            testDescription: "an up with no down", phases: [],
            happen: { screen in
                screen.emit(EV_ABS, ABS_MT_SLOT, 3)
                screen.emit(EV_ABS, ABS_MT_TRACKING_ID, -1)
                screen.sync()
            }),
        Oddity(
            testDescription: "a frame with a finger and no coordinates", phases: ["began 2"],
            happen: { screen in
                screen.emit(EV_ABS, ABS_MT_SLOT, 2)
                screen.emit(EV_ABS, ABS_MT_TRACKING_ID, 91)
                screen.sync()
            }),
        Oddity(
            testDescription: "an empty frame", phases: [], happen: { screen in screen.sync() }),
        Oddity(
            testDescription: "two ups in one frame", phases: ["began 2", "ended 1", "ended 2"],
            happen: { screen in
                screen.down(1, x: 0.75, y: 0.5)
                screen.sync()
                screen.up(0)
                screen.up(1)
                screen.sync()
            }),
        Oddity(
            testDescription: "release and new press of a finger that is not the last",
            phases: ["began 2", "ended 1", "began 3"],
            happen: { screen in
                screen.down(1, x: 0.75, y: 0.5)
                screen.sync()
                screen.up(0)
                screen.sync()
                screen.down(0, x: 0.1, y: 0.5)
                screen.sync()
            }),
    ]

    @Test("legal sequences, each finger ended once", arguments: oddities)
    func legal(oddity: Oddity) throws {
        let screen = FakeTouchscreen()
        screen.plug()
        let live = try Live(.devices([screen.path]))
        screen.down(0, x: 0.5, y: 0.5)
        screen.sync()
        live.settle()
        var checker = SequenceChecker()
        checker.take(live.events)
        _ = live.take()
        oddity.happen(screen)
        live.settle()
        checker.take(live.events)
        let phases = live.events.flatMap { event -> [String] in
            guard case .touch(let frame) = event else { return [] }
            return frame.touches.filter { $0.phase != .stationary }.map { touch in
                let isReplaced = oddity.phases.contains("final \(touch.id.rawValue)") && touch.phase.isFinal
                return "\(isReplaced ? "final" : "\(touch.phase)") \(touch.id.rawValue)"
            }
        }
        _ = live.take()
        #expect(phases.filter { !$0.hasPrefix("moved") || oddity.phases.contains($0) } == oddity.phases)
        screen.unplug()
        _ = checker.take(live, until: "removed 1")
        #expect(checker.violations == [] && checker.live.isEmpty)
        #expect(checker.began == checker.finished)
    }

    @Test("a screen with one finger and no slots (T-04)")
    func singleTouch() throws {
        let screen = FakeSingleTouchscreen()
        screen.plug()
        let live = try Live(.devices([screen.path]))
        _ = live.take()
        screen.finger((0.5, 0.25))
        screen.finger((0.75, 0.5))
        screen.finger(nil)
        screen.finger((0.5, 0.5))
        #expect(live.take() == ["began 1 400,120", "moved 1 600,240", "ended 1 600,240", "began 2 400,240"])
        screen.unplug()
        #expect(live.take(2) == ["cancelled 2 400,240", "removed 1"])
    }

    @Test("a screen without slots, protocol A, two fingers")
    func slotless() throws {
        let screen = FakeSlotlessTouchscreen()
        screen.plug()
        let live = try Live(.devices([screen.path]))
        _ = live.take()
        screen.fingers([(0.25, 0.25)])
        #expect(live.take() == ["began 1 200,120"])
        screen.fingers([(0.25, 0.25), (0.75, 0.5)])
        #expect(live.take() == ["stationary 1 200,120 | began 2 600,240"])
        screen.fingers([(0.75, 0.5)])
        #expect(live.take() == ["ended 1 200,120 | stationary 2 600,240"])
        screen.fingers([])
        #expect(live.take() == ["ended 2 600,240"])
    }

    @Test("ten fingers, down, moved and up at once")
    func tenFingers() throws {
        let screen = FakeTouchscreen()
        screen.plug()
        let live = try Live(.devices([screen.path]))
        _ = live.take()
        var checker = SequenceChecker()
        for slot: Int32 in 0..<10 { screen.down(slot, x: 0.05 + 0.09 * Double(slot), y: 0.5) }
        screen.sync()
        live.settle()
        for slot: Int32 in 0..<10 { screen.move(slot, x: 0.05 + 0.09 * Double(slot), y: 0.75) }
        screen.sync()
        live.settle()
        for slot: Int32 in 0..<10 { screen.up(slot) }
        screen.sync()
        live.settle()
        #expect(live.events.count == 3)
        checker.take(live.events)
        #expect(checker.violations == [] && checker.began == 10 && checker.finished == 10)
    }

    @Test("what does not fit is counted each time, and told in the log once a device")
    func toldOnce() {
        let test = TestSeat()
        var lines: [String] = []
        test.seat.log = { lines.append($0.text) }
        test.post(.deviceAdded(Device(id: screen, name: "Panel", capabilities: .touch)))
        for _ in 0..<5 { test.post(frame([(1, .moved, 0.5, 0.5)])) }
        #expect(test.dispatcher.counts.anomalies == 5)
        #expect(lines.count == 1 && lines[0].hasPrefix("input: Panel reports what does not fit"))
        test.post(
            .deviceRemoved(Device(id: screen, name: "Panel", capabilities: .touch)),
            .deviceAdded(Device(id: screen, name: "Panel", capabilities: .touch)))
        test.post(frame([(1, .moved, 0.5, 0.5)]))
        #expect(lines.count == 2)
    }

    @Test("D-33: libinput's word that it was asked too late raises a counter and marks the trace")
    func lagging() throws {
        let mouse = FakeMouse()
        mouse.plug()
        let live = try Live(.devices([mouse.path]))
        _ = live.take()
        #expect(live.dispatcher.counts.lagReports == 0)
        live.loop.trace = TurnTrace(capacity: 1000)
        defer { live.loop.trace = nil }
        // libinput looks at each tenth dispatch of the process.
        for _ in 0..<1000 where live.dispatcher.counts.lagReports == 0 {
            mouse.setTime(live.loop.now.nanoseconds - 300_000_000)
            mouse.move(1, 1)
            _ = live.take()
        }
        #expect(live.dispatcher.counts.lagReports == 1)
        let marks = live.loop.trace?.records.filter {
            $0.kind == .mark && "\($0.name)" == "input lagging behind"
        }
        #expect(marks?.map(\.value) == [1])
    }
}

/// Checks the sequence of each finger (T-01): `began (moved | stationary)* (ended | cancelled)`.
struct SequenceChecker {
    private(set) var live: Set<TouchID> = []
    private(set) var violations: [String] = []
    private(set) var began = 0
    private(set) var finished = 0
    private var known: Set<TouchID> = []

    mutating func take(_ events: [InputEvent]) {
        for case .touch(let frame) in events {
            for touch in frame.touches {
                if touch.phase == .began {
                    if !known.insert(touch.id).inserted {
                        violations.append("\(touch.id.rawValue) began twice")
                    }
                    live.insert(touch.id)
                    began += 1
                } else if !live.contains(touch.id) {
                    violations.append("\(touch.id.rawValue) \(touch.phase) while it is up")
                } else if touch.phase.isFinal {
                    live.remove(touch.id)
                    finished += 1
                }
            }
            let ids = Set(frame.touches.map(\.id))
            if ids.count != frame.touches.count { violations.append("a finger twice in a frame") }
        }
    }

    /// Takes what comes until a line; answers whether it came.
    mutating func take(_ seat: Live, until line: String) -> Bool {
        let limit = seat.loop.now.advanced(by: .seconds(10))
        while !seat.events.map(describe).contains(line), seat.loop.now < limit { seat.pass(.milliseconds(2)) }
        take(seat.events)
        return seat.take().contains(line)
    }
}
