import EventLoop
import Glibc
import InputBridge
import InputEvents
import Testing

@Suite struct RecordingTests {
    static let sample = """
        penstock-recording 2
        display 800.0x480.0 scale=1.0 rotation=0
        0.000000000 added 1 "A \\"big\\" screen" touch vendor=0x1234 product=0x1 node="event3" mm=100.0x62.5
        0.000000000 added 2 "Mouse" keyboard,pointer vendor=0x0 product=0x0 output="HDMI-A-1"
        0.100000001 touch 1 1:began:0.5,0.25
        0.100000001 pointer 2 relative 1.5,-2.0 raw=1.0,-2.0
        0.110000000 touch 1 1:moved:0.75,0.25 2:began:0.1,0.1 force=0.5
        0.120000000 touch 1 1:ended:0.75,0.25 2:stationary:0.1,0.1
        0.130000000 button 2 0x110 down
        0.140000000 button 2 0x110 cancelled
        0.150000000 scroll 2 wheel 0.0,15.0 clicks=0.0,1.0
        0.155000000 scroll 2 finger 0.0,4.0
        0.160000000 scroll 2 finger 0.0,0.0 stop=y
        0.170000000 pointer 2 absolute 0.25,0.5
        0.180000000 key 2 30 down
        0.190000000 key 2 30 up
        0.200000000 removed 2
        0.300000000 added 3 "Laptop" pointer,tablet,pad,gesture,switch vendor=0x0 product=0x0
        0.310000000 gesture 3 pinch 2 began scale=1.0 angle=0.0
        0.320000000 gesture 3 pinch 2 changed by=1.0,-0.5 raw=0.5,-0.25 scale=1.25 angle=-3.0
        0.330000000 gesture 3 pinch 2 ended scale=1.25 angle=0.0
        0.340000000 gesture 3 hold 3 began
        0.350000000 gesture 3 hold 3 cancelled
        0.400000000 tool 3 1 near 0.5,0.25 kind=pen has=pressure,tilt serial=0x3e8 make=0x802 distance=0.5
        0.410000000 tool 3 1 down 0.5,0.25 pressure=0.5 tilt=12.0,-4.5
        0.420000000 tool 3 1 press:0x14b 0.5,0.25 pressure=0.5 turned=90.0 slider=-1.0
        0.430000000 tool 3 1 moved 0.75,0.25 pressure=0.5 wheel=15.0 clicks=1 by=3.0,0.0
        0.440000000 tool 3 1 release:0x14b 0.75,0.25 cancelled=yes
        0.450000000 tool 3 1 up 0.75,0.25 cancelled=yes
        0.460000000 tool 3 1 away 0.75,0.25 cancelled=yes
        0.500000000 pad 3 button 2 down mode=1
        0.510000000 pad 3 button 2 cancelled mode=1
        0.520000000 pad 3 ring 0 90.0 group=1
        0.530000000 pad 3 ring 0 off group=1
        0.540000000 pad 3 strip 0 0.25
        0.550000000 pad 3 strip 0 cancelled
        0.560000000 pad 3 key 240 down
        0.570000000 pad 3 key 240 up
        0.600000000 switch 3 tablet-mode on
        0.610000000 switch 3 tablet-mode off
        0.620000000 switch 3 lid on
        1.000000000 end

        """

