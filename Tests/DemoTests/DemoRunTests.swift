import Glibc
import Testing

@Suite struct DemoRunTests {
    @Test(
        "the shipped session gives the same pictures and the same trace each time, whichever kernels draw",
        arguments: [[], ["PENSTOCK_KERNELS=baseline"]])
    func sameBytes(environment: [String]) throws {
        let first = try DemoProcess(), second = try DemoProcess()
        second.environment = environment
        let (a, b) = (try first.run("--display", "headless"), try second.run("--display", "headless"))
        #expect(a.status == 0, "\(a.complaints)")
        #expect(b.status == 0)
        let pictures = first.list("out/pictures")
        #expect(pictures == second.list("out/pictures"))
        #expect(pictures.first == "01-start.png")
        #expect(pictures.contains { $0.hasSuffix("-order-confirmed.png") })
        for name in pictures.map({ "out/pictures/\($0)" }) + ["out/trace.json"] {
            #expect(try first.bytes(name) == second.bytes(name), "\(name)")
        }
        #expect(a.output.contains("out/pictures") && a.output.contains("out/trace.json"))
    }

    @Test("moments have different pictures")
    func differentPictures() throws {
        let demo = try DemoProcess()
        #expect(try demo.run("--display", "headless").status == 0)
        let names = demo.list("out/pictures")
        let pictures = Set(try names.map { try demo.bytes("out/pictures/\($0)") })
        #expect(names.count >= 8)
        #expect(pictures.count >= names.count - 1)
    }

    @Test("the help goes to standard output and ends well")
    func help() throws {
        let result = try DemoProcess().run("--help")
        #expect(result.status == 0)
        #expect(result.output.contains("--virtual-time"))
        #expect(result.complaints.isEmpty)
    }

    @Test(
        "wrong options end with 2, one line, and nothing made",
        arguments: [
            ["--virtul-time"], ["--size", "0x0"], ["--display", "/dev/dri/card0", "--virtual-time"],
            ["--virtual-time", "--input", "none"],
        ])
    func wrongOptions(_ words: [String]) throws {
        let demo = try DemoProcess()
        let result = try demo.run(words)
        #expect(result.status == 2, "\(result)")
        #expect(result.complaints.split(separator: "\n").count == 1)
        #expect(demo.list().isEmpty)
    }

    @Test(
        "what cannot be written ends with 1 before anything is made",
        arguments: [
            "--pictures", "--trace", "--record",
        ])
    func unwritable(_ option: String) throws {
        let demo = try DemoProcess()
        try demo.write("", to: "file")
        let result = try demo.run("--display", "headless", "--pictures", "p", option, "file/below")
        #expect(result.status == 1, "\(result)")
        #expect(result.complaints.contains("\(option) file/below: "))
        #expect(result.complaints.contains("errno"))
        #expect(demo.list() == ["file"])
    }

    @Test("a display that is not there ends with 1 and says which")
    func missingCard() throws {
        let demo = try DemoProcess()
        let result = try demo.run("--display", "/dev/dri/card99", "--input", "none", "--pictures", "p")
        #expect(result.status == 1, "\(result)")
        #expect(result.complaints.contains("/dev/dri/card99"))
        #expect(demo.list().isEmpty)
    }

    @Test("an input device that is not there ends with 1 and says which")
    func missingDevice() throws {
        let demo = try DemoProcess()
        let result = try demo.run("--display", "headless", "--input", "/dev/input/event999", "--trace", "t")
        #expect(result.status == 1, "\(result)")
        #expect(result.complaints.contains("/dev/input/event999"))
        #expect(demo.list().isEmpty)
    }

    @Test("a recording that is missing or wrong ends with 1 and names file and line")
    func wrongRecording() throws {
        let demo = try DemoProcess()
        let missing = try demo.run("--display", "headless", "--replay", "none.pen")
        #expect(missing.status == 1)
        #expect(missing.complaints.contains("none.pen"))
        try demo.write("hello\nworld\n", to: "hello.pen")
        let wrong = try demo.run("--display", "headless", "--replay", "hello.pen", "--pictures", "p")
        #expect(wrong.status == 1)
        #expect(wrong.complaints.contains("hello.pen:1"))
        #expect(demo.list() == ["hello.pen"])
    }

