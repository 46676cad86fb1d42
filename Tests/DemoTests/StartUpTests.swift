import Glibc
import Testing

/// What goes wrong before and around a run: files that are one and the same, limits, closed descriptors.
@Suite struct StartUpTests {
    static let header = """
        penstock-recording 1
        display 800.0x480.0 scale=1.0 rotation=0
        0.000000000 added 1 "Screen" touch

        """
    static let tap =
        header + """
            0.100000000 touch 1 1:began:0.1,0.3
            0.200000000 touch 1 1:ended:0.1,0.3
            0.300000000 end

            """

    private func demo() throws -> DemoProcess {
        let demo = try DemoProcess()
        try demo.write(Self.tap, to: "b.pen")
        return demo
    }

    @Test(
        "a file that is read or written twice under any name is refused, and nothing is lost",
        arguments: [
            "--record ./b.pen", "--record $PWD/b.pen", "--record hard", "--record soft", "--trace b.pen",
            "--trace hard", "--record o --trace ./o", "--record o --trace loose",
            "--record d/01-start.png --pictures d",
        ])
    func sameFile(_ words: String) throws {
        let demo = try demo()
        let result = try demo.shell(
            "mkdir d; ln b.pen hard; ln -s b.pen soft; ln -s o loose; exec $demo --virtual-time --replay b.pen \(words)"
        )
        #expect(result.status == 1, "\(result)")
        #expect(result.complaints.contains("same file"), "\(result.complaints)")
        #expect(try demo.read("b.pen") == Self.tap)
        #expect(demo.list() == ["b.pen", "d", "hard", "loose", "soft"])
        #expect(demo.list("d").isEmpty)
    }

    @Test("places that keep nothing may be named twice")
    func sameDevice() throws {
        let result = try demo().run(
            "--virtual-time", "--replay", "b.pen", "--record", "/dev/null", "--trace", "/dev/null")
        #expect(result.status == 0, "\(result)")
    }

    @Test("without descriptors it says so, and how to get more, and makes nothing", arguments: 4...16)
    func descriptors(_ limit: Int) throws {
        let demo = try demo()
        let result = try demo.shell(
            "ulimit -n \(limit); exec $demo --virtual-time --replay b.pen --record r --trace t --pictures p")
        #expect(result.status == 1, "\(result)")
        #expect(result.complaints.contains("ulimit -n"), "\(result.complaints)")
        #expect(result.complaints.split(separator: "\n").count == 1)
        #expect(demo.list() == ["b.pen"])
    }

    @Test("what start-up checks is enough for a whole run")
    func enoughDescriptors() throws {
        let result = try demo().shell(
            "ulimit -n $((32 + $(ls /proc/self/fd | wc -l))); exec $demo --virtual-time --replay b.pen --record r --trace t --pictures p"
        )
        #expect(result.status == 0, "\(result)")
    }

    @Test(
        "a start that fails late leaves nothing",
        arguments: [
            ("--record /sys/x", "--record /sys/x"), ("--record /proc/x", "--record /proc/x"),
            ("--trace /proc/x", "--trace /proc/x"), ("--pictures /proc/x/y", "--pictures /proc/x/y"),
            ("--record q/r --pictures pp", "--record q/r"),
        ])
    func leavesNothing(_ words: String, _ named: String) throws {
        let demo = try demo()
        try demo.write("precious", to: "t")
        let result = try demo.shell(
            "exec $demo --virtual-time --replay b.pen --pictures a/b --trace t --record r \(words)")
        #expect(result.status == 1, "\(result)")
        #expect(result.complaints.contains(named), "\(result.complaints)")
        #expect(result.complaints.contains("; "), "no remedy: \(result.complaints)")
        #expect(!result.complaints.contains("folder /proc first"), "\(result.complaints)")
        #expect(demo.list() == ["b.pen", "t"])
        #expect(try demo.read("t") == "precious")
    }

    @Test("a folder that is not there and not asked for is not made")
    func upAgain() throws {
        let demo = try demo()
        let result = try demo.run("--virtual-time", "--replay", "b.pen", "--pictures", "./a/../b/../c/d")
        #expect(result.status == 0, "\(result)")
        #expect(demo.list() == ["b.pen", "c"])
        #expect(demo.list("c/d").contains("01-start.png"))
    }

