import EventLoop
import Glibc

/// Why there is no picture: what was tried, what came back, and the remedy.
///
/// Thread: any (a plain value).
public struct DisplayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing is missing; for a program that reacts to it.
    ///
    /// Thread: any (a plain value).
    public struct Reason: Hashable, Sendable {
        private let name: String
        private init(_ name: String) { self.name = name }

        /// There is no display device at all.
        public static let noCard = Reason("noCard")
        /// A device is there, and this user may not open it.
        public static let permission = Reason("permission")
        /// Another program shows its picture on the device.
        public static let busy = Reason("busy")
        /// No connector has a screen on it.
        public static let noConnector = Reason("noConnector")
        /// The driver has no atomic mode setting.
        public static let notAtomic = Reason("notAtomic")
        /// The driver has no buffers that the processor can draw into.
        public static let noDumbBuffers = Reason("noDumbBuffers")
        /// No plane of the driver takes 32-bit pixels on the chosen output.
        public static let noPlane = Reason("noPlane")
        /// The device went away while it was in use (D-23).
        public static let gone = Reason("gone")
        /// The terminal cannot be put into graphics mode.
        public static let terminal = Reason("terminal")
        /// The seat gives no session.
        public static let session = Reason("session")
        /// Any other call that failed.
        public static let system = Reason("system")
    }

    /// The kind of failure.
    public let reason: Reason
    /// The device in question, as a path; empty when there is none.
    public let path: String
    /// The call that failed, or what was looked for.
    public let operation: String
    /// The errno of the call, 0 when no call failed.
    public let code: CInt
    /// What to do about it; empty when nothing is known to help.
    public let remedy: String

    package init(
        _ reason: Reason, path: String, operation: String, code: CInt = 0, remedy: String = ""
    ) {
        self.reason = reason
        self.path = path
        self.operation = operation
        self.code = code
        self.remedy = SystemError.descriptorRemedy(code) ?? remedy
    }

    /// One line: `open /dev/dri/card0: Permission denied (errno 13); add the user to group "video" …`.
    public var description: String {
        var line = path.isEmpty ? operation : "\(operation) \(path)"
        if code != 0 { line += ": \(String(cString: strerror(code))) (errno \(code))" }
        return remedy.isEmpty ? line : "\(line); \(remedy)"
    }
}

extension DisplayError {
    /// What a failed `open` of a card means.
    static func opening(_ path: String, code: CInt) -> DisplayError {
        switch code {
        case EACCES, EPERM:
            DisplayError(
                .permission, path: path, operation: "open", code: code,
                remedy: "add the user to group \"video\" or start from a seat")
        case ENOENT, ENXIO, ENODEV:
            DisplayError(
                .noCard, path: path, operation: "open", code: code,
                remedy: "load the display driver, or use --display headless")
        default:
            DisplayError(.system, path: path, operation: "open", code: code, remedy: nameANode)
        }
    }

    static let nameANode = "name a DRM node such as /dev/dri/card0, or use --display headless"

    /// What a failed call on an open card means; `ENODEV` is an unplugged one (D-23).
    static func calling(_ operation: String, _ path: String, code: CInt) -> DisplayError {
        switch code {
        case ENODEV, ENXIO:
            DisplayError(
                .gone, path: path, operation: operation, code: code, remedy: "the device was removed")
        case EBUSY:
            DisplayError(.busy, path: path, operation: operation, code: code)
        case EACCES, EPERM:
            DisplayError(
                .permission, path: path, operation: operation, code: code,
                remedy: "another program holds the display, or the terminal is not the active one")
        default:
            DisplayError(.system, path: path, operation: operation, code: code)
        }
    }
}
