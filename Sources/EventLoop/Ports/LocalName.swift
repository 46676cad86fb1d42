import CLinux
import Glibc

/// Where in the file system a local port's socket is.
struct LocalName {
    let path: String
    var lockPath: String { path + ".lock" }

    /// A path, or a plain name in the session's folder.
    init(_ name: String) throws(LoopError) {
        guard !name.isEmpty, !name.utf8.contains(0) else {
            throw .badName(name, reason: "is empty or has a zero in it")
        }
        if name.utf8.first == UInt8(ascii: "/") {
            path = name
        } else {
            guard !name.utf8.contains(UInt8(ascii: "/")) else {
                throw .badName(name, reason: "is neither a plain name nor a path from the root")
            }
            guard let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), !folder.isEmpty else {
                throw .badName(
                    name,
                    reason: "the session has no folder (XDG_RUNTIME_DIR is not set); use a path like /run/x")
            }
            path = folder + "/" + name + ".port"
        }
        // sockaddr_un has room for 107 bytes and a zero.
        guard path.utf8.count <= 107 else {
            throw .badName(name, reason: "\"\(path)\" is longer than 107 bytes")
        }
    }

    static func failure(_ call: String, _ status: CInt, _ detail: String) -> LoopError {
        .system(SystemError(call: call, code: -status, detail: detail))
    }
}
