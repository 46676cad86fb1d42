import Glibc

/// Why a picture or a font could not be used.
///
/// Thread: any (a plain value).
public struct GraphicsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was wanted, of which file, what came back, and the remedy.
    public var message: String
    /// The kernel's error number, or 0 when the kernel was not the one to refuse.
    public var errorNumber: CInt

    /// Makes an error of its parts.
    public init(_ message: String, errorNumber: CInt = 0) {
        self.message = message
        self.errorNumber = errorNumber
    }

    /// The message.
    public var description: String { message }

    /// An error of a system call on a path: the path, the errno and its text, and what to do.
    static func system(_ call: String, path: String, code: CInt) -> GraphicsError {
        let remedy =
            switch code {
            case ENOENT: "check the path; the folder must exist"
            case EACCES, EPERM, EROFS: "choose a place that this user may use"
            case ENOSPC, EDQUOT: "make room on the disk"
            case EFBIG: "raise the limit of a file's size (ulimit -f)"
            case EMFILE, ENFILE: "raise the limit of open files (ulimit -n)"
            case EISDIR: "name a file, not a folder"
            default: "check the path and the disk"
            }
        let text = String(cString: strerror(code))
        return GraphicsError("\(call) \(path): \(text) (errno \(code)); \(remedy)", errorNumber: code)
    }
}
