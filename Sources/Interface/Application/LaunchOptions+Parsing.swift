import InputBridge

// From words to values. `--option value` and `--option=value` are the same; an option that is given twice
// counts as it was given last, so that a script's own options can be followed by those of its caller.

extension LaunchOptions {
    /// Reads a command line without the program's name.
    ///
    /// Throws at the first word that is wrong, then for options that exclude each other. With `--help`
    /// anywhere nothing else is looked at. Cost: linear in the words.
    public init(arguments: [String]) throws(UsageError) {
        self.init()
        if arguments.contains("--help") || arguments.contains("-h") {
            help = true
            return
        }
        var rest = arguments[...]
        while let word = rest.popFirst() {
            let (name, attached) = Self.split(word)
            guard let option = Option(rawValue: name) else { throw Self.unknown(word, name) }
            guard option != .virtualTime, option != .help else {
                if let attached { throw UsageError("\(name) takes no value, found '\(attached)'") }
                virtualTime = true
                continue
            }
            guard let value = attached ?? Self.takeValue(&rest) else {
                throw UsageError("\(name) needs a value: \(option.allowed)")
            }
            try set(option, value)
        }
        try checkTogether()
    }

    /// The options by their words; the order is that of the help.
    enum Option: String, CaseIterable {
        case display = "--display"
        case size = "--size"
        case scale = "--scale"
        case rotation = "--rotation"
        case input = "--input"
        case replay = "--replay"
        case record = "--record"
        case virtualTime = "--virtual-time"
        case trace = "--trace"
        case pictures = "--pictures"
        case duration = "--duration"
        case help = "--help"
    }

    private static func split(_ word: String) -> (name: String, value: String?) {
        guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return (word, nil) }
        return (String(word[..<equals]), String(word[word.index(after: equals)...]))
    }

    /// The next word, unless it is an option itself: then the value was forgotten.
    private static func takeValue(_ rest: inout ArraySlice<String>) -> String? {
        guard let next = rest.first, !next.hasPrefix("--") else { return nil }
        rest.removeFirst()
        return next
    }

    private static func unknown(_ word: String, _ name: String) -> UsageError {
        guard word.hasPrefix("-"), word != "-" else {
            return UsageError("'\(word)' is no option: every value belongs to one, such as --replay \(word)")
        }
        guard let near = nearestName(to: name, in: Option.allCases.map(\.rawValue)) else {
            return UsageError("unknown option \(name)")
        }
        return UsageError("unknown option \(name); did you mean \(near)?")
    }

    private mutating func set(_ option: Option, _ value: String) throws(UsageError) {
        func wrong() -> UsageError {
            UsageError("\(option.rawValue): found '\(value)', allowed is \(option.allowed)")
        }
        guard !value.isEmpty else { throw wrong() }
        switch option {
        case .display:
            guard let choice = DisplayChoice(value) else { throw wrong() }
            display = choice
        case .size:
            guard let pixels = PixelSize(value) else { throw wrong() }
            size = pixels
        case .scale:
            guard let number = Double(value), (0.25...8).contains(number) else { throw wrong() }
            scale = number
        case .rotation:
            guard let degrees = Int(value), let turn = Rotation(rawValue: degrees) else { throw wrong() }
            rotation = turn
        case .input:
            guard let choice = InputChoice(value) else { throw wrong() }
            input = choice
        case .replay: replay = value
        case .record: record = value
        case .trace: trace = value
        case .pictures: pictures = value
        case .duration:
            guard let seconds = Double(value), seconds > 0, seconds <= 31_536_000 else { throw wrong() }
            duration = .nanoseconds(Int64((seconds * 1e9).rounded()))
        case .virtualTime, .help: break
        }
    }

    private func checkTogether() throws(UsageError) {
        if case .card(let path) = display, virtualTime {
            throw UsageError("--virtual-time is for --display headless only, found --display \(path)")
        }
        let usesDevices = input != .automatic && input != .none
        if usesDevices, virtualTime {
            throw UsageError("--virtual-time cannot wait for devices: use --input none or --replay FILE")
        }
        if virtualTime, input == .none, replay == nil, duration == nil {
            throw UsageError("--virtual-time with --input none never ends: add --duration SECONDS")
        }
        if usesDevices, let replay {
            throw UsageError("--replay \(replay) takes the place of devices: leave out --input")
        }
        if record != nil, input == .none, replay == nil {
            throw UsageError("--record has nothing to record with --input none")
        }
        if let record, record == replay {
            throw UsageError("--record and --replay name the same file, \(record)")
        }
    }
}

extension LaunchOptions.DisplayChoice {
    fileprivate init?(_ word: String) {
        switch word {
        case "auto": self = .automatic
        case "headless": self = .headless
        case _ where word.hasPrefix("/"): self = .card(word)
        default: return nil
        }
    }
}

extension LaunchOptions.InputChoice {
    fileprivate init?(_ word: String) {
        switch word {
        case "auto": self = .automatic
        case "udev": self = .udev
        case "none": self = .none
        default:
            let paths = word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard paths.allSatisfy({ $0.hasPrefix("/") && $0.count > 1 }) else { return nil }
            self = .devices(paths)
        }
    }
}

extension LaunchOptions.PixelSize {
    fileprivate init?(_ word: String) {
        let parts = word.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else { return nil }
        guard (1...16384).contains(width), (1...16384).contains(height) else { return nil }
        self.init(width: width, height: height)
    }
}
