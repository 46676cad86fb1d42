import EventLoop
import InputEvents
import Testing
import penstock

@Suite struct InputCommandTests {
    private let keyboard = """
        penstock-recording 1
        display 800x480
        0 added 1 "Screen" touch mm=220x125
        0 added 2 "Keys" keyboard
        1.25 touch 1 1:began:0.5,0.25
        1.5 touch 1 1:ended:0.5,0.25
        2 key 2 30 down
        2.1 key 2 30 up
        3 end

        """

    @Test("replay: what an application gets, in points and with meanings, at once")
    func replay() throws {
        let path = try TemporaryFolder()
        let file = try path.write("a.pen", keyboard)
        let result = try penstock("replay", "--virtual-time", file)
        let lines = result.text.split(separator: "\n")
        try #require(result.status == 0 && lines.count == 6, "\(result)")
        #expect(lines[2] == "1.250000000 touch 1 1:began:400.0,120.0")
        #expect(lines[4].hasPrefix("2.000000000 key 2 30 down keysym=0x"))
        #expect(lines[4].contains("text="))
        let small = try penstock("replay", "--virtual-time", "--size=80x48", file)
        #expect(small.text.contains("touch 1 1:began:40.0,12.0"))
    }

    @Test("replay: a cut file is played up to the cut, which is told; a wrong line is an error")
    func wrongFiles() throws {
        let folder = try TemporaryFolder()
        let cut = try folder.write("cut.pen", String(keyboard.dropLast(12)))
        let result = try penstock("replay", "--virtual-time", cut)
        #expect(result.status == 0 && result.text.contains("was cut here"), "\(result)")
        let wrong = try folder.write("wrong.pen", keyboard.replacing("began", with: "hover"))
        let error = try penstock("replay", wrong)
        #expect(
            error.status == 1 && error.text.contains("wrong.pen:5: found \"1:hover:0.5,0.25\""), "\(error)")
        #expect(try penstock("replay", folder.path + "/none.pen").text.contains("No such file"))
    }

    @Test(
        "what is wrong on the command line is named, with status 2",
        arguments: [
            (
                ["events", "--for", "soon"],
                "events: --for: found \"soon\", expected a number of seconds above 0"
            ),
            (["events", "--size", "big"], "events: --size: found \"big\", expected a size such as 800x480"),
            (["devices", "--all"], "devices: no option \"--all\"; `penstock devices --help` lists them"),
            (
                ["devices", "--for", "1"],
                "devices: no option \"--for\"; `penstock devices --help` lists them"
            ),
            (["record"], "record: expected the path of a file to write"),
            (["record", "--seat"], "record: --seat needs a value: a seat's name, such as seat0"),
            (["replay"], "replay: expected one recording, found 0"),
            (["export", "a.pen"], "export: expected a recording and a file to write"),
            (["play-device"], "play-device: expected a recording"),
            (
                ["play-device", "--settle", "long"],
                "play-device: --settle: found \"long\", expected milliseconds from 0 to 60000"
            ),
        ])
    func usage(words: [String], message: String) throws {
        let result: (text: String, status: CInt)
        switch words.count {
        case 1: result = try penstock(words[0])
        case 2: result = try penstock(words[0], words[1])
        default: result = try penstock(words[0], words[1], words[2])
        }
        #expect(result.text == "penstock: \(message)\n" && result.status == 2)
    }

    @Test(
        "every subcommand explains itself",
        arguments: ["devices", "doctor", "events", "export", "play-device", "record", "replay", "scenario"])
    func help(name: String) throws {
        let result = try penstock(name, "--help")
        #expect(result.status == 0 && result.text.hasPrefix("usage: penstock \(name)"))
        #expect(try penstock("--help").text.contains("  \(name)"))
    }

    @Test("export: ours as libinput record writes it; what is wrong in a file is named")
    func export() throws {
        let folder = try TemporaryFolder()
        let result = try penstock("export", try folder.write("a.pen", keyboard), "-")
        #expect(result.status == 0 && result.text.hasPrefix("version: 1\nndevices: 2\n"), "\(result)")
        let wrong = try penstock("export", try folder.write("a.yml", "version: 3\n"), "-")
        #expect(
            wrong.status == 1 && wrong.text.hasSuffix("a.yml:1: found \"3\", expected version 1\n"),
            "\(wrong)")
    }

    @Test("a node that is no device is refused, with the remedy")
    func noDevice() throws {
        let result = try penstock("events", "/dev/null")
        #expect(result.status == 1)
        #expect(result.text.contains("not an input device that libinput can use"))
    }

    @Test("a line tells what the dispatcher added")
    func lines() {
        var line = EventLine(since: Instant(nanoseconds: 1_000_000_000))
        let now = Instant(nanoseconds: 2_500_000_000), stamp = Timestamp(nanoseconds: 1_500_000_000)
        let mouse = DeviceID(rawValue: 3)
        #expect(
            line.text(
                .button(
                    ButtonEvent(
                        device: mouse, timestamp: stamp, button: .left, isDown: true,
                        location: Point(10, 20.04))),
                now: now) == "0.500000000 button 3 0x110 down at=10.0,20.0")
        #expect(
            line.text(
                .key(
                    KeyEvent(
                        device: mouse, timestamp: stamp, keycode: 2, phase: .repeats, keysym: 0x21,
                        characters: "!",
                        modifiers: [.shift, .numLock])),
                now: now) == "0.500000000 key 3 2 down repeat=yes keysym=0x21 text=\"!\" modifiers=shift,num")
        #expect(
            line.text(.deviceRemoved(Device(id: mouse, name: "M", capabilities: [])), now: now)
                == "1.500000000 removed 3")
    }

    @Test("a device in some lines")
    func device() {
        let device = Device(
            id: DeviceID(rawValue: 1), name: "Panel", node: "event3", vendor: 0x2575, product: 0x20,
            capabilities: [.touch, .pointer], millimetres: Size(595, 334.25), outputName: "DP-1")
        #expect(
            DevicesCommand.text(of: device) == """
                Panel
                    node      event3
                    id        2575:0020
                    can       pointer, touch
                    size      595 x 334.3 mm
                    output    DP-1
                """)
    }

    @Test("latencies: median, 99th percentile, worst")
    func latencies() {
        var latencies = Latencies()
        #expect(latencies.summary == nil)
        for value in 1...200 { latencies.add(Int64(value) * 1000) }
        #expect(latencies.summary == "latency median 101 us, p99 199 us, worst 200 us, of 200 events")
    }
}
