import EventLoop
import InputBridge
import InputEvents
import Testing

@Suite struct DispatcherTests {
    private let touchscreen = Device(id: screen, name: "screen", capabilities: .touch)
    private let keyboard = Device(id: board, name: "board", capabilities: .keyboard)

    @Test("R-06 R-01: the port reads in one turn, the handler is called in the next, then the loop rests")
    func order() {
        let test = TestSeat()
        let trace = TurnTrace(capacity: 200)
        var steps: [String] = []
        let rest = Loop.Observer(.beforeWaiting, order: 0) { _ in steps.append("rest") }
        test.loop.add(rest, to: .common)
        defer { rest.invalidate() }
        test.onEvent { _, _ in steps.append("event") }
        test.settle()
        test.loop.trace = trace
        test.seat.post(motion(1, 0))
        test.loop.run(for: .zero, returnAfterSource: true)
        #expect(steps == [] && test.events == [])
        test.loop.run(for: .milliseconds(1))
        test.loop.trace = nil
        #expect(steps.starts(with: ["event", "rest"]))
    }

    @Test("R-04: it handles what was queued when it was entered; gestures and commit come between")
    func yields() {
        let test = TestSeat()
        var steps: [String] = []
        let rest = Loop.Observer(.beforeWaiting, order: 0) { _ in steps.append("rest") }
        test.loop.add(rest, to: .common)
        defer { rest.invalidate() }
        var left = 20
        test.onEvent { test, _ in
            steps.append("event")
            left -= 1
            if left > 0 { test.seat.post(key(30, left % 2 == 0 ? .down : .up)) }
        }
        test.seat.post(key(30, .down))
        test.loop.run(for: .milliseconds(500))
        #expect(steps.filter { $0 == "event" }.count == 20)
        #expect(!zip(steps, steps.dropFirst()).contains { $0 == "event" && $1 == "event" })
    }

    @Test("R-04: another source that never rests does not keep input away for more than a frame")
    func neverResting() {
        let loop = Loop.current
        let seat = InputSeat.scripted()
        var count = 0
        let dispatcher = InputDispatcher(seat: seat, loop: loop) { _ in
            count += 1
            if count < 3 { seat.post(motion(1, 0)) } else { loop.stop() }
        }
        weak var busy: Loop.ManualSource?
        let endless = Loop.ManualSource { busy?.signal() }
        busy = endless
        loop.add(endless, to: .default)
        defer {
            endless.invalidate()
            dispatcher.invalidate()
        }
        endless.signal()
        seat.post(motion(1, 0))
        // Real time, for a loop that never rests never moves a virtual one.
        #expect(loop.run(for: .seconds(20)) == .stopped)
        #expect(count == 3)
    }

    @Test("R-11: what the handler posts comes behind what was there")
    func fifo() {
        let test = TestSeat()
        test.onEvent { test, event in
            if case .key(let event) = event, event.keycode == 30, event.phase == .down {
                test.seat.post(key(32, .down))
            }
        }
        test.post(key(30, .down), key(31, .down), key(31, .up))
        #expect(test.lines == ["key 30 down a", "key 31 down s", "key 31 up", "key 32 down d"])
    }

    @Test("a nested run inside the handler handles the rest first, nothing twice")
    func nested() {
        let test = TestSeat()
        var isFirst = true
        test.onEvent { test, _ in
            guard isFirst else { return }
            isFirst = false
            test.seat.post(key(32, .down))
            for _ in 0..<3 { test.loop.run(for: .zero) }
        }
        test.post(key(30, .down), motion(1, 0), motion(1, 0), key(31, .down))
        #expect(test.lines == ["key 30 down a", "pointer 402,240", "key 31 down s", "key 32 down d"])
    }

