import Glibc
import InputBridge

/// What people at a shell read, written at once.
///
/// Control characters other than the line end are written as their numbers: paths and names come from anywhere.
/// Thread: any.
enum Terminal {
    /// Answers 0, or the errno of what could not be written.
    static func say(_ text: String) -> CInt { put(text, 1) }

    /// Nobody is left to be told when this cannot be written.
    static func complain(_ text: String) { _ = put(text, 2) }

    private static func put(_ text: String, _ descriptor: CInt) -> CInt {
        var bytes = Array(printable(text, keeping: "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                let code = errno
                guard code == EINTR || code == EAGAIN else { return code }
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&wait, 1, -1)
                continue
            }
            bytes.removeFirst(count)
        }
        return 0
    }
}
