import EventLoop
import FakeDevices
import Glibc
import InputBridge
import InputEvents
import KernelInput
import Testing

/// Damaged recordings, hundreds in the ordinary run, ten thousand in the nightly one.
///
/// `MUTATIONS` is their number; a failure prints its seed, which `SEED` begins with.
@Suite(.serialized) struct MutationThrashTests {
    private static let runs = getenv("MUTATIONS").flatMap { Int(String(cString: $0)) } ?? 300
    private static let firstSeed = getenv("SEED").flatMap { UInt64(String(cString: $0)) } ?? 1

    /// A device of each kind with something to say; real recordings as well where they are.
    private static let sources: [DeviceRecording] = {
        var sources = [panel(fingers: 3), panel(fingers: 10), mouse, keyboard]
        for names in [
            ["atmel-maxtouch.1-finger-fast-taps.events"], ["ep0430m09.2-fingers-touch-release.events"],
            ["ntrig-multitouch.desc", "ntrig-multitouch.1-finger-drag-nw-se.events"],
            ["lenovo-compact.keyboard.events"],
        ] where Recordings.folder != nil {
            if let real = try? Recordings.read(names) { sources.append(real) }
        }
        return sources
    }()

    @Test("from the kernel up: no trap, nothing illegal, nothing held at the end, whatever the devices send")
    func frames() throws {
        // Used again and again, for a fake is never freed.
        let sources = Self.sources.map { $0.devices.map { FakeRecordedDevice($0) } }
        try thrash { seed in
            var numbers = SeededNumbers(seed: seed)
            let way = try ThroughLibinput(try #require(sources.randomElement(using: &numbers)))
            for step in FrameMutator.mutate(way.devices[0].frames, &numbers) {
                switch step {
                case .frame(let frame): way.send(frame)
                case .pause: way.dispatcher.cancelAll()
                case .suspend:
                    way.dispatcher.suspend()
                    way.settle()
                    try? way.dispatcher.resume()
                    way.settle()
                case .unplug: way.replug()
                }
                if way.ledger.fault != nil { break }
            }
            way.end()
            try #require(
                way.ledger.fault == nil && way.ledger.isAtRest,
                "SEED=\(seed) \(way.ledger.fault ?? "held at the end")")
        }
    }