    @Test("T-09: motions that wait are one event; its samples can be had (T-10)")
    func folding() {
        let test = TestSeat()
        var samples: [[String]] = []
        test.onEvent { test, _ in samples.append(test.dispatcher.coalescedFrames.map(describe)) }
        test.post(
            frame([(1, .began, 0, 0)]), frame([(1, .moved, 0.25, 0)], at: 1001), motion(2, 0),
            frame([(1, .moved, 0.5, 0)], at: 1002), motion(3, 0), frame([(1, .ended, 0.5, 0)], at: 1003))
        #expect(
            test.lines == ["began 1 0,0", "moved 1 400,0", "pointer 405,240", "ended 1 400,0"])
        #expect(samples == [["began 1 0,0"], ["moved 1 200,0", "moved 1 400,0"], [], ["ended 1 400,0"]])
        #expect(test.dispatcher.coalescedFrames.isEmpty)
        let counts = test.dispatcher.counts
        #expect(counts.read == 6 && counts.folded == 2 && counts.dispatched == 4 && counts.anomalies == 0)
    }

    @Test("T-12: what changes nothing is not delivered")
    func nothingNew() {
        let test = TestSeat()
        test.post(motion(0, 0))
        test.post(frame([(1, .began, 0.5, 0.5)]))
        test.post(frame([(1, .moved, 0.75, 0.5)]), frame([(1, .moved, 0.5, 0.5)]))
        let place = PointerEvent(device: mouse, timestamp: ms(1), motion: .absolute(Point(0.25, 0.25)))
        test.post(.pointer(place))
        test.post(.pointer(place))
        test.post(.scroll(ScrollEvent(device: mouse, timestamp: ms(1), source: .wheel, delta: .zero)))
        #expect(test.lines == ["began 1 400,240", "pointer 200,120"])
    }

    @Test(
        "locations are points of the display, turned with it",
        arguments: [
            (Rotation.none, "200,120"), (.quarter, "200,360"), (.half, "600,360"),
            (.threeQuarters, "600,120"),
        ] as [(Rotation, String)])
    func mapping(rotation: Rotation, expected: String) {
        let test = TestSeat()
        test.dispatcher.mapping = OutputMapping(size: Size(800, 480), rotation: rotation)
        test.post(frame([(1, .began, 0.25, 0.25)]))
        test.post(
            .pointer(PointerEvent(device: mouse, timestamp: ms(1), motion: .absolute(Point(0.25, 0.25)))))
        #expect(test.lines == ["began 1 \(expected)", "pointer \(expected)"])
    }

    @Test func thePointerStaysOnTheDisplay() {
        let test = TestSeat()
        #expect(test.dispatcher.pointerLocation == Point(400, 240))
        test.post(motion(-1000, 5))
        #expect(test.dispatcher.pointerLocation == Point(0, 245))
        test.post(motion(5000, 5000))
        let display = Rect(x: 0, y: 0, width: 800, height: 480)
        #expect(display.contains(test.dispatcher.pointerLocation))
        test.dispatcher.mapping = OutputMapping(size: Size(100, 50))
        #expect(Rect(x: 0, y: 0, width: 100, height: 50).contains(test.dispatcher.pointerLocation))
        test.post(motion(.nan, 0))
        #expect(test.dispatcher.pointerLocation.isFinite)
    }

    @Test("T-33: two mice, one press and one release; the place is the pointer's")
    func twoMice() {
        let test = TestSeat()
        test.post(button(true), button(true, of: board), button(false), button(false, of: board))
        test.post(button(false))
        #expect(test.lines == ["button 272 down", "button 272 up"])
        guard case .button(let press) = test.events[0] else { return }
        #expect(press.location == Point(400, 240))
    }

    @Test("T-46: two keyboards, one press and one release")
    func twoKeyboards() {
        let test = TestSeat()
        test.post(key(30, .down), key(30, .down, of: mouse), key(30, .up), key(30, .up, of: mouse))
        #expect(test.lines == ["key 30 down a", "key 30 up"])
    }

    @Test("T-45: a keyboard that goes with Shift held does not leave it held")
    func unpluggedWithShift() {
        let test = TestSeat()
        test.post(.deviceAdded(keyboard), key(42, .down), key(30, .down), .deviceRemoved(keyboard))
        test.post(key(30, .down, of: mouse))
        #expect(
            test.lines == [
                "added 3", "key 42 down", "key 30 down A", "key 30 cancelled", "key 42 cancelled",
                "removed 3",
                "key 30 down a",
            ])
    }

    @Test("T-17: a device that goes without a word: its touches, buttons are cancelled first")
    func gone() {
        let test = TestSeat()
        test.post(.deviceAdded(touchscreen), frame([(1, .began, 0.5, 0.5)]), button(true, of: screen))
        test.post(.deviceRemoved(touchscreen))
        #expect(
            test.lines == [
                "added 1", "began 1 400,240", "button 272 down", "cancelled 1 400,240",
                "button 272 cancelled",
                "removed 1",
            ])
    }

    @Test("a device that comes twice, or goes without having come, is told once and counted")
    func doubledDevices() {
        let test = TestSeat()
        test.post(.deviceRemoved(touchscreen), .deviceAdded(touchscreen), .deviceAdded(touchscreen))
        test.post(.deviceRemoved(touchscreen), .deviceRemoved(touchscreen))
        #expect(test.lines == ["added 1", "removed 1"])
        #expect(test.dispatcher.counts.anomalies == 3)
    }

    @Test("T-19: everything held is cancelled once, and ignored up to its lift")
    func cancelAll() {
        let test = TestSeat()
        test.post(frame([(1, .began, 0.5, 0.5)]), button(true), key(30, .down))
        test.forget()
        test.dispatcher.cancelAll()
        test.dispatcher.cancelAll()
        #expect(test.lines == ["cancelled 1 400,240", "button 272 cancelled", "key 30 cancelled"])
        test.forget()
        test.post(frame([(1, .moved, 0.6, 0.5)]), frame([(1, .ended, 0.6, 0.5)]), button(false), key(30, .up))
        test.pass(.seconds(2))
        #expect(test.lines == [])
        test.post(key(30, .down))
        #expect(test.lines == ["key 30 down a"])
    }

    @Test("cancelling everything from inside a handler is safe")
    func cancelInside() {
        let test = TestSeat()
        test.onEvent { test, event in
            if case .touch(let frame) = event, frame.touches.contains(where: { $0.phase == .moved }) {
                test.dispatcher.cancelAll()
            }
        }
        test.post(frame([(1, .began, 0.5, 0.5)]))
        test.post(frame([(1, .moved, 0.75, 0.5)]))
        test.post(frame([(1, .ended, 0.75, 0.5)]))
        #expect(test.lines == ["began 1 400,240", "moved 1 600,240", "cancelled 1 600,240"])
    }

    @Test("T-47 T-48: repeats after 400 ms, 25 a second, with the modifiers of now, up to the release")
    func repeats() {
        let test = TestSeat()
        test.post(key(30, .down))
        test.pass(.milliseconds(399))
        #expect(test.lines == ["key 30 down a"])
        test.pass(.milliseconds(2))
        #expect(test.lines == ["key 30 down a", "key 30 repeats a"])
        test.post(key(42, .down))
        test.pass(.milliseconds(40))
        test.post(key(42, .up))
        test.forget()
        test.pass(.seconds(1))
        #expect(test.events.count == 25 && test.lines.allSatisfy { $0 == "key 30 repeats a" })
        test.post(key(30, .up))
        test.forget()
        test.pass(.seconds(1))
        #expect(test.events.isEmpty)
    }

    @Test("T-48: a late timer gives one repeat, not a burst")
    func late() {
        let test = TestSeat()
        test.post(key(30, .down))
        test.clock.advance(by: .seconds(3))
        test.settle()
        #expect(test.lines == ["key 30 down a", "key 30 repeats a"])
    }

    @Test("T-47: repeats stop when the keyboard goes, and can be switched off")
    func repeatsStop() {
        let test = TestSeat()
        test.post(.deviceAdded(keyboard), key(30, .down), .deviceRemoved(keyboard))
        test.forget()
        test.pass(.seconds(2))
        #expect(test.events.isEmpty)
        test.dispatcher.keyRepeat = .off
        test.post(key(30, .down, of: mouse))
        test.pass(.seconds(2))
        #expect(test.lines == ["key 30 down a"])
    }

    @Test("T-40: stops of a scroll arrive, with the pointer's place")
    func scroll() {
        let test = TestSeat()
        var event = ScrollEvent(device: mouse, timestamp: ms(1), source: .finger, delta: Point(0, 3))
        test.post(.scroll(event), .scroll(event))
        event.delta = .zero
        event.stoppedY = true
        test.post(.scroll(event))
        #expect(test.lines == ["finger 0,3", "finger 0,3", "finger 0,0 stop y"])
        guard case .scroll(let last) = test.events[2] else { return }
        #expect(last.location == Point(400, 240))
    }

    @Test("a keymap that is none: keys have their codes, and the log says why")
    func noKeymap() {
        let test = TestSeat(keymap: KeymapOptions(layout: "no-such-layout"))
        var lines: [String] = []
        test.seat.log = { lines.append($0.text) }
        test.post(key(30, .down), key(30, .up))
        #expect(test.lines == ["key 30 down", "key 30 up"])
        #expect(lines.count == 1 && lines[0].contains("no-such-layout"))
    }

    @Test func aReleasedDispatcherIsGone() {
        let loop = Loop.current
        let seat = InputSeat.scripted()
        var dispatcher: InputDispatcher? = InputDispatcher(seat: seat, loop: loop) { _ in
            Issue.record("nobody listens")
        }
        weak let gone = dispatcher
        seat.post(motion(1, 0))
        dispatcher = nil
        for _ in 0..<3 { loop.run(for: .zero) }
        #expect(gone == nil)
    }

    @Test(
        "T-01: random frames, keys, unplugs and cancels: legal sequences, balanced presses", arguments: 0..<20
    )
    func anything(seed: Int) {
        var random = SplitMix(UInt64(seed))
        let test = TestSeat()
        var legality = [screen: Legality(allowsReuse: true), mouse: Legality(allowsReuse: true)]
        var held: Set<UInt32> = []
        var isLegal = true
        test.onEvent { _, event in
            switch event {
            case .touch(let frame): isLegal = isLegal && legality[frame.device]?.take(frame) == true
            case .key(let event) where event.phase == .down:
                isLegal = isLegal && held.insert(event.keycode).inserted
            case .key(let event) where event.phase == .up || event.phase == .cancelled:
                isLegal = isLegal && held.remove(event.keycode) != nil
            default: break
            }
        }
        var fresh = 100
        for step in 0..<400 {
            let device = random.below(2) == 0 ? screen : mouse
            switch random.below(7) {
            case 0, 1:
                fresh += 1
                let other = random.below(4)
                test.seat.post(
                    frame(
                        [
                            (
                                fresh - other, random.below(2) == 0 ? .began : .moved, 0.1,
                                Double(random.below(9))
                            )
                        ],
                        of: device))
            case 2: test.seat.post(frame([(fresh - random.below(6), .ended, 0, 0)], of: device))
            case 3: test.seat.post(key(UInt32(30 + random.below(3)), .down, of: device))
            case 4: test.seat.post(key(UInt32(30 + random.below(3)), .up, of: device))
            case 5 where random.below(5) == 0:
                test.seat.post(.deviceRemoved(Device(id: device, name: "", capabilities: [])))
            case 6 where random.below(10) == 0: test.dispatcher.cancelAll()
            default: test.pass(.milliseconds(Int64(random.below(100))))
            }
            guard isLegal else {
                Issue.record("seed \(seed), step \(step): \(test.lines.suffix(8))")
                return
            }
        }
        test.settle()
        test.dispatcher.cancelAll()
        #expect(isLegal && held.isEmpty)
        #expect(legality.values.allSatisfy { $0.live.isEmpty && $0.began > 10 })
    }
}
