import EventLoop
import Glibc

/// Why an app could not start: what was wanted, what was found, what to do.
///
/// The process should end with status 1; nothing was started and no file was made. Thread: any (a plain value).
public struct StartError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line for the person at the shell.
    public let description: String

    /// Makes an error of its line.
    public init(_ description: String) { self.description = description }

    /// Makes an error of a failed look at the file system and its remedy.
    init(_ wish: String, code: CInt, remedy: String) {
        // Safety: strerror's text is copied at once; start-up has one thread.
        let text = String(cString: strerror(code))
        let remedy =
            switch code {
            case EFBIG: "raise the limit of a file's size (ulimit -f)"
            case ENOSPC, EDQUOT: "make room on the disk"
            default: SystemError.descriptorRemedy(code) ?? remedy
            }
        self.init("\(wish): \(text) (errno \(code)); \(remedy)")
    }

    /// Nobody reads what the program says.
    static func lostOutput(_ code: CInt) -> StartError {
        StartError("standard output", code: code, remedy: "open it, or lead it to a place with room")
    }
}