    @Test("recordings: no trap, nothing illegal, nothing held at the end, whatever the file says")
    func recordings() throws {
        let sources = try Self.sources.map { try Self.recorded($0) }
        try thrash { seed in
            var numbers = SeededNumbers(seed: seed)
            let source = try #require(sources.randomElement(using: &numbers))
            let ledger = Self.replayed(RecordingMutator.mutate(source, &numbers))
            try #require(
                ledger.fault == nil && ledger.isAtRest, "SEED=\(seed) \(ledger.fault ?? "held at the end")")
        }
    }

    @Test("recordings: text with any letter changed is read or refused, and what is read plays")
    func text() throws {
        let sources = try Self.sources.map { Array(try Self.recorded($0).text.utf8) }
        try thrash { seed in
            var numbers = SeededNumbers(seed: seed)
            var bytes = try #require(sources.randomElement(using: &numbers))
            for _ in 0..<Int.random(in: 1...8, using: &numbers) {
                guard let place = bytes.indices.randomElement(using: &numbers) else { break }
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0: bytes[place] = .random(in: 0...255, using: &numbers)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(bytes.randomElement(using: &numbers) ?? 10, at: place)
                default: bytes.removeLast(bytes.count - place)
                }
            }
            guard let recording = try? InputRecording(text: String(decoding: bytes, as: UTF8.self)) else {
                return
            }
            let ledger = Self.replayed(recording)
            try #require(
                ledger.fault == nil && ledger.isAtRest, "SEED=\(seed) \(ledger.fault ?? "held at the end")")
        }
    }

    /// Calls `body` with one seed after the other; of the later half nothing may stay in memory.
    private func thrash(_ body: (UInt64) throws -> Void) throws {
        var before = 0
        for run in 0..<Self.runs {
            if run == Self.runs / 2 { before = Self.residentPages() }
            try body(Self.firstSeed + UInt64(run))
        }
        // Meant for a run without other tests beside it.
        if Self.runs >= 1000 {
            let grown = Self.residentPages() - before
            #expect(grown < 512, "\(grown) pages more after \(Self.runs / 2) runs")
        }
    }

    private static func residentPages() -> Int {
        let words = (try? readText("/proc/self/statm"))?.split(separator: " ") ?? []
        return words.count > 1 ? Int(words[1]) ?? 0 : 0
    }

    /// Plays a recording in virtual time.
    private static func replayed(_ recording: InputRecording) -> Ledger {
        let loop = Loop.current, ledger = Ledger()
        loop.clock = .virtual(VirtualClock(start: Instant(nanoseconds: 1_000_000_000)))
        defer { loop.clock = .monotonic }
        let seat = InputSeat(replaying: recording, loop: loop)
        let dispatcher = InputDispatcher(seat: seat, loop: loop, keymap: KeymapOptions(layout: "us")) {
            ledger.take($0)
        }
        dispatcher.keyRepeat = .off
        seat.onReplayEnd = { loop.stop() }
        // A file may say that it lasts for years.
        loop.run(for: .seconds(1_000_000_000))
        dispatcher.cancelAll()
        dispatcher.invalidate()
        return ledger
    }

    /// What our recorder makes of a device's events.
    private static func recorded(_ source: DeviceRecording) throws -> InputRecording {
        let path = "/tmp/penstock-mutations-\(getpid()).pen"
        defer { unlink(path) }
        let way = try ThroughLibinput(source)
        let recorder = try InputRecorder(path: path, loop: .current, display: Size(800, 480))
        way.dispatcher.recorder = recorder
        way.play()
        try recorder.close()
        return try InputRecording(contentsOfFile: path)
    }

    // MARK: Devices

    private static func panel(fingers: Int32) -> DeviceRecording {
        var description = DeviceDescription()
        description.name = "Panel"
        description.properties = [1]
        description.allow(1, 0x14a)
        for code: UInt16 in [0, 1, 0x35, 0x36] {
            description.allow(axis: code, .init(0, 4095, resolution: 40))
        }
        description.allow(axis: 0x2f, .init(0, 9))
        description.allow(axis: 0x39, .init(0, 65535))
        var events: [DeviceEvent] = []
        func send(_ time: Int, _ type: UInt16, _ code: UInt16, _ value: Int32) {
            events.append(DeviceEvent(time: Int64(time), type: type, code: code, value: value))
        }
        for round in 0..<3 {
            let start = round * 300_000
            for slot in 0..<fingers {
                send(start, 3, 0x2f, slot)
                send(start, 3, 0x39, Int32(round) * 10 + slot)
                send(start, 3, 0x35, 100 + 50 * slot)
                send(start, 3, 0x36, 100)
            }
            send(start, 1, 0x14a, 1)
            send(start, 0, 0, 0)
            for step in 1..<10 {
                for slot in 0..<fingers {
                    send(start + step * 8000, 3, 0x2f, slot)
                    send(start + step * 8000, 3, 0x36, 100 + 10 * Int32(step))
                }
                send(start + step * 8000, 0, 0, 0)
            }
            for slot in 0..<fingers {
                send(start + 90_000, 3, 0x2f, slot)
                send(start + 90_000, 3, 0x39, -1)
            }
            send(start + 90_000, 1, 0x14a, 0)
            send(start + 90_000, 0, 0, 0)
        }
        return DeviceRecording(devices: [RecordedDevice(description: description, events: events)])
    }

    private static let mouse: DeviceRecording = {
        var description = DeviceDescription()
        description.name = "Mouse"
        for code: UInt16 in 0x110...0x112 { description.allow(1, code) }
        for code: UInt16 in [0, 1, 6, 8, 11, 12] { description.allow(2, code) }
        let frames: [[(UInt16, UInt16, Int32)]] = [
            [(2, 0, 3), (2, 1, -2)], [(1, 0x110, 1)], [(2, 0, 5)], [(1, 0x110, 0)], [(2, 11, 60)],
            [(2, 11, 60), (2, 8, 1)], [(2, 12, -120), (2, 6, -1)], [(1, 0x111, 1)], [(1, 0x111, 0)],
        ]
        return recording(description, Array(repeating: frames, count: 4).flatMap { $0 })
    }()

    private static let keyboard: DeviceRecording = {
        var description = DeviceDescription()
        description.name = "Keys"
        for code: UInt16 in 1...127 { description.allow(1, code) }
        let frames: [[(UInt16, UInt16, Int32)]] = [
            [(1, 42, 1)], [(1, 30, 1)], [(1, 30, 0)], [(1, 31, 1)], [(1, 42, 0)], [(1, 31, 0)], [(1, 58, 1)],
            [(1, 58, 0)],
        ]
        return recording(description, Array(repeating: frames, count: 4).flatMap { $0 })
    }()

    private static func recording(
        _ description: DeviceDescription, _ frames: [[(UInt16, UInt16, Int32)]]
    ) -> DeviceRecording {
        var events: [DeviceEvent] = []
        for (index, frame) in frames.enumerated() {
            for (type, code, value) in frame + [(0, 0, 0)] {
                events.append(DeviceEvent(time: Int64(index) * 40_000, type: type, code: code, value: value))
            }
        }
        return DeviceRecording(devices: [RecordedDevice(description: description, events: events)])
    }
}
