/// The words behind a subcommand, taken one after the other; each error names the subcommand and what it takes.
struct Words {
    let subcommand: String
    private var rest: ArraySlice<String>
    private(set) var places: [String] = []

    init(_ subcommand: String, _ words: [String]) {
        self.subcommand = subcommand
        rest = words[...]
    }

    /// The next option, `nil` at the end.
    ///
    /// Words that are none are kept in `places`.
    mutating func nextOption() -> String? {
        while let word = rest.popFirst() {
            if word.hasPrefix("--"), let sign = word.firstIndex(of: "=") {
                rest = ([String(word[word.index(after: sign)...])] + rest)[...]
                return String(word[..<sign])
            }
            if word.hasPrefix("-"), word != "-" { return word }
            places.append(word)
        }
        return nil
    }

    /// The value of an option that was just taken.
    mutating func value<T>(_ option: String, _ expected: String, _ make: (String) -> T?) throws(ToolError)
        -> T
    {
        guard let word = rest.popFirst() else { throw error("\(option) needs a value: \(expected)") }
        guard let value = make(word) else {
            throw error("\(option): found \"\(word)\", expected \(expected)")
        }
        return value
    }

    func unknown(_ option: String) -> ToolError {
        error("no option \"\(option)\"; `penstock \(subcommand) --help` lists them")
    }

    func error(_ text: String) -> ToolError { ToolError("\(subcommand): \(text)") }

    /// A time in seconds, as an option's value.
    static func seconds(_ word: String) -> Duration? {
        guard let seconds = Double(word), seconds > 0, seconds <= 31_536_000 else { return nil }
        return .nanoseconds(Int64(seconds * 1e9))
    }
}
