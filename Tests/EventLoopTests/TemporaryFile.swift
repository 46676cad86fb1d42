import Glibc
import Testing

/// A file that is there as long as the value is.
final class TemporaryFile {
    let path: String

    init(_ text: String, suffix: String = ".scn") throws {
        try path = TemporaryFile.write(Array(text.utf8), suffix)
    }

    init(_ bytes: [UInt8], suffix: String = ".scn") throws {
        try path = TemporaryFile.write(bytes, suffix)
    }

    deinit { unlink(path) }

    private static func write(_ bytes: [UInt8], _ suffix: String) throws -> String {
        var template = Array("/tmp/penstock-XXXXXX\(suffix)".utf8CString)
        let descriptor = mkstemps(&template, CInt(suffix.utf8.count))
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
