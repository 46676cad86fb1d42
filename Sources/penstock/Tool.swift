import Glibc

/// The command-line tool: `penstock SUBCOMMAND …`.
@main
enum Tool {
    /// A subcommand: its name, how it is called, one line about it, its options, and what it does with its arguments.
    struct Subcommand: Sendable {
        let name: String
        let usage: String
        let summary: String
        var options = ""
        let run: @Sendable ([String]) throws(ToolError) -> Void
    }

    static let subcommands = [
        Subcommand(
            name: "devices", usage: "devices [--seat NAME] [DEVICE…]", summary: "list the input devices",
            options: DevicesCommand.help,
            run: DevicesCommand.run),
        Subcommand(
            name: "doctor", usage: "doctor", summary: "look for what keeps an application from running",
            options: DoctorCommand.help,
            run: DoctorCommand.run),
        Subcommand(
            name: "events", usage: "events [OPTION…] [DEVICE…]",
            summary: "print what an application would get",
            options: EventsCommand.help,
            run: EventsCommand.run),
        Subcommand(
            name: "export", usage: "export FILE OUT.yml", summary: "write a recording for libinput replay",
            options: DeviceCommands.exportHelp,
            run: DeviceCommands.export),
        Subcommand(
            name: "play-device", usage: "play-device [OPTION…] FILE…",
            summary: "play a recording through a kernel device", options: DeviceCommands.playHelp,
            run: DeviceCommands.play),
        Subcommand(
            name: "record", usage: "record [OPTION…] FILE [DEVICE…]",
            summary: "record what comes from the devices",
            options: RecordCommand.help,
            run: RecordCommand.run),
        Subcommand(
            name: "replay", usage: "replay [OPTION…] FILE",
            summary: "print what a recording gives an application",
            options: EventsCommand.replayHelp,
            run: EventsCommand.replay),
        Subcommand(
            name: "scenario",
            usage: "scenario [--virtual-time] [--scale FACTOR] [--times] | --check  FILE.scn",
            summary: "play a run loop scenario and print its trace, or only check files",
            run: ScenarioCommand.run),
    ]

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do throws(ToolError) {
            try run(arguments)
        } catch {
            complain(error.message)
            exit(error.status)
        }
    }

    private static func run(_ arguments: [String]) throws(ToolError) {
        guard let name = arguments.first else { throw ToolError("a subcommand is missing\n\(help)") }
        if ["--help", "-h", "help"].contains(name) { return say(help) }
        guard let subcommand = subcommands.first(where: { $0.name == name }) else {
            let known = subcommands.map(\.name).joined(separator: ", ")
            throw ToolError("no subcommand \"\(name)\"; there is: \(known)")
        }
        let rest = Array(arguments.dropFirst())
        if rest.contains("--help") || rest.contains("-h") {
            let options = subcommand.options.isEmpty ? "" : "\n\n\(subcommand.options)"
            return say("usage: penstock \(subcommand.usage)\n\n\(subcommand.summary)\(options)")
        }
        try subcommand.run(rest)
    }

    static var help: String {
        let width = subcommands.map(\.usage.count).max() ?? 0
        let lines = subcommands.map { subcommand in
            let gap = String(repeating: " ", count: width - subcommand.usage.count)
            return "  \(subcommand.usage)\(gap)  \(subcommand.summary)"
        }
        return "usage: penstock SUBCOMMAND …\n\n" + lines.joined(separator: "\n")
    }

    /// One line to standard output, at once.
    static func say(_ text: String) { write(text, to: 1) }

    /// One line to standard error.
    static func complain(_ text: String) { write("penstock: \(text)", to: 2) }

    private static func write(_ text: String, to descriptor: CInt) {
        var line = text + "\n"
        line.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                guard count > 0 else { break }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }
}

/// What went wrong, in words for the person at the shell, and the exit status.
struct ToolError: Error {
    let message: String
    let status: CInt

    init(_ message: String, status: CInt = 2) {
        self.message = message
        self.status = status
    }
}
