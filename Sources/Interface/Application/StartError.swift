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
        self.init("\(wish): \(text) (errno \(code)); \(remedy)")
    }
}
