import EventLoop
import InputBridge
import InputEvents

/// `penstock events` and `penstock replay`: what an application would get, a line an event.
enum EventsCommand {
    static let help = """
        \(SeatChoice.options)
          --size WxH       the display's size in points, 1920x1080 when not given
          --latency        at the end, how long events took from the kernel to here

        Without DEVICE all devices of the seat. The lines are those of a recording (docs/recording-format.md) with
        places in points; `at` is the pointer, `keysym` and `text` what a key means. Ends with Ctrl-C.
        """

    static let replayHelp = """
          --size WxH       the display's size in points; else that of the recording
          --virtual-time   at once, not at the speed at which it was recorded

        Exit status 1 when the file cannot be read, with the line that is wrong.
        """

    static func run(_ arguments: [String]) throws(ToolError) {
        var words = Words("events", arguments)
        var choice = SeatChoice()
        while let option = words.nextOption() {
            if try choice.take(option, &words) { continue }
            switch option {
            case "--size": choice.size = try words.value(option, "a size such as 800x480", size)
            case "--latency": choice.showsLatency = true
            default: throw words.unknown(option)
            }
        }
        choice.devices = words.places
        try show(try choice.open(), choice)
    }

    static func replay(_ arguments: [String]) throws(ToolError) {
        var words = Words("replay", arguments)
        var choice = SeatChoice()
        var chosen: Size?
        while let option = words.nextOption() {
            switch option {
            case "--size": chosen = try words.value(option, "a size such as 800x480", size)
            case "--virtual-time": Loop.main.clock = .virtual(VirtualClock(start: Instant(nanoseconds: 0)))
            default: throw words.unknown(option)
            }
        }
        guard words.places.count == 1 else {
            throw words.error("expected one recording, found \(words.places.count)")
        }
        let recording: InputRecording
        do throws(InputError) { recording = try InputRecording(contentsOfFile: words.places[0]) } catch {
            throw ToolError(error.description, status: 1)
        }
        if let warning = recording.warning { Tool.complain(warning) }
        choice.size = chosen ?? recording.display
        try show(InputSeat(replaying: recording, loop: .main), choice)
    }

    private static func size(_ word: String) -> Size? { RecordingFields.size(word[...]) }

    private static func show(_ seat: InputSeat, _ choice: SeatChoice) throws(ToolError) {
        let loop = Loop.main
        var line = EventLine(since: loop.now)
        var latencies = Latencies()
        _ = try Listening.run(seat, size: choice.size, for: choice.duration) { _ throws(InputError) in
        } handler: { event in
            let now = loop.now
            if let stamp = event.timestamp { latencies.add(now.nanoseconds - stamp.nanoseconds) }
            Tool.say(line.text(event, now: now))
        }
        if choice.showsLatency { Tool.say("# " + (latencies.summary ?? "no event")) }
    }
}
