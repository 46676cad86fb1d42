import EventLoop
import InputBridge
import InputEvents
import Testing

/// Panels that lose a finger for some milliseconds (opt-in).
@Suite struct DebounceTests {
    private let panel = Device(
        id: screen, name: "Panel", capabilities: .touch, millimetres: Size(200, 100))

    private func seat(_ milliseconds: Int? = 30) -> TestSeat {
        let test = TestSeat(size: Size(1000, 500))
        var settings = DeviceSettings()
        settings.debounce = milliseconds.map { .milliseconds($0) }
        test.seat.settings = InputSettings(rules: [.init(name: "Panel", settings: settings)])
        test.post(.deviceAdded(panel))
        test.forget()
        return test
    }

    @Test("without the setting a lift is told at once")
    func off() {
        let test = seat(nil)
        test.post(frame([(1, .began, 0.5, 0.5)]), frame([(1, .ended, 0.5, 0.5)], at: 1010))
        #expect(test.lines == ["began 1 500,250", "ended 1 500,250"])
    }

    @Test("a finger that comes back near and soon is the same one")
    func bridged() {
        let test = seat()
        test.post(frame([(1, .began, 0.5, 0.5)]), frame([(1, .ended, 0.5, 0.5)], at: 1010))
        #expect(test.lines == ["began 1 500,250"])
        test.post(frame([(2, .began, 0.52, 0.5)], at: 1025), frame([(2, .moved, 0.54, 0.5)], at: 1030))
        #expect(test.lines == ["began 1 500,250", "moved 1 520,250", "moved 1 540,250"])
        test.post(frame([(2, .ended, 0.54, 0.5)], at: 1040))
        test.pass(.milliseconds(100))
        #expect(test.lines.last == "ended 1 540,250" && test.events.count == 4)
        #expect(test.events.last?.timestamp == ms(1040))
        #expect(test.dispatcher.counts.bridgedLifts == 1 && test.dispatcher.counts.anomalies == 0)
    }

    @Test("a lift is told when its time is up, with its own stamp, without further input")
    func told() {
        let test = seat()
        test.post(frame([(1, .began, 0.5, 0.5)]), frame([(1, .ended, 0.5, 0.5)], at: 1010))
        test.pass(.milliseconds(39))
        #expect(test.lines == ["began 1 500,250"])
        test.pass(.milliseconds(2))
        #expect(test.lines == ["began 1 500,250", "ended 1 500,250"])
        #expect(test.events.last?.timestamp == ms(1010))
    }

    @Test("too far or too late is another finger")
    func another() {
        let test = seat()
        test.post(frame([(1, .began, 0.5, 0.5)]), frame([(1, .ended, 0.5, 0.5)], at: 1010))
        test.post(frame([(2, .began, 0.9, 0.5)], at: 1020))
        #expect(test.lines.last == "stationary 1 500,250 | began 2 900,250")
        test.post(frame([(2, .ended, 0.9, 0.5)], at: 1050))
        #expect(test.lines.contains("ended 1 500,250 | stationary 2 900,250"))
        test.post(frame([(3, .began, 0.9, 0.5)], at: 1090))
        #expect(test.lines.last == "began 3 900,250")
        #expect(test.dispatcher.counts.bridgedLifts == 0)
    }

    @Test("two fingers lost at once come back as who they were")
    func two() {
        let test = seat()
        test.post(frame([(1, .began, 0.25, 0.5), (2, .began, 0.3, 0.5)]))
        test.post(frame([(1, .ended, 0.25, 0.5), (2, .ended, 0.3, 0.5)], at: 1010))
        test.post(frame([(3, .began, 0.301, 0.5), (4, .began, 0.251, 0.5)], at: 1020))
        #expect(test.lines.last == "moved 1 251,250 | moved 2 301,250")
        #expect(test.dispatcher.coalescedFrames.isEmpty)
    }

    @Test(
        "what is held back is cancelled with its device, the focus or the seat, once",
        arguments: [true, false])
    func cancelled(byDevice: Bool) {
        let test = seat()
        test.post(frame([(1, .began, 0.5, 0.5)]), frame([(1, .ended, 0.5, 0.5)], at: 1010))
        test.forget()
        if byDevice { test.post(.deviceRemoved(panel)) } else { test.dispatcher.cancelAll() }
        test.pass(.milliseconds(100))
        #expect(test.lines == ["cancelled 1 500,250"] + (byDevice ? ["removed 1"] : []))
        if byDevice { test.post(.deviceAdded(panel)) }
        test.post(frame([(2, .began, 0.5, 0.5)], at: 1200))
        #expect(test.lines.last == "began 2 500,250" && test.dispatcher.counts.anomalies == 0)
    }

    @Test("random lifts and returns: legal sequences, every finger ended", arguments: 0..<10)
    func thrash(seed: Int) {
        let test = seat()
        var random = SplitMix(UInt64(seed))
        var checker = SequenceChecker()
        var down: [Int] = []
        var time: Int64 = 1000, next = 1
        for _ in 0..<300 {
            time += Int64(random.below(25))
            var samples: [(Int, TouchPhase, Double, Double)] = []
            for id in down {
                let phase: TouchPhase = random.below(4) == 0 ? .ended : .moved
                samples.append((id, phase, Double(random.below(10)) / 10, 0.5))
            }
            down = samples.filter { $0.1 == .moved }.map(\.0)
            if down.count < 5, random.below(2) == 0 {
                samples.append((next, .began, Double(random.below(10)) / 10, 0.5))
                down.append(next)
                next += 1
            }
            if !samples.isEmpty { test.post(frame(samples, at: time)) }
            checker.take(test.events)
            test.forget()
        }
        test.post(frame(down.map { ($0, .ended, 0.5, 0.5) }, at: time + 1))
        test.pass(.seconds(60))
        checker.take(test.events)
        #expect(checker.violations == [] && checker.live.isEmpty)
        #expect(checker.began == checker.finished && test.dispatcher.counts.anomalies == 0)
    }
}
