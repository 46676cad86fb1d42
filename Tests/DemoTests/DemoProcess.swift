import Glibc
import Testing

/// The built demo as a process of its own, in a folder of its own.
final class DemoProcess {
    /// What a finished process left.
    struct Result {
        var status: CInt
        var output: String
        var complaints: String
    }

    /// The folder in which it runs; removed with this object.
    let folder: String
    /// Variables that it sees beside those of the tests, as `NAME=VALUE`.
    var environment: [String] = []

    init() throws {
        var name = Array("/tmp/penstock-demo-XXXXXX".utf8CString)
        try #require(mkdtemp(&name) != nil)
        folder = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { Self.remove(folder) }

    /// Runs the demo to its end; `whileRunning` is called with its process number once it runs.
    func run(_ arguments: String..., whileRunning: (pid_t) -> Void = { _ in }) throws -> Result {
        try run(arguments, whileRunning: whileRunning)
    }

    func run(_ arguments: [String], whileRunning: (pid_t) -> Void = { _ in }) throws -> Result {
        try spawn([Self.program()] + arguments, whileRunning)
    }

    /// Runs a line of the shell in which `$demo` is the demo: for descriptors and limits.
    func shell(_ line: String, whileRunning: (pid_t) -> Void = { _ in }) throws -> Result {
        try spawn(["demo=\(Self.program())", "bash", "-c", line], whileRunning)
    }

    private func spawn(_ words: [String], _ whileRunning: (pid_t) -> Void) throws -> Result {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let output = folder + "/.stdout", complaints = folder + "/.stderr"
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, 1, output, flags, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, complaints, flags, 0o600)
        // `env` changes the folder and becomes the demo, in the same process.
        let all = ["env", "-C", folder] + environment + words
        var strings: [UnsafeMutablePointer<CChar>?] = all.map { strdup($0) }
        strings.append(nil)
        defer { for string in strings { free(string) } }
        var process = pid_t()
        try #require(posix_spawn(&process, "/usr/bin/env", &actions, nil, strings, environ) == 0)
        whileRunning(process)
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        let code = status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
        return Result(status: code, output: try read(".stdout"), complaints: try read(".stderr"))
    }

    /// What a file in the folder holds.
    func read(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    func bytes(_ name: String) throws -> [UInt8] {
        let file = try #require(fopen("\(folder)/\(name)", "rb"), "\(name) is missing")
        defer { fclose(file) }
        var all: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&piece, 1, piece.count, file)
            if count == 0 { return all }
            all += piece[..<count]
        }
    }

    func write(_ text: String, to name: String) throws {
        let file = try #require(fopen("\(folder)/\(name)", "wb"))
        fputs(text, file)
        fclose(file)
    }

    /// The names in a folder of the folder, sorted; hidden ones are left out.
    func list(_ name: String = ".") -> [String] {
        Self.list("\(folder)/\(name)").filter { !$0.hasPrefix(".") }
    }

    private static func program() throws -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        try #require(count > 0)
        let own = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        // The tests are run by their own executable, or by a helper that has it among its arguments.
        let places = [own] + CommandLine.arguments.filter { $0.contains(".xctest") }
        for place in places {
            guard let slash = place.lastIndex(of: "/") else { continue }
            let candidate = place[..<slash] + "/demo"
            if access(String(candidate), X_OK) == 0 { return String(candidate) }
        }
        return try #require(nil, "no built demo beside \(places)")
    }

    private static func list(_ path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private static func remove(_ path: String) {
        for name in list(path) { remove(path + "/" + name) }
        if rmdir(path) != 0 { unlink(path) }
    }

    /// Whether a process has blocked a signal, and so takes it from its loop; also true once it has ended.
    static func takes(_ signal: CInt, _ process: pid_t) -> Bool {
        guard let file = fopen("/proc/\(process)/status", "r") else { return true }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 512)
        while fgets(&line, 512, file) != nil {
            guard strncmp(line, "SigBlk:", 7) == 0 else { continue }
            let digits = line[8...].prefix { $0 > 32 }.map { Character(UnicodeScalar(UInt8(bitPattern: $0))) }
            let mask = UInt64(String(digits), radix: 16) ?? 0
            return mask >> UInt64(signal - 1) & 1 == 1
        }
        return true
    }
}
