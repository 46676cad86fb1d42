import Glibc
import InputBridge

/// What the doctor looks at: the machine's files, or a test's.
package struct SystemView {
    /// In front of each path; empty for the machine itself.
    package var root = ""
    /// Tries to open a file for reading and writing; the system's error number, 0 when it may be opened.
    package var open: (String) -> CInt = SystemView.tryOpening
    package var user: UInt32 = getuid()
    /// The environment.
    package var variable: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }

    package init() {}

    /// The names in a folder that begin with `prefix`, in order of their length and letters.
    package func names(in folder: String, prefix: String) -> [String] {
        InputBridge.names(inFolder: root + folder).filter { $0.hasPrefix(prefix) }
    }

    package func exists(_ path: String) -> Bool { access(root + path, F_OK) == 0 }

    /// The beginning of a small text file; `nil` when it cannot be read.
    package func text(_ path: String) -> String? {
        guard let file = fopen(root + path, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 16384)
        return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
    }

    /// The device number of a node, as udev writes it.
    package func number(_ path: String) -> String? {
        var status = stat()
        guard stat(root + path, &status) == 0 else { return nil }
        let device = status.st_rdev
        return "c\((device >> 8) & 0xfff):\((device & 0xff) | ((device >> 12) & 0xfff00))"
    }

    private static func tryOpening(_ path: String) -> CInt {
        let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return errno }
        close(descriptor)
        return 0
    }
}

/// The system's words for an error number.
func words(for code: CInt) -> String { "\(String(cString: strerror(code))) (\(code))" }
