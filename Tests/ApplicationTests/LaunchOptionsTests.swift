import InputBridge
import Interface
import Testing

@Suite struct LaunchOptionsTests {
    /// A command line and the one thing that it changes.
    struct Case: CustomTestStringConvertible, Sendable {
        var words: String
        var expected: LaunchOptions
        var testDescription: String { words }

        init(_ words: String, _ change: (inout LaunchOptions) -> Void) {
            self.words = words
            expected = LaunchOptions()
            change(&expected)
        }

        var arguments: [String] { words.split(separator: " ").map(String.init) }
    }

    static let good: [Case] = [
        Case("") { _ in },
        Case("--display auto") { $0.display = .automatic },
        Case("--display=headless") { $0.display = .headless },
        Case("--display /dev/dri/card1") { $0.display = .card("/dev/dri/card1") },
        Case("--size 1280x800") { $0.size = .init(width: 1280, height: 800) },
        Case("--size 1x16384") { $0.size = .init(width: 1, height: 16384) },
        Case("--scale 1.25") { $0.scale = 1.25 },
        Case("--scale=8") { $0.scale = 8 },
        Case("--rotation 270") { $0.rotation = .threeQuarters },
        Case("--rotation 0") { $0.rotation = .none },
        Case("--input udev") { $0.input = .udev },
        Case("--input none") { $0.input = .none },
        Case("--input /dev/input/event3,/dev/input/event4") {
            $0.input = .devices(["/dev/input/event3", "/dev/input/event4"])
        },
        Case("--replay monday.pen") { $0.replay = "monday.pen" },
        Case("--replay=a=b.pen") { $0.replay = "a=b.pen" },
        Case("--record tuesday.pen") { $0.record = "tuesday.pen" },
        Case("--virtual-time") { $0.virtualTime = true },
        Case("--trace t.json") { $0.trace = "t.json" },
        Case("--pictures out") { $0.pictures = "out" },
        Case("--duration 2.5") { $0.duration = .milliseconds(2500) },
        Case("--duration 31536000") { $0.duration = .seconds(31_536_000) },
        Case("--help") { $0.help = true },
        Case("-h --nonsense") { $0.help = true },
        Case("--size 10x10 --size 20x20") { $0.size = .init(width: 20, height: 20) },
        Case("--display headless --replay monday.pen --virtual-time --pictures out") {
            $0.display = .headless
            $0.replay = "monday.pen"
            $0.virtualTime = true
            $0.pictures = "out"
        },
        Case("--replay a.pen --record b.pen") {
            $0.replay = "a.pen"
            $0.record = "b.pen"
        },
    ]

    @Test("options that are right", arguments: good)
    func right(_ sample: Case) throws {
        #expect(try LaunchOptions(arguments: sample.arguments) == sample.expected)
    }

    /// A wrong command line and what its message must contain.
    static let bad: [(words: String, parts: [String])] = [
        ("--display", ["--display needs a value", "auto", "headless", "/dev/dri/card0"]),
        ("--display --virtual-time", ["--display needs a value"]),
        ("--display vga", ["--display", "'vga'", "headless"]),
        ("--display=", ["--display", "''"]),
        ("--size 800", ["--size", "'800'", "800x480"]),
        ("--size 0x480", ["--size", "'0x480'", "1 to 16384"]),
        ("--size 800x16385", ["--size", "'800x16385'"]),
        ("--size -800x480", ["--size", "'-800x480'"]),
        ("--size 800x480x3", ["--size", "'800x480x3'"]),
        ("--size 99999999999999999999x1", ["--size"]),
        ("--scale 0", ["--scale", "'0'", "0.25 to 8"]),
        ("--scale nan", ["--scale", "'nan'"]),
        ("--scale inf", ["--scale", "'inf'"]),
        ("--scale 8.01", ["--scale", "'8.01'"]),
        ("--scale two", ["--scale", "'two'"]),
        ("--rotation 45", ["--rotation", "'45'", "0, 90, 180 or 270"]),
        ("--rotation -90", ["--rotation", "'-90'"]),
        ("--input mouse", ["--input", "'mouse'", "/dev/input/event3"]),
        ("--input /dev/input/event1,,", ["--input", "'/dev/input/event1,,'"]),
        ("--duration 0", ["--duration", "'0'", "above 0"]),
        ("--duration -1", ["--duration", "'-1'"]),
        ("--duration 1e30", ["--duration", "'1e30'"]),
        ("--duration nan", ["--duration", "'nan'"]),
        ("--virtual-time=yes", ["--virtual-time takes no value", "'yes'"]),
        ("--help=x", ["--help takes no value", "'x'"]),
        ("--virtul-time", ["unknown option --virtul-time", "did you mean --virtual-time?"]),
        ("--ratation=90", ["unknown option --ratation", "did you mean --rotation?"]),
        ("--dipslay headless", ["did you mean --display?"]),
        ("--colour", ["unknown option --colour"]),
        ("-x", ["unknown option -x"]),
        ("monday.pen", ["'monday.pen' is no option", "--replay monday.pen"]),
        ("--display /dev/dri/card0 --virtual-time", ["--virtual-time", "headless", "/dev/dri/card0"]),
        ("--virtual-time --input none", ["never ends", "--duration"]),
        ("--virtual-time --input udev", ["--virtual-time", "--input none"]),
        ("--replay a.pen --input udev", ["--replay a.pen", "--input"]),
        ("--record a.pen --input none", ["--record", "--input none"]),
        ("--record a.pen --replay a.pen", ["--record and --replay", "a.pen"]),
    ]

    @Test("options that are wrong", arguments: bad)
    func wrong(_ words: String, _ parts: [String]) {
        let arguments = words.split(separator: " ").map(String.init)
        let error = #expect(throws: UsageError.self) { try LaunchOptions(arguments: arguments) }
        let line = error?.description ?? ""
        for part in parts { #expect(line.contains(part), "\(line)") }
        #expect(!line.contains("\n"))
    }

    @Test("an option far from every name gets no suggestion")
    func farName() {
        let error = #expect(throws: UsageError.self) { try LaunchOptions(arguments: ["--background-colour"]) }
        #expect(error?.description == "unknown option --background-colour")
    }

    @Test("an empty word is named")
    func emptyWord() {
        #expect(throws: UsageError.self) { try LaunchOptions(arguments: [""]) }
        #expect(throws: UsageError.self) { try LaunchOptions(arguments: ["--replay", ""]) }
    }

    @Test("the help names every option and fits a terminal")
    func help() {
        let text = LaunchOptions.help(for: "counter", about: "sells coffee")
        for name in [
            "--display", "--size", "--scale", "--rotation", "--input", "--replay", "--record",
            "--virtual-time", "--trace", "--pictures", "--duration", "--help",
        ] { #expect(text.contains("  \(name)")) }
        #expect(text.hasPrefix("counter: sells coffee\n"))
        for line in text.split(separator: "\n") { #expect(line.count <= 90, "\(line)") }
    }
}
