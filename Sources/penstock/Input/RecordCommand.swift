import EventLoop
import InputBridge
import InputEvents

/// `penstock record`: what comes from the devices, into a file.
enum RecordCommand {
    static let help = """
        \(SeatChoice.options)

        Without DEVICE all devices of the seat. Ends with Ctrl-C; what was written by then can be played. Keys are
        written as they are typed: do not give away a recording in which you typed a password.
        """

    static func run(_ arguments: [String]) throws(ToolError) {
        var words = Words("record", arguments)
        var choice = SeatChoice()
        while let option = words.nextOption() {
            guard try choice.take(option, &words) else { throw words.unknown(option) }
        }
        guard let path = words.places.first else { throw words.error("expected the path of a file to write") }
        choice.devices = Array(words.places.dropFirst())
        let seat = try choice.open()
        var recorder: InputRecorder?
        let counts = try Listening.run(seat, size: choice.size, for: choice.duration) {
            (dispatcher) throws(InputError) in
            recorder = try InputRecorder(path: path, loop: .main, display: choice.size)
            dispatcher.recorder = recorder
            Tool.complain("recording into \(path); Ctrl-C ends it")
        } handler: { _ in
        }
        do throws(InputError) { try recorder?.close() } catch {
            throw ToolError(error.description, status: 1)
        }
        Tool.say("\(counts.read) events in \(path)")
    }
}