    @Test(
        "many fingers or devices in a file are refused with their line",
        arguments: [
            ((0..<2000).map { "0.5 touch 1 \($0):began:0.1,0.3\n" }.joined(), "b.pen:68"),
            (
                "0.5 touch 1 " + (0..<100_000).map { "\($0):began:0.1,0.3" }.joined(separator: " ") + "\n",
                "b.pen:4"
            ),
            ((2..<2000).map { "0.5 added \($0) \"x\" touch\n" }.joined(), "b.pen:259"),
        ])
    func limits(_ lines: String, _ place: String) throws {
        let demo = try DemoProcess()
        try demo.write(Self.header + lines, to: "b.pen")
        let result = try demo.run("--virtual-time", "--replay", "b.pen")
        #expect(result.status == 1, "\(result)")
        #expect(result.complaints.contains("\(place): found "), "\(result.complaints)")
    }

    @Test("a signal ends a long replay of one moment", .timeLimit(.minutes(2)))
    func signalInReplay() throws {
        let demo = try DemoProcess()
        let tap = "0.5 touch 1 1:began:0.1,0.3\n0.5 touch 1 1:ended:0.1,0.3\n"
        try demo.write(Self.header + String(repeating: tap, count: 20_000), to: "b.pen")
        let result = try demo.run("--virtual-time", "--replay", "b.pen") { process in
            while !DemoProcess.takes(SIGTERM, process) { usleep(2000) }
            kill(process, SIGTERM)
        }
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("SIGTERM"), "\(result.output)")
    }

    /// `scripts/sanitize` says so: a sanitizer needs more room than any limit leaves.
    private static let isSanitized = getenv("PENSTOCK_SANITIZER") != nil
    /// What keeps a player that reads without end from taking the machine with it.
    private static let memoryLimit = isSanitized ? "" : "ulimit -v 8000000;"

    @Test(
        "what is no recording is refused at once",
        arguments: [
            ("/dev/zero", "no file"), ("/dev/full", "no file"), ("/tmp", "is a folder"), ("huge", "MiB"),
            ("<(cat /dev/zero)", "MiB"),
        ])
    func noRecording(_ path: String, _ words: String) throws {
        let result = try demo().shell(
            "truncate -s 300M huge; \(Self.memoryLimit) exec $demo --display headless --replay \(path)")
        #expect(result.status == 1, "\(result)")
        #expect(result.complaints.contains(words) && result.complaints.contains("; "), "\(result.complaints)")
    }

    @Test("a pipe is a recording")
    func pipe() throws {
        let result = try demo().shell("cat b.pen | $demo --virtual-time --replay /dev/stdin")
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("1 tap"))
    }

    @Test("what a file holds does not reach the terminal raw, and not at length")
    func rawText() throws {
        let demo = try DemoProcess()
        try demo.write(
            Self.tap + "\u{1b}[31m" + String(repeating: "x", count: 3_000_000) + "\n", to: "b.pen")
        let result = try demo.run("--virtual-time", "--replay", "b.pen")
        #expect(result.status == 1)
        #expect(!result.complaints.contains("\u{1b}"))
        #expect(result.complaints.utf8.count < 300)
    }

    @Test(
        "output that cannot be written is told by the status",
        arguments: [">/dev/full", ">&-", "<&- >&-", "| true"], ["--help", "--virtual-time --replay b.pen"])
    func lostOutput(_ redirection: String, _ words: String) throws {
        let result = try demo().shell("set -o pipefail; (sleep 0.1; $demo \(words)) \(redirection)")
        #expect(result.status == 1, "\(result)")
        #expect(result.complaints.contains("standard output"), "\(result.complaints)")
    }

    @Test("with standard descriptors closed it makes the same files")
    func closedDescriptors() throws {
        let demo = try demo()
        let result = try demo.shell(
            "$demo --virtual-time --replay b.pen --record r --trace t >o; $demo --virtual-time --replay b.pen --record r2 --trace t2 <&- >&- 2>&-"
        )
        #expect(result.status == 1, "\(result)")
        #expect(try demo.read("r") == demo.read("r2"))
        #expect(try demo.read("t") == demo.read("t2"))
        #expect(try demo.read("o").contains("1 tap"))
    }

    @Test("a dead standard error ends no run")
    func deadErrors() throws {
        let demo = try demo()
        // A keyboard without a keymap is told there, in mid-run.
        try demo.write(
            Self.header + "0.1 added 2 \"k\" keyboard\n0.1 key 2 30 down\n0.2 key 2 30 up\n0.3 end\n",
            to: "b.pen")
        let result = try demo.shell(
            "export XKB_CONFIG_ROOT=/nonexistent; (sleep 0.2; $demo --virtual-time --replay b.pen --record r; echo $? >status) 2> >(exec true)"
        )
        #expect(result.status == 0, "\(result)")
        #expect(try demo.read("status") == "0\n")
        #expect(try demo.read("r").hasSuffix(" end\n"))
    }

    @Test(
        "a file that may not grow is told at the end, and the run ends in order",
        .enabled(if: !isSanitized, "the thread sanitizer writes files of its own"),
        arguments: ["--record r", "--trace r", "--pictures r"])
    func limitedFiles(_ words: String) throws {
        let demo = try demo()
        let result = try demo.shell(
            "(ulimit -f 0; exec $demo --virtual-time --replay b.pen \(words) 2>&1) | cat; exit ${PIPESTATUS[0]}"
        )
        #expect(result.status == 1, "\(result)")
        #expect(result.output.contains("1 tap"))
        #expect(result.output.contains("ulimit -f"), "\(result)")
    }

    @Test("words take no value", arguments: ["--help=x", "--help=", "--virtual-time=1"])
    func words(_ word: String) throws {
        let result = try DemoProcess().run(word)
        #expect(result.status == 2, "\(result)")
        #expect(result.complaints.contains("takes no value"))
    }

    @Test("a device that cannot be had is told once", arguments: ["/dev/null", "/dev/input/event999"])
    func device(_ path: String) throws {
        let result = try DemoProcess().run("--input", path)
        #expect(result.status == 1, "\(result)")
        #expect(result.output.isEmpty && result.complaints.split(separator: "\n").count == 1, "\(result)")
    }

    @Test("a seat without a device is told, and waited for")
    func noDevice() throws {
        let result = try DemoProcess().shell("exec $demo --display headless --input udev --duration 0.05")
        guard result.status == 0 else {
            return #expect(result.complaints.contains("/dev/input"), "\(result)")
        }
        #expect(result.complaints.contains("no input device") == !Self.hasDevices, "\(result)")
    }

    private static var hasDevices: Bool { access("/dev/input/event0", F_OK) == 0 }

    @Test(
        "what is wrong with a path has a remedy",
        arguments: [
            ("--display /", "such as /dev/dri/card0"), ("--display /dev/null", "such as /dev/dri/card0"),
            ("--display /dev/null", "errno"), ("--virtual-time --replay /tmp", "name a file in it"),
        ])
    func remedies(_ words: String, _ remedy: String) throws {
        let result = try DemoProcess().shell("exec $demo --input none \(words)")
        #expect(result.status == 1, "\(result)")
        #expect(result.complaints.contains(remedy), "\(result.complaints)")
    }

    @Test(
        "without keyboard layouts keys still come, and one line says what is missing",
        arguments: ["/nonexistent", "/etc"])
    func noKeymap(_ root: String) throws {
        let demo = try DemoProcess()
        try demo.write(
            Self.header + "0.1 added 2 \"k\" keyboard\n0.1 key 2 30 down\n0.2 key 2 30 up\n0.3 end\n",
            to: "b.pen")
        demo.environment = ["XKB_CONFIG_ROOT=\(root)"]
        let result = try demo.run("--virtual-time", "--replay", "b.pen")
        #expect(result.status == 0, "\(result)")
        #expect(result.complaints.split(separator: "\n").count == 1, "\(result.complaints)")
        #expect(result.complaints.contains("XKB_CONFIG_ROOT") && result.complaints.contains("xkb-data"))
    }

    @Test("a recording of a replay is as long as the replay, however often it is recorded again")
    func sameLength() throws {
        let demo = try demo()
        for (from, to) in [("b", "c"), ("c", "d")] {
            let result = try demo.run("--virtual-time", "--replay", "\(from).pen", "--record", "\(to).pen")
            #expect(result.status == 0, "\(result)")
            #expect(try demo.read("\(to).pen").hasSuffix("0.300000000 end\n"))
        }
    }

    @Test("the scripts say what they miss", arguments: [["-u", "HOME"], ["HOME=/nonexistent"]])
    func scripts(_ environment: [String]) throws {
        let top = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let demo = try DemoProcess()
        let result = try demo.shell(
            "env \(environment.joined(separator: " ")) '/\(top)/scripts/setup'")
        #expect(result.status == 1, "\(result)")
        #expect(result.complaints.contains("HOME") && result.complaints.split(separator: "\n").count == 1)
    }
}
