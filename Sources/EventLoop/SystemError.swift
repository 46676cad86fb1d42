import CLinux

/// A system call that failed.
///
/// Thread: any (a plain value).
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call's name.
    public let call: String
    /// The value of errno.
    public let code: CInt
    /// What it was about and what to do; may be empty.
    public let detail: String

    /// Makes an error of a call's outcome.
    public init(call: String, code: CInt, detail: String = "") {
        self.call = call
        self.code = code
        self.detail = detail
    }

    /// One line: the call, what it was about, the error's text and number.
    public var description: String {
        let text = strerror(code).map { String(cString: $0) } ?? "error"
        return "\(call)\(detail.isEmpty ? "" : " (\(detail))"): \(text) (errno \(code))"
    }
}

extension SystemError {
    /// What to do where no descriptor is left.
    package static let raiseOpenFiles = "raise the limit of open files (ulimit -n)"

    /// That, for an error number that says so; `nil` for another one.
    package static func descriptorRemedy(_ code: CInt) -> String? {
        code == EMFILE || code == ENFILE ? raiseOpenFiles : nil
    }
}

/// A result of a call in `CLinux` that cannot fail unless the process is out of descriptors or memory.
func required(_ status: CInt, _ call: StaticString) -> CInt {
    guard status < 0 else { return status }
    let error = SystemError(
        call: "\(call)", code: -status, detail: SystemError.raiseOpenFiles)
    fatalError("kernel: \(error)")
}