    private static let tap = """
        penstock-recording 1
        display 800.0x480.0 scale=1.0 rotation=0
        0.000000000 added 1 "Screen" touch
        0.100000000 touch 1 1:began:0.1,0.3
        0.200000000 touch 1 1:ended:0.1,0.3

        """

    @Test("a recording that was cut plays up to the cut and says so")
    func cutRecording() throws {
        let demo = try DemoProcess()
        try demo.write(Self.tap + "0.300000000 touch 1 2:beg", to: "cut.pen")
        let result = try demo.run(
            "--display", "headless", "--replay", "cut.pen", "--virtual-time", "--pictures", "p")
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("cut.pen"))
        #expect(demo.list("p").contains { $0.hasSuffix("-ticket-added.png") })
    }

    @Test("a recording of a replay plays the same")
    func recordAgain() throws {
        let demo = try DemoProcess()
        try demo.write(Self.tap + "0.300000000 end\n", to: "tap.pen")
        let first = try demo.run(
            "--display", "headless", "--replay", "tap.pen", "--virtual-time", "--record", "again.pen",
            "--pictures", "a")
        #expect(first.status == 0, "\(first)")
        let second = try demo.run(
            "--display", "headless", "--replay", "again.pen", "--virtual-time", "--pictures", "b")
        #expect(second.status == 0, "\(second)")
        #expect(demo.list("a") == demo.list("b"))
        for name in demo.list("a") { #expect(try demo.bytes("a/\(name)") == demo.bytes("b/\(name)")) }
    }

    @Test("Ctrl-Alt-Backspace ends a run, whatever is still to be played")
    func killKey() throws {
        let demo = try DemoProcess()
        let keys = """
            penstock-recording 1
            display 800.0x480.0 scale=1.0 rotation=0
            0.000000000 added 1 "Keys" keyboard
            0.100000000 key 1 29 down
            0.200000000 key 1 56 down
            0.300000000 key 1 14 down
            900.000000000 end

            """
        try demo.write(keys, to: "keys.pen")
        let result = try demo.run("--display", "headless", "--replay", "keys.pen", "--virtual-time")
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("Ctrl-Alt-Backspace"))
        #expect(result.output.contains("300 ms virtual"))
    }

    @Test(
        "on a turned panel a finger hits what it sees, also in a recording that was made on another one",
        arguments: [
            ("0", "0.1125,0.2875"), ("90", "0.7125,0.1125"), ("180", "0.8875,0.7125"),
            ("270", "0.2875,0.8875"),
        ], [("0", "800x480"), ("90", "480x800"), ("180", "800x480"), ("270", "480x800")])
    func rotations(_ recorded: (String, String), _ shown: (String, String)) throws {
        let demo = try DemoProcess()
        let (degrees, size) = shown
        let place = recorded.1
        let tap = """
            penstock-recording 1
            display 800.0x480.0 scale=1.0 rotation=\(recorded.0)
            0.000000000 added 1 "Screen" touch
            0.100000000 touch 1 1:began:\(place)
            0.200000000 touch 1 1:ended:\(place)
            0.300000000 end

            """
        try demo.write(tap, to: "tap.pen")
        let result = try demo.run(
            "--display", "headless", "--size", size, "--rotation", degrees, "--replay", "tap.pen",
            "--virtual-time",
            "--pictures", "p")
        #expect(result.status == 0, "\(result)")
        #expect(demo.list("p").contains { $0.hasSuffix("-ticket-added.png") }, "\(demo.list("p"))")
    }

    @Test("signals end a run in order", arguments: [SIGTERM, SIGINT, SIGHUP])
    func signals(_ signal: CInt) throws {
        let demo = try DemoProcess()
        let result = try demo.run("--display", "headless", "--input", "none", "--trace", "t.json") {
            process in
            while !DemoProcess.takes(signal, process) { usleep(2000) }
            kill(process, signal)
        }
        #expect(result.status == 0, "\(result)")
        #expect(demo.list() == ["t.json"])
        #expect(try demo.read("t.json").hasPrefix("{"))
    }

    @Test("a time limit ends a run, on the virtual clock at once")
    func duration() throws {
        let result = try DemoProcess().run(
            "--display", "headless", "--input", "none", "--virtual-time", "--duration", "600")
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("600.0 s virtual"))
    }
}
