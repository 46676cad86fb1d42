/// What a loop's ports, workers and waits can fail with.
///
/// Thread: any (a plain value).
public enum LoopError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A system call failed.
    case system(SystemError)
    /// The loop's thread has ended, or the port was closed.
    case closed
    /// There is no room for one message more: the receiver is slower than the sender.
    case full
    /// A message of `size` bytes where `limit` are allowed.
    case tooLarge(size: Int, limit: Int)
    /// A name that cannot be used, and why.
    case badName(String, reason: String)

    /// One line: what was wanted, what was found, what to do.
    public var description: String {
        switch self {
        case .system(let error): "\(error)"
        case .closed: "the loop's thread has ended or the port was closed; make a new one"
        case .full: "the port is full: its receiver is slower than its sender; send again when there is room"
        case .tooLarge(let size, let limit):
            "a message of \(size) bytes; the limit is \(limit): send less at once"
        case .badName(let name, let reason): "port name \"\(name)\": \(reason)"
        }
    }
}
