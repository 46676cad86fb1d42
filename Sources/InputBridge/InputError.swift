import EventLoop
import Glibc

/// What input could not do, and what can be done about it.
///
/// Thread: any (a plain value).
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was wanted, such as `open /dev/input/event3` or `recording.pen:12`.
    public var wanted: String
    /// What was found instead, with the words of the system where it has some.
    public var found: String
    /// What to do about it; empty where nothing is known.
    public var remedy: String
    /// The system's error number; 0 where the system had no part in it.
    public var code: CInt

    /// Makes an error of its parts.
    public init(wanted: String, found: String, remedy: String = "", code: CInt = 0) {
        self.wanted = wanted
        self.found = found
        self.remedy = remedy
        self.code = code
    }

    /// Makes an error of a system call that failed, with the system's own words for it.
    public init(wanted: String, code: CInt, remedy: String = "") {
        self.init(
            wanted: wanted, found: Self.words(for: code),
            remedy: SystemError.descriptorRemedy(code) ?? remedy, code: code)
    }

    /// Makes an error of a line of a text that is not as it should be; lines count from 1.
    package init(_ mismatch: Mismatch, in name: String, line: Int) {
        self.init(
            wanted: "\(name):\(line)", found: "found \(mismatch.found), expected \(mismatch.expected)")
    }

    /// One line: what was wanted, what was found with its number, and the remedy.
    public var description: String {
        var line = "\(wanted): \(found)"
        if code != 0 { line += " (\(code))" }
        if !remedy.isEmpty { line += "; \(remedy)" }
        return line
    }

    private static func words(for code: CInt) -> String {
        guard let text = strerror(code) else { return "error" }
        return String(cString: text)
    }
}
