import Glibc
import Testing

/// Runs the tool with words that need no quotes; what it wrote to both outputs, in its order, and its exit status.
func penstock(_ words: String...) throws -> (text: String, status: CInt) {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let tests = buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }
    let folder = String(decoding: tests[...(tests.lastIndex(of: UInt8(ascii: "/")) ?? 0)], as: UTF8.self)
    let command = (["\(folder)penstock"] + words).map { "'\($0)'" }.joined(separator: " ")
    let pipe = try #require(popen("\(command) 2>&1", "r"))
    var bytes: [UInt8] = []
    while fgets(&buffer, CInt(buffer.count), pipe) != nil {
        bytes += buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    }
    return (String(decoding: bytes, as: UTF8.self), pclose(pipe) >> 8 & 0xff)
}

/// A folder that goes with the value.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/penstock-test-XXXXXX".utf8CString)
        path = String(cString: try #require(mkdtemp(&template)))
    }

    deinit { _ = system("rm -rf '\(path)'") }

    /// Writes a file and the folders around it; answers its path.
    @discardableResult
    func write(_ name: String, _ text: String = "") throws -> String {
        let file = path + "/" + name
        _ = system("mkdir -p \"$(dirname '\(file)')\"")
        let stream = try #require(fopen(file, "w"))
        fputs(text, stream)
        fclose(stream)
        return file
    }
}
