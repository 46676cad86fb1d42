import EventLoop

/// Reads the text of a scenario; the first error ends it, with file, line, and what was expected.
struct ScenarioReader {
    private let file: String
    private var line = 0
    private var scenario = Scenario()
    private var kinds: [String: Scenario.Kind] = [:]
    /// Uses of names, checked when all declarations are known.
    private var uses: [(line: Int, name: String, kinds: [Scenario.Kind])] = []

    static func read(_ text: String, file: String) throws(ToolError) -> Scenario {
        var reader = ScenarioReader(file: file)
        // A line may end as on other systems: both characters are one `Character`.
        for line in text.split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" })
        {
            reader.line += 1
            try reader.readLine(withoutComment(line))
        }
        try reader.checkUses()
        return reader.scenario
    }

    private init(file: String) { self.file = file }

    private func expected(_ what: String, found: (some StringProtocol)?) -> ToolError {
        expected(what, found: found.map { String($0) }, line: line)
    }

    private func expected(_ what: String, found: String?, line: Int) -> ToolError {
        // In quotes, and with what a terminal would obey made harmless.
        let found = found.map { String($0.prefix(80)).debugDescription } ?? "nothing"
        return ToolError("\(file):\(line): expected \(what), found \(found)")
    }

    /// A comment begins with a `#` that no digit follows, at the start of the line or after a space.
    private static func withoutComment(_ line: Substring) -> Substring {
        var previous: Character = " "
        for index in line.indices {
            let next = line.index(after: index)
            let isCount = next < line.endIndex && line[next].isASCII && line[next].isNumber
            if line[index] == "#", previous == " " || previous == "\t", !isCount { return line[..<index] }
            previous = line[index]
        }
        return line
    }

    private mutating func readLine(_ text: Substring) throws(ToolError) {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let first = words.first else { return }
        switch first {
        case "title": return
        case "level":
            guard words.count == 2, ["core", "quirk", "main"].contains(words[1]) else {
                throw expected("level core, quirk or main", found: words.dropFirst().first)
            }
        case "loop":
            guard words.count == 2, ["thread", "main"].contains(words[1]) else {
                throw expected("loop thread or main", found: words.dropFirst().first)
            }
            scenario.onMain = words[1] == "main"
        case "when":
            scenario.handlers.append(try handler(text))
        case "at":
            let (head, actions) = try split(text)
            guard head.count == 2 else { throw expected("at TIME: ACTIONS", found: head.last) }
            scenario.lines.append(.timed(try time(head[1]), try self.actions(actions)))
        default:
            if let kind = Scenario.Kind(rawValue: String(first)) {
                scenario.lines.append(.declaration(try declaration(kind, words)))
            } else {
                scenario.lines.append(.actions(try actions(text)))
            }
        }
    }

    /// What is before the first colon, in words, and what is behind it.
    private func split(_ text: Substring) throws(ToolError) -> ([Substring], Substring) {
        guard let colon = text.firstIndex(of: ":") else {
            throw expected("\":\" before the actions", found: text)
        }
        return (text[..<colon].split(whereSeparator: \.isWhitespace), text[text.index(after: colon)...])
    }

    // MARK: Declarations

    private mutating func declaration(
        _ kind: Scenario.Kind, _ words: [Substring]
    ) throws(ToolError) -> Scenario.Declaration {
        guard words.count > 1 else { throw expected("the name of the \(kind)", found: nil as String?) }
        var made = Scenario.Declaration(kind: kind, name: String(words[1]))
        guard kinds[made.name] == nil else { throw expected("a name that is not taken", found: words[1]) }
        kinds[made.name] = kind
        var rest = words.dropFirst(2)
        if kind == .observer {
            guard let list = rest.popFirst() else {
                throw expected("the observer's activities", found: nil as String?)
            }
            for name in list.split(separator: ",") {
                guard let activity = Loop.Activity(named: name) else {
                    throw expected("an activity", found: name)
                }
                made.activities.formUnion(activity)
            }
        }
        for word in rest { try attribute(word, &made) }
        return made
    }

    private func attribute(_ word: Substring, _ made: inout Scenario.Declaration) throws(ToolError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        switch (parts[0], parts.count, made.kind) {
        case ("once", 1, .observer): made.repeats = false
        case ("hooks", 1, .source0): made.hooks = true
        case ("in", 2, _): made.modes = parts[1] == "none" ? [] : try modes(parts[1])
        case ("after", 2, .timer): made.after = try time(parts[1])
        case ("every", 2, .timer): made.every = try time(parts[1])
        case ("tolerance", 2, .timer): made.tolerance = try time(parts[1])
        case ("order", 2, _):
            guard let order = Int(parts[1]) else { throw expected("order=NUMBER", found: word) }
            made.order = order
        default: throw expected("an attribute of a \(made.kind)", found: word)
        }
    }

    private func modes(_ text: Substring) throws(ToolError) -> [String] {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard !names.contains("") else { throw expected("modes with commas between", found: text) }
        return names
    }

