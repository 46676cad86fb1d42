import Glibc

/// The longest text that is read, in bytes, chosen by us: weeks of a recording.
private let largestText = 256 << 20

/// Reads a whole text file or pipe, replacing what is not UTF-8.
///
/// Devices, which may never end, and more than 256 MiB are refused.
package func readText(_ path: String) throws(InputError) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { throw .reading("open \(path)", code: errno) }
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0 else { throw .reading("open \(path)", code: errno) }
    switch info.st_mode & S_IFMT {
    case S_IFREG, S_IFIFO: break
    case S_IFDIR:
        throw InputError(wanted: "read \(path)", found: "it is a folder", remedy: "name a file in it")
    default: throw InputError(wanted: "read \(path)", found: "it is no file", remedy: "name a file or a pipe")
    }
    func tooLong(_ count: Int) -> InputError? {
        guard count > largestText else { return nil }
        return InputError(
            wanted: "read \(path)", found: "it has more than \(largestText >> 20) MiB",
            remedy: "check the path, or cut the file at the end of a line")
    }
    if let error = tooLong(info.st_size) { throw error }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65536)
    while true {
        let got = read(file, &piece, piece.count)
        let code = errno
        if got == 0 { return String(decoding: bytes, as: UTF8.self) }
        if got < 0 && code != EINTR { throw .reading("read \(path)", code: code) }
        bytes.append(contentsOf: piece[..<max(got, 0)])
        if let error = tooLong(bytes.count) { throw error }
    }
}

extension InputError {
    fileprivate static func reading(_ wanted: String, code: CInt) -> InputError {
        let remedy =
            switch code {
            case EACCES, EPERM: "no right to read it; change its owner or its rights"
            case EIO: "check the disk"
            default: "check the path"
            }
        return InputError(wanted: wanted, code: code, remedy: remedy)
    }
}
