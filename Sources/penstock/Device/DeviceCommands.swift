import Glibc
import InputBridge
import KernelInput

/// `penstock play-device` and `penstock export`: recordings below libinput.
enum DeviceCommands {
    static let playHelp = """
          --settle MS      how long to wait before the first event, 500 when not given: udev and whoever listens need it
          --on-enter       wait for a line on standard input instead

        FILE is of `libinput record`, of evemu (.events, .desc, .evemu), or a recording of ours (.pen). Of several files
        the first describes the device and the others are played on it, one behind the other. Needs the right to write
        to /dev/uinput.
        """

    static let exportHelp = """
        Writes a recording of ours, or one of evemu, as `libinput record` does, for `libinput replay`. What cannot be
        expressed is counted. OUT may be - for standard output.
        """

    static func play(_ arguments: [String]) throws(ToolError) {
        var words = Words("play-device", arguments)
        var settle: Int? = 500
        while let option = words.nextOption() {
            switch option {
            case "--settle":
                settle = try words.value(option, "milliseconds from 0 to 60000") { word in
                    Int(word).flatMap { (0...60000).contains($0) ? $0 : nil }
                }
            case "--on-enter": settle = nil
            default: throw words.unknown(option)
            }
        }
        guard let first = words.places.first else { throw words.error("expected a recording") }
        var recording = try read(first)
        for path in words.places.dropFirst() { recording = recording.followed(by: try read(path)) }
        do throws(InputError) {
            let player = try KernelPlayer(recording)
            if settle == nil { _ = readLine() }
            try player.play(settle: settle ?? 0)
        } catch { throw ToolError(error.description, status: 1) }
    }

    static func export(_ arguments: [String]) throws(ToolError) {
        var words = Words("export", arguments)
        if let option = words.nextOption() { throw words.unknown(option) }
        guard words.places.count == 2 else { throw words.error("expected a recording and a file to write") }
        let text = try read(words.places[0]).yaml
        if words.places[1] == "-" { return Tool.say(String(text.dropLast())) }
        guard let file = fopen(words.places[1], "we") else {
            throw ToolError("\(words.places[1]): \(String(cString: strerror(errno)))", status: 1)
        }
        let written = fputs(text, file)
        guard fclose(file) == 0, written >= 0 else {
            throw ToolError("\(words.places[1]): \(String(cString: strerror(errno)))", status: 1)
        }
    }

    /// A recording of any form; what was passed over in it goes to standard error.
    private static func read(_ path: String) throws(ToolError) -> DeviceRecording {
        do throws(InputError) {
            let text = try readText(path)
            let recording: DeviceRecording
            if text.hasPrefix("penstock-recording") {
                let ours = try InputRecording(text: text, name: path)
                if let warning = ours.warning { Tool.complain(warning) }
                recording = DeviceRecording(ours)
            } else {
                recording = try DeviceRecording(text: text, name: path)
            }
            if let warning = recording.warning { Tool.complain("\(path): \(warning)") }
            return recording
        } catch { throw ToolError(error.description, status: 1) }
    }
}
