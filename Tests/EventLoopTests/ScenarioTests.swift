import Glibc
import Testing

/// The scenarios of the format in `docs/scenarios.md`, with the traces of the real CFRunLoop; those named `documented-…` are
/// ours, for where the real one is wrong, those named `found-…` are what the fuzzer found, with the verdict.
@Suite struct ScenarioTests {
    static let folder = String(#filePath.dropLast("ScenarioTests.swift".count)) + "Scenarios/"

    static let names: [String] = {
        guard let folder = opendir(folder) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".scn") { names.append(String(name.dropLast(4))) }
        }
        return names.sorted()
    }()

    private static func trace(_ name: String) throws -> String {
        try ToolRun.contents(of: folder + name + ".trace")
    }

    private static func start(_ name: String, _ options: [String] = []) throws -> ToolRun {
        try ToolRun("penstock", ["scenario"] + options + [folder + name + ".scn"])
    }

    private static func playAll(
        _ options: [String], atOnce: Int, _ check: (String, ToolRun) throws -> Void
    ) throws {
        var waiting = names[...]
        var running: [(name: String, run: ToolRun)] = []
        while !waiting.isEmpty || !running.isEmpty {
            while running.count < atOnce, let name = waiting.popFirst() {
                running.append((name, try start(name, options)))
            }
            let (name, run) = running.removeFirst()
            try check(name, run)
        }
    }

    @Test("every scenario gives its trace, several at a time in real time")
    func realTime() throws {
        #expect(Self.names.count >= 85)
        try Self.playAll([], atOnce: 8) { name, run in
            var result = run.finish()
            let trace = try Self.trace(name)
            // A machine under load can be late by more than a scenario leaves room for.
            if result.output != trace { result = try Self.start(name, ["--scale", "4"]).finish() }
            #expect(result.output == trace, "\(name)")
            #expect(result.status == 0, "\(name): \(result.errors)")
        }
    }

    @Test("every scenario gives its trace under the virtual clock")
    func virtualTime() throws {
        try Self.playAll(["--virtual-time"], atOnce: 2) { name, run in
            let result = run.finish()
            let trace = try Self.trace(name)
            #expect(result.output == trace, "\(name)")
            #expect(result.status == 0, "\(name): \(result.errors)")
        }
    }

    @Test("what the fuzzer found says whose fault it was")
    func verdicts() throws {
        let found = Self.names.filter { $0.hasPrefix("found-") }
        #expect(found.count >= 10)
        for name in found {
            let text = try ToolRun.contents(of: Self.folder + name + ".scn")
            #expect(text.contains("\n# found by seed ") && text.contains("\n# verdict: "), "\(name)")
        }
    }

    @Test("a scenario that calls itself without end is ended")
    func endless() throws {
        let text =
            "observer o entry\nsource0 keep\nwhen o: remove o default; add o default; block b default\n"
            + "when b: block b default; run default 0\nblock b default\nrun default 0\n"
        let file = try TemporaryFile(text)
        let result = try ToolRun("penstock", ["scenario", "--virtual-time", file.path]).finish()
        #expect(result.errors.contains("callouts within each other"))
        #expect(result.status == 2)
    }

    @Test(
        "a file with an error: its place and what was expected, status 2",
        arguments: [
            ("source0 a\nsignal b\n", "2: expected the name of a declared object, found \"b\""),
            ("source0 a\nwrite a\n", "2: expected a source1, found \"a, a source0\""),
            ("observer o never\n", "1: expected an activity, found \"never\""),
            ("timer t after=5\n", "1: expected a time such as 40ms, 1.5s or 0, found \"5\""),
            ("\nwhen a signal a\n", "2: expected \":\" before the actions, found \"when a signal a\""),
            ("source0 a\nsource0 a\n", "2: expected a name that is not taken, found \"a\""),
            ("run default\n", "1: expected an action with its arguments, found \"run default\""),
            ("when a #0: wake\n", "1: expected a count such as #1, #2-4 or #3-, found \"#0\""),
            (
                "source0 a\r\n# a comment\r\nsignal b\r\n",
                "3: expected the name of a declared object, found \"b\""
            ),
            ("source0 a\n\u{1B}[2J\n", "2: expected an action with its arguments, found \"\\u{1B}[2J\""),
            ("level easy\n", "1: expected level core, quirk or main, found \"easy\""),
        ])
    func errors(text: String, message: String) throws {
        let file = try TemporaryFile(text)
        let result = try ToolRun("penstock", ["scenario", file.path]).finish()
        #expect(result.errors == "penstock: \(file.path):\(message)\n")
        #expect(result.status == 2)
    }

    @Test("the tool's own options")
    func options() throws {
        #expect(try ToolRun("penstock", ["--help"]).finish().output.contains("scenario"))
        #expect(
            try ToolRun("penstock", ["scenario", "/nowhere.scn"]).finish().errors.contains("No such file"))
        #expect(
            try ToolRun("penstock", ["scenario", "/dev/zero"]).finish().errors.contains("found more than"))
        #expect(
            try ToolRun("penstock", ["scenario", "--scale", "1e300", "x.scn"]).finish().errors
                .contains("expected a factor from 0.001 to 1000"))
        let unknown = try ToolRun("penstock", ["dance"]).finish()
        #expect(unknown.status == 2 && unknown.errors.contains("no subcommand \"dance\""))
    }
}
