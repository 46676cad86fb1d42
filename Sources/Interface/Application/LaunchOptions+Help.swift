extension LaunchOptions.Option {
    /// What stands for the value in the help.
    fileprivate var placeholder: String {
        switch self {
        case .display: " auto|headless|/dev/dri/cardN"
        case .size: " WxH"
        case .scale: " F"
        case .rotation: " 0|90|180|270"
        case .input: " auto|udev|none|PATH,…"
        case .replay, .record, .trace: " FILE"
        case .pictures: " DIR"
        case .duration: " SECONDS"
        case .virtualTime, .help: ""
        }
    }

    /// What may be given, for messages.
    var allowed: String {
        switch self {
        case .display: "auto, headless or the path of a DRM node such as /dev/dri/card0"
        case .size: "WIDTHxHEIGHT in pixels, each 1 to 16384, such as 800x480"
        case .scale: "a number of pixels a point from 0.25 to 8"
        case .rotation: "0, 90, 180 or 270"
        case .input: "auto, udev, none or paths of devices with commas between, such as /dev/input/event3"
        case .replay: "the path of a recording"
        case .record, .trace: "the path of a file to write"
        case .pictures: "the path of a folder to write to"
        case .duration: "a number of seconds above 0, at most 31536000"
        case .virtualTime, .help: "nothing"
        }
    }

    fileprivate var explanation: [String] {
        switch self {
        case .display: ["where the frames go; auto: the console where it can be had, else headless"]
        case .size: ["headless: pixels of the picture as it is written; a screen has its own"]
        case .scale: ["pixels a point (default 1)"]
        case .rotation: ["turns the picture clockwise by as many degrees (default 0)"]
        case .input:
            [
                "where the events come from; auto: the devices of the console,",
                "or, headless, the recording that ships with the app",
            ]
        case .replay:
            [
                "plays a recording instead of listening to devices, as fast as it was made;",
                "with --virtual-time at once",
            ]
        case .record: ["writes what the devices send"]
        case .virtualTime: ["headless: jumps to the next deadline instead of sleeping"]
        case .trace: ["writes the turns of the loop, for Perfetto or chrome://tracing"]
        case .pictures: ["writes PNG pictures of the main moments"]
        case .duration: ["ends after so long"]
        case .help: ["shows this"]
        }
    }
}

extension LaunchOptions {
    /// The text that `--help` shows, with a line end after each line.
    public static func help(for program: String, about: String) -> String {
        var text = "\(program): \(about)\n\nUsage: \(program) [OPTION]…\n\n"
        for option in Option.allCases {
            text += "  \(option.rawValue)\(option.placeholder)\n"
            for line in option.explanation { text += "        \(line)\n" }
        }
        text += """

            On the console it runs until Ctrl-Alt-Backspace, SIGINT or SIGTERM; a replay ends when
            all of it was played and nothing moves any more.
            Exit status: 0 done, 1 something is missing (the message says what), 2 wrong option.

            """
        return text
    }
}
