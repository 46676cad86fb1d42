/// `penstock doctor`: the findings, and an exit status for scripts.
enum DoctorCommand {
    static let help = """
        Looks at rights, udev, the seat, the display, the keyboard layout and the font, and says what to do.
        Exit status 0 when an application can run, 1 when something is BAD.
        """

    static func run(_ arguments: [String]) throws(ToolError) {
        var words = Words("doctor", arguments)
        if let option = words.nextOption() { throw words.unknown(option) }
        if let place = words.places.first { throw words.error("takes no words, found \"\(place)\"") }
        let findings = Doctor(SystemView()).findings()
        for finding in findings { Tool.say(finding.text) }
        let bad = findings.filter { $0.verdict == .bad }.count
        if bad > 0 { throw ToolError("doctor: \(bad) of \(findings.count) are BAD", status: 1) }
    }
}