    private func time(_ text: Substring) throws(ToolError) -> Duration {
        if text == "0" { return .zero }
        let (number, unit) =
            text.hasSuffix("ms")
            ? (Double(text.dropLast(2)), 1e-3)
            : text.hasSuffix("s") ? (Double(text.dropLast()), 1) : (nil, 1)
        guard let number, number.isFinite, abs(number) < 1e9 else {
            throw expected("a time such as 40ms, 1.5s or 0", found: text)
        }
        return .seconds(number * unit)
    }

    // MARK: Handlers

    private mutating func handler(_ text: Substring) throws(ToolError) -> Scenario.Handler {
        let (head, actions) = try split(text)
        guard head.count > 1 else { throw expected("when NAME", found: nil as String?) }
        var activity: Loop.Activity?
        var calls = 1...Int.max
        for word in head.dropFirst(2) {
            if word.hasPrefix("#") {
                calls = try self.calls(word)
            } else {
                guard let named = Loop.Activity(named: word) else {
                    throw expected("an activity or #COUNT", found: word)
                }
                activity = named
            }
        }
        return Scenario.Handler(
            name: String(head[1]), activity: activity, calls: calls, actions: try self.actions(actions))
    }

    /// The counts `#3`, `#3-5`, `#3-`.
    private func calls(_ word: Substring) throws(ToolError) -> ClosedRange<Int> {
        let parts = word.dropFirst().split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        if let first = Int(parts[0]), first > 0 {
            if parts.count == 1 { return first...first }
            if parts[1].isEmpty { return first...Int.max }
            if let last = Int(parts[1]), last >= first { return first...last }
        }
        throw expected("a count such as #1, #2-4 or #3-", found: word)
    }

    // MARK: Actions

    private mutating func actions(_ text: Substring) throws(ToolError) -> [Scenario.Action] {
        var all: [Scenario.Action] = []
        for part in text.split(separator: ";") {
            let words = part.split(whereSeparator: \.isWhitespace)
            if !words.isEmpty { all.append(try action(words)) }
        }
        return all
    }

    private mutating func action(_ words: [Substring]) throws(ToolError) -> Scenario.Action {
        let all = Scenario.Kind.allCases
        switch (words[0], words.count) {
        case ("signal", 2): return .signal(name(words[1], [.source0]))
        case ("write", 2): return .write(name(words[1], [.source1]))
        case ("wake", 1): return .wake
        case ("stop", 1): return .stop
        case ("add", 3): return .add(name(words[1], all), mode: String(words[2]))
        case ("remove", 3): return .remove(name(words[1], all), mode: String(words[2]))
        case ("invalidate", 2): return .invalidate(name(words[1], all))
        case ("common", 2): return .common(String(words[1]))
        case ("setnext", 3): return .setNext(name(words[1], [.timer]), try time(words[2]))
        case ("block", 3): return .block(String(words[1]), modes: try modes(words[2]))
        case ("async", 2): return .async(String(words[1]))
        case ("run", 3), ("run", 4):
            if words.count == 4, words[3] != "returnAfterSource" {
                throw expected("returnAfterSource", found: words[3])
            }
            return .run(
                mode: String(words[1]), words[2] == "forever" ? nil : try time(words[2]),
                returnAfterSource: words.count == 4)
        case ("runloop", 1): return .runLoop
        case ("sleep", 2): return .sleep(try time(words[1]))
        case ("print", _): return .print(words.dropFirst().joined(separator: " "))
        case ("query", 2...): return .query(try query(words))
        default: throw expected("an action with its arguments", found: words.joined(separator: " "))
        }
    }

    private mutating func query(_ words: [Substring]) throws(ToolError) -> Scenario.Query {
        switch (words[1], words.count) {
        case ("valid", 3): return .valid(name(words[2], Scenario.Kind.allCases))
        case ("signalled", 3): return .signalled(name(words[2], [.source0]))
        case ("contains", 4): return .contains(name(words[2], Scenario.Kind.allCases), mode: String(words[3]))
        case ("next", 3): return .next(name(words[2], [.timer]))
        case ("nextIn", 3): return .nextIn(mode: String(words[2]))
        case ("mode", 2): return .mode
        case ("modes", 2): return .modes
        case ("waiting", 2): return .waiting
        default: throw expected("a query with its arguments", found: words.dropFirst().joined(separator: " "))
        }
    }

    // MARK: Names

    private mutating func name(_ word: Substring, _ kinds: [Scenario.Kind]) -> String {
        uses.append((line, String(word), kinds))
        return String(word)
    }

    private func checkUses() throws(ToolError) {
        for use in uses {
            guard let kind = kinds[use.name] else {
                throw expected("the name of a declared object", found: use.name, line: use.line)
            }
            guard use.kinds.contains(kind) else {
                let wanted = use.kinds.map(\.rawValue).joined(separator: " or ")
                throw expected("a \(wanted)", found: "\(use.name), a \(kind.rawValue)", line: use.line)
            }
        }
    }
}