    @Test("text → recording → text is the same, unknown fields kept")
    func roundTrip() throws {
        let recording = try InputRecording(text: Self.sample)
        #expect(recording.text == Self.sample)
        #expect(recording.isComplete && recording.warning == nil)
        #expect(recording.display == Size(800, 480) && recording.end == .seconds(1))
        #expect(recording.entries.count == 39)
        #expect(recording.entries[4].extras == ["force=0.5"])
        #expect(recording.entries[2].time == .nanoseconds(100_000_001))
        guard case .deviceAdded(let device) = recording.entries[0].event else { return }
        #expect(
            device.name == "A \"big\" screen" && device.node == "event3"
                && device.millimetres == Size(100, 62.5))
    }

    @Test("files of version 1 play, and are written as version 2")
    func older() throws {
        let text = "penstock-recording 1\ndisplay 8.0x4.0 scale=1.0 rotation=0\n1.000000000 end\n"
        #expect(try InputRecording(text: text).text == text.replacing("recording 1", with: "recording 2"))
    }

    @Test("a control character in a name reads as it would be written")
    func controlCharacters() throws {
        let text = "penstock-recording 2\ndisplay 8x4\n0 added 1 \"a\u{1}\\\u{2}b\" touch\n1 end\n"
        let recording = try InputRecording(text: text)
        #expect(try InputRecording(text: recording.text) == recording)
    }

    @Test("when an event was read is kept beside the kernel's stamp")
    func arrival() throws {
        let line = "0.100000000 button 1 0x110 down read=0.000250000\n"
        let text =
            "penstock-recording 2\ndisplay 8.0x4.0 scale=1.0 rotation=0\n"
            + "0.000000000 added 1 \"m\" pointer vendor=0x0 product=0x0\n" + line + "1.000000000 end\n"
        let recording = try InputRecording(text: text)
        #expect(recording.entries[1].event.arrival == Timestamp(nanoseconds: 100_250_000))
        #expect(recording.entries[1].event.timestamp == ms(100))
        #expect(recording.text == text)
    }

    @Test("an unknown field is written so that it reads back, or it is refused")
    func unknownFields() throws {
        let head = "penstock-recording 1\ndisplay 8x4"
        for value in ["\"a b\"", "\"a\rb\"", "\"\\\"\"", "a=b", ""] {
            let recording = try InputRecording(text: "\(head) x=\(value)\n1 end\n")
            #expect(try InputRecording(text: recording.text) == recording, "\(value)")
        }
        #expect(throws: InputError.self) { try InputRecording(text: "\(head) x\" y\"=1\n1 end\n") }
    }

    @Test func commentsBlanksAndLineEndsOfOthers() throws {
        let text = "# made by hand\r\npenstock-recording 1\r\n\r\ndisplay 8x4\r\n# nothing\r\n2 end\r\n"
        let recording = try InputRecording(text: text)
        #expect(recording.end == .seconds(2) && recording.scale == 1 && recording.rotation == .none)
    }

    @Test("a cut at any byte plays up to the cut and says so")
    func cut() throws {
        let whole = try InputRecording(text: Self.sample)
        let bytes = Array(Self.sample.utf8)
        let header = Self.sample.utf8.split(separator: 10).prefix(2).reduce(0) { $0 + $1.count + 1 }
        for length in header..<(bytes.count - 2) {
            let recording = try InputRecording(
                text: String(decoding: bytes.prefix(length), as: UTF8.self), name: "f")
            let lines = bytes.prefix(length).count { $0 == 10 }
            #expect(!recording.isComplete)
            #expect(recording.entries == Array(whole.entries.prefix(lines - 2)), "cut at \(length)")
            #expect(recording.warning?.hasPrefix("f:\(lines + 1): ") == true)
        }
    }

    @Test(
        "errors name file, line, what was found and what was expected",
        arguments: [
            ("", 1, "found the end of the file, expected penstock-recording 2"),
            ("hello\n", 1, "found \"hello\", expected penstock-recording 2"),
            ("penstock-recording 3\n", 1, "found \"3\", expected version 2 or an older one"),
            (
                "penstock-recording 1\n", 2,
                "found the end of the file, expected display WxH scale=F rotation=N"
            ),
            ("penstock-recording 1\ndisplay 0x4\n", 2, "found \"0x4\", expected a size such as 800x480"),
            (
                "penstock-recording 1\ndisplay 8x4 rotation=45\n", 2,
                "found \"rotation=45\", expected rotation=0, 90, 180 or 270"
            ),
            (
                "penstock-recording 1\ndisplay 8x4 big\n", 2,
                "found \"big\", expected name=value or the end of the line"
            ),
        ])
    func headerErrors(text: String, line: Int, words: String) throws {
        let error = try #require(throws: InputError.self) { try InputRecording(text: text, name: "a.pen") }
        #expect(error.description == "a.pen:\(line): \(words)")
    }

    @Test(
        "errors in events",
        arguments: [
            ("x touch 1", "found \"x\", expected a time in seconds such as 1.250000000"),
            ("1e3 end", "found \"1e3\", expected a time in seconds such as 1.250000000"),
            ("-1 end", "found \"-1\", expected a time in seconds such as 1.250000000"),
            (
                "99999999999999999999 end",
                "found \"99999999999999999999\", expected a time in seconds such as 1.250000000"
            ),
            (
                "1 jump 1",
                "found \"jump\", expected added, removed, touch, pointer, button, scroll, key, gesture, tool, pad, switch or end"
            ),
            ("1 touch 7 1:began:0,0", "found device 7, expected a device that an earlier line added"),
            (
                "1 touch 1 1:hover:0,0",
                "found \"1:hover:0,0\", expected a finger such as 1:began:0.5,0.25 "
                    + "(began, moved, stationary, ended or cancelled)"
            ),
            ("1 key 1 30", "found the end of the line, expected down, up or cancelled"),
            ("1 key 1 30 pressed", "found \"pressed\", expected down, up or cancelled"),
            ("1 pointer 1 relative 1,inf", "found \"1,inf\", expected two numbers such as 1.5,-2"),
            ("1 added 1 \"b\" touch", "found device 1 a second time, expected a number that is not in use"),
            ("1 added 2 \"b touch", "found the end of the line, expected a closing quote"),
            (
                "1 added 2 b nose",
                "found \"nose\", expected what it can do, such as touch or keyboard,pointer"
            ),
        ])
    func eventErrors(line: String, words: String) throws {
        let text = "penstock-recording 1\ndisplay 8x4\n0 added 1 \"a\" touch\n\(line)\n5 end\n"
        let error = try #require(throws: InputError.self) { try InputRecording(text: text, name: "a.pen") }
        #expect(error.description == "a.pen:4: \(words)")
    }

    @Test func nothingBehindTheEnd() throws {
        let error = try #require(throws: InputError.self) {
            try InputRecording(text: Self.sample + "2 end\n", name: "a.pen")
        }
        #expect(error.description == "a.pen:43: found \"2 end\", expected nothing behind the end line")
    }

    @Test func aFileThatIsNotThere() throws {
        let error = try #require(throws: InputError.self) {
            try InputRecording(contentsOfFile: "/no/such.pen")
        }
        #expect(error.description == "open /no/such.pen: No such file or directory (2); check the path")
    }

    @Test("whatever the bytes, reading them does not trap", arguments: 0..<10)
    func anything(seed: Int) {
        var random = SplitMix(UInt64(seed))
        let original = Array(Self.sample.utf8)
        for _ in 0..<200 {
            var bytes = original
            for _ in 0...random.below(6) {
                let place = random.below(bytes.count)
                switch random.below(3) {
                case 0: bytes[place] = UInt8(random.below(256))
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: original.suffix(random.below(60)), at: place)
                }
            }
            if let recording = try? InputRecording(text: String(decoding: bytes, as: UTF8.self)) {
                let again = try? InputRecording(text: recording.text)
                let entries = again?.entries ?? []
                let lost = recording.entries.first { !entries.contains($0) }
                #expect(lost == nil && entries.count == recording.entries.count)
            }
        }
    }
}

