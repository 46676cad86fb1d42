import EventLoop
import Glibc
import InputBridge
import InputEvents
import Testing

/// Recordings that nobody's device made: too much at a time, too late, cut in odd places.
@Suite struct RecordingLimitsTests {
    private static let header = "penstock-recording 2\ndisplay 8x4\n0 added 1 \"a\" touch\n"

    private func error(_ lines: String) throws -> String {
        let error = try #require(throws: InputError.self) {
            try InputRecording(text: Self.header + lines, name: "a.pen")
        }
        return error.description
    }

    private func lines(_ numbers: Range<Int>, _ line: (Int) -> String) -> String {
        numbers.map { line($0) + "\n" }.joined()
    }

    @Test("at most 64 fingers are on a device at a time; those that were lifted do not count")
    func fingers() throws {
        let down = lines(0..<65) { "1 touch 1 \($0):began:0,0" }
        #expect(
            try error(down) == "a.pen:68: found 65 fingers on a device at a time, expected 64 at most")
        let frame = "1 touch 1" + String(repeating: " 1:moved:0,0", count: 65) + "\n"
        #expect(try error(frame) == "a.pen:4: found 65 fingers in a frame, expected 64 at most")
        let taps = lines(0..<1000) { "1 touch 1 \($0):began:0,0\n1 touch 1 \($0):ended:0,0" }
        #expect(try InputRecording(text: Self.header + taps).entries.count == 2001)
        let gone = lines(0..<1000) {
            "1 touch 1 \($0):began:0,0" + ($0 % 64 == 63 ? "\n1 removed 1\n1 added 1 \"a\" touch" : "")
        }
        #expect(throws: Never.self) { try InputRecording(text: Self.header + gone) }
    }

    @Test("at most 256 devices are there at a time")
    func devices() throws {
        let added = lines(2..<300) { "1 added \($0) \"a\" touch" }
        #expect(try error(added) == "a.pen:259: found 257 devices at a time, expected 256 at most")
        let passing = lines(2..<3000) { "1 added \($0) \"a\" touch\n1 removed \($0)" }
        #expect(throws: Never.self) { try InputRecording(text: Self.header + passing) }
    }

    @Test(
        "at most 256 things are held on a device at a time",
        arguments: [
            "key 1 # down", "button 1 # down", "pad 1 button # down", "pad 1 key # down", "pad 1 ring # 90",
            "pad 1 strip # 0.5", "tool 1 # near 0,0", "tool 1 1 press:# 0,0",
        ])
    func held(_ form: String) throws {
        let down = lines(0..<300) { "1 " + form.replacing("#", with: "\($0)") }
        let text = try error(down)
        #expect(text.hasSuffix(": found 257 things held on a device at a time, expected 256 at most"))
        #expect(text.hasPrefix("a.pen:260: ") || form.contains("press"))
        let ups = [("down", "up"), ("90", "off"), ("0.5", "off"), ("near", "away"), ("press", "release")]
        let up = ups.reduce(form) { $0.replacing(" " + $1.0, with: " " + $1.1) }
        let taps = lines(0..<1000) {
            "1 \(form)\n1 \(up)".replacing("#", with: "\($0)")
        }
        #expect(throws: Never.self) { try InputRecording(text: Self.header + taps) }
    }

    @Test("a recording is at most a year long", arguments: ["touch 1 1:began:0,0", "end"])
    func time(_ event: String) throws {
        #expect(
            try error("8999999999 \(event)\n5 end\n")
                == "a.pen:4: found second 8999999999, expected 31536000 seconds, a year, at most")
        #expect(throws: Never.self) { try InputRecording(text: Self.header + "31536000 \(event)\n") }
    }

    @Test("the length goes to the last stamp, whatever the end line says")
    func length() throws {
        let text = Self.header + "9 touch 1 1:began:0,0\n2 touch 1 1:ended:0,0\n1.5 end\n"
        #expect(try InputRecording(text: text).length == .seconds(9))
        #expect(try InputRecording(text: Self.header + "3 end\n").length == .seconds(3))
    }

    @Test(
        "what is no event behind the last line end costs no event", arguments: ["   ", "\r", "\t", "# x", ""])
    func blankTail(_ tail: String) throws {
        for end in ["", "2 end\n"] {
            let text = Self.header + "1 touch 1 1:began:0,0\n" + end
            let recording = try InputRecording(text: text + tail)
            #expect(recording.entries.count == 2)
            #expect(recording.isComplete == !end.isEmpty)
        }
    }

    @Test(
        "nothing may stand behind the end line, also without a line end", arguments: ["xx", "2 end", "\u{1}"])
    func garbageBehindEnd(_ tail: String) throws {
        #expect(try error("1 end\n\(tail)").hasSuffix("expected nothing behind the end line"))
    }

    @Test("errors show no control characters, and of long text only its beginning")
    func printableErrors() throws {
        let raw = try error("1 end\n\u{1b}[31m\u{9b}m\u{202e}x\n")
        #expect(raw == #"a.pen:5: found "\u{1b}[31m\u{9b}m\u{202e}x", expected nothing behind the end line"#)
        for long in ["1 \(String(repeating: "x", count: 3_000_000))", String(repeating: "é ", count: 99)] {
            let text = try error("1 end\n\(long)\n")
            #expect(text.count < 200 && text.contains("…"), "\(text.prefix(300))")
        }
    }

    @Test(
        "what is no text file is refused before it is read",
        arguments: [
            ("/dev/zero", "read /dev/zero: it is no file; name a file or a pipe"),
            ("/dev/full", "read /dev/full: it is no file; name a file or a pipe"),
            ("/tmp", "read /tmp: it is a folder; name a file in it"),
        ])
    func noFile(_ path: String, _ words: String) throws {
        let error = try #require(throws: InputError.self) { try InputRecording(contentsOfFile: path) }
        #expect(error.description == words)
    }

    @Test("a file above 256 MiB is refused")
    func tooLong() throws {
        let path = "/tmp/penstock-long-\(getpid()).pen"
        defer { unlink(path) }
        let file = open(path, O_CREAT | O_WRONLY, 0o600)
        ftruncate(file, 256 << 20 + 1)
        close(file)
        let error = try #require(throws: InputError.self) { try InputRecording(contentsOfFile: path) }
        #expect(error.description.hasPrefix("read \(path): it has more than 256 MiB; "))
    }

    @Test("of very many events at one moment some come in each pass, in order, and all before the end")
    func shares() throws {
        let taps = lines(0..<1000) { "0.5 touch 1 \($0):began:0,0\n0.5 touch 1 \($0):ended:0,0" }
        let recording = try InputRecording(text: Self.header + taps + "0.5 end\n")
        let test = TestSeat { InputSeat(replaying: recording, loop: $0) }
        var waiting = 0
        var passes = 0
        let seen = Loop.Observer(.beforeWaiting) { [unowned test] _ in
            waiting = max(waiting, test.seat.inbox.queue.count)
            passes += 1
        }
        test.loop.add(seen, to: .common)
        defer { seen.invalidate() }
        var ends = 0
        test.seat.onReplayEnd = { [unowned test] in
            ends += 1
            #expect(test.events.count == 2001)
        }
        test.pass(.milliseconds(501))
        #expect(ends == 1)
        #expect(waiting <= 512, "\(waiting)")
        #expect(passes > 4)
        let phases = test.events.dropFirst().map { event -> TouchPhase? in
            if case .touch(let frame) = event { frame.touches.first?.phase } else { nil }
        }
        #expect(phases == (0..<2000).map { $0 % 2 == 0 ? .began : .ended })
    }
}
