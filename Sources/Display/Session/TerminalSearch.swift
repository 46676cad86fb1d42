import CLinux
import Glibc

extension VirtualTerminal {
    /// A terminal that was found and opened, with its number; the caller owns the descriptor.
    struct Found {
        let terminal: VirtualTerminal
        let number: CInt
    }

    /// The virtual terminal to take: the given one, else that of this process, else the one that is shown.
    ///
    /// Nil when the kernel has no virtual terminals at all.
    static func find(_ path: String?) throws(DisplayError) -> Found? {
        if let path {
            guard let found = open(path) else { throw opening(path, errno) }
            return found
        }
        if let own = open("/dev/tty") { return own }
        let descriptor = Glibc.open("/dev/tty0", O_RDWR | O_CLOEXEC | O_NOCTTY)
        if descriptor < 0 {
            if [ENOENT, ENXIO, ENODEV, EIO].contains(errno) { return nil }
            throw opening("/dev/tty0", errno)
        }
        defer { Glibc.close(descriptor) }
        let master = VirtualTerminal(
            path: "/dev/tty0", descriptor: descriptor, control: penstock_console_ioctl)
        guard let number = try? master.active(), number > 0 else { return nil }
        let shown = "/dev/tty\(number)"
        guard let found = open(shown) else { throw opening(shown, errno) }
        return found
    }

    /// Opens a path when it is a virtual terminal; a pseudo-terminal or a serial line is not.
    private static func open(_ path: String) -> Found? {
        let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        let terminal = VirtualTerminal(path: path, descriptor: descriptor, control: penstock_console_ioctl)
        // What is behind /dev/tty shows only in this request; the file's own number is that of /dev/tty.
        var device: CUnsignedInt = 0
        let isKnown = withUnsafeMutablePointer(to: &device) {
            penstock_console_ioctl(descriptor, penstock_tiocgdev, UInt(bitPattern: $0)) == 0
        }
        let number = CInt(device & 0xff)
        guard isKnown, device >> 8 == 4, number < 64, (try? terminal.state()) != nil else {
            Glibc.close(descriptor)
            errno = ENOTTY
            return nil
        }
        return Found(terminal: terminal, number: number)
    }

    private static func opening(_ path: String, _ code: CInt) -> DisplayError {
        DisplayError(
            .terminal, path: path, operation: "open", code: code,
            remedy: code == EACCES || code == EPERM
                ? "start the program on that terminal, add the user to group \"tty\", or start from a seat"
                : "name a virtual terminal, such as /dev/tty2")
    }
}
