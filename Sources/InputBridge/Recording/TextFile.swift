import Glibc

/// Reads a whole text file, replacing what is not UTF-8.
package func readText(_ path: String) throws(InputError) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw InputError(wanted: "open \(path)", code: errno, remedy: "check the path") }
    defer { close(file) }
    var bytes: [UInt8] = []
    while true {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: 65536))
        let got = bytes.withUnsafeMutableBytes { room in
            // Safety: the range lies in the array, which outlives the call.
            read(file, room.baseAddress?.advanced(by: start), 65536)
        }
        let code = errno
        bytes.removeLast(65536 - max(got, 0))
        if got == 0 { return String(decoding: bytes, as: UTF8.self) }
        if got < 0 && code != EINTR { throw InputError(wanted: "read \(path)", code: code) }
    }
}