@Suite struct ReplayTests {
    private func recording(_ lines: String) throws -> InputRecording {
        try InputRecording(text: "penstock-recording 1\ndisplay 800x480\n" + lines)
    }

    @Test("each event comes at its moment, those of one moment together, with stamps of the loop's clock")
    func moments() throws {
        let recording = try recording(
            """
            0 added 7 "screen" touch
            0.5 touch 7 40:began:0.5,0.5
            0.6 touch 7 40:moved:0.6,0.5
            0.6 touch 7 40:moved:0.75,0.5
            1.000000001 touch 7 40:ended:0.75,0.5
            3 end

            """)
        let test = TestSeat { InputSeat(replaying: recording, loop: $0) }
        var ends = 0
        test.seat.onReplayEnd = { ends += 1 }
        let start = test.clock.now
        test.pass(.milliseconds(499))
        #expect(test.lines == ["added 1"])
        test.pass(.milliseconds(1501))
        #expect(test.lines == ["added 1", "began 1 400,240", "moved 1 600,240", "ended 1 600,240"])
        #expect(
            test.events.compactMap(\.timestamp).map { $0.nanoseconds - start.nanoseconds }
                == [500_000_000, 600_000_000, 1_000_000_001])
        #expect(ends == 0)
        test.pass(.seconds(5))
        #expect(ends == 1)
    }

    @Test("what is down at the end is cancelled there, then the end is told")
    func cutWithFingersDown() throws {
        let recording = try recording(
            """
            0 added 1 "all" touch,keyboard,pointer
            0.1 touch 1 1:began:0.5,0.5
            0.2 key 1 30 down
            0.2 button 1 0x110 down
            """ + "\n")
        let test = TestSeat { InputSeat(replaying: recording, loop: $0) }
        test.seat.onReplayEnd = { [unowned test] in #expect(test.events.count == 7) }
        test.pass(.seconds(10))
        #expect(
            test.lines == [
                "added 1", "began 1 400,240", "key 30 down a", "button 272 down", "cancelled 1 400,240",
                "button 272 cancelled", "key 30 cancelled",
            ])
    }

    @Test("D-39: stamps that go back keep the order of the lines")
    func back() throws {
        let recording = try recording("0.5 added 1 \"a\" touch\n0.2 added 2 \"b\" touch\n1 end\n")
        let test = TestSeat { InputSeat(replaying: recording, loop: $0) }
        test.pass(.milliseconds(400))
        #expect(test.lines == [])
        test.pass(.milliseconds(200))
        #expect(test.lines == ["added 1", "added 2"])
    }

    @Test("one number of a finger on two screens at once is two fingers")
    func sameNumber() throws {
        let recording = try recording(
            """
            0 added 1 "a" touch
            0 added 2 "b" touch
            0.1 touch 1 1:began:0.5,0.5
            0.2 touch 2 1:began:0.25,0.5
            0.3 touch 1 1:ended:0.5,0.5
            0.4 touch 2 1:ended:0.25,0.5
            1 end

            """)
        let test = TestSeat { InputSeat(replaying: recording, loop: $0) }
        test.pass(.seconds(2))
        #expect(
            test.lines.dropFirst(2) == [
                "began 1 400,240", "began 2 200,240", "ended 1 400,240", "ended 2 200,240",
            ])
    }

    @Test("two plays of one recording, in one loop, are alike")
    func deterministic() throws {
        let recording = try InputRecording(text: RecordingTests.sample)
        let runs = (0..<2).map { _ in
            let test = TestSeat { InputSeat(replaying: recording, loop: $0) }
            test.pass(.seconds(2))
            return test.events
        }
        #expect(runs[0] == runs[1] && runs[0].count == 40)
    }

    @Test("in real time a timerfd does it")
    func realTime() throws {
        let recording = try recording("0.005 added 1 \"a\" touch\n0.010 removed 1\n0.015 end\n")
        let loop = Loop.current
        let seat = InputSeat(replaying: recording, loop: loop)
        var lines: [String] = []
        let start = loop.now
        let dispatcher = InputDispatcher(seat: seat, loop: loop) { lines.append(describe($0)) }
        defer { dispatcher.invalidate() }
        seat.onReplayEnd = { loop.stop() }
        #expect(loop.run(for: .seconds(10)) == .stopped)
        #expect(lines == ["added 1", "removed 1"])
        #expect(start.duration(to: loop.now) >= .milliseconds(15))
    }

    @Test("recorded, played and recorded again: the same text")
    func recorderAndReplay() throws {
        let path = "/tmp/penstock-recording-\(getpid()).pen"
        defer { unlink(path) }
        var texts: [String] = []
        var recording = try InputRecording(text: RecordingTests.sample)
        for _ in 0..<2 {
            let test = TestSeat { InputSeat(replaying: recording, loop: $0) }
            let recorder = try InputRecorder(path: path, loop: test.loop, display: Size(800, 480))
            test.dispatcher.recorder = recorder
            test.pass(.seconds(1))
            test.settle()
            try recorder.close()
            recording = try InputRecording(contentsOfFile: path)
            texts.append(recording.text)
        }
        #expect(texts[0] == texts[1])
        #expect(texts[0] == RecordingTests.sample.replacing(" force=0.5", with: ""))
    }

    @Test("a recorder that is dropped leaves whole lines; devices that came before it are told")
    func dropped() throws {
        let path = "/tmp/penstock-dropped-\(getpid()).pen"
        defer { unlink(path) }
        let test = TestSeat()
        test.post(.deviceAdded(Device(id: screen, name: "screen", capabilities: .touch)))
        test.dispatcher.recorder = try InputRecorder(
            path: path, loop: test.loop, display: Size(8, 4), scale: 2)
        test.post(frame([(1, .began, 0.5, 0.5)], at: 1250))
        var written = try InputRecording(contentsOfFile: path)
        #expect(!written.isComplete && written.entries.count == 2 && written.scale == 2)
        #expect(written.entries.map(\.time) == [.zero, .milliseconds(250)])
        test.dispatcher.recorder = nil
        written = try InputRecording(contentsOfFile: path)
        #expect(written.isComplete)
    }

    @Test func aPathThatCannotBeWritten() throws {
        let error = try #require(throws: InputError.self) {
            try InputRecorder(path: "/no/such/place.pen", loop: Loop.current, display: Size(8, 4))
        }
        #expect(error.description.hasPrefix("write /no/such/place.pen: No such file or directory (2); "))
    }

    @Test("a full disk is told when the recording is closed")
    func full() throws {
        let recorder = try InputRecorder(path: "/dev/full", loop: Loop.current, display: Size(8, 4))
        let error = try #require(throws: InputError.self) { try recorder.close() }
        #expect(error.code == ENOSPC)
    }
}
