import Glibc
import Testing

/// A program that lies beside the tests, as a child process; what it wrote is read when it is waited for.
struct ToolRun {
    private let process: pid_t
    private let output: CInt
    private let errors: CInt

    private static let folder: String = {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let tests = buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }
        return String(decoding: tests[...(tests.lastIndex(of: UInt8(ascii: "/")) ?? 0)], as: UTF8.self)
    }()

    init(_ program: String, _ arguments: [String]) throws {
        let path = ToolRun.folder + program
        var outputs: [CInt] = [-1, -1]
        var complaints: [CInt] = [-1, -1]
        try #require(pipe(&outputs) == 0)
        try #require(pipe(&complaints) == 0)
        for descriptor in outputs + complaints { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, outputs[1], 1)
        posix_spawn_file_actions_adddup2(&actions, complaints[1], 2)
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        try #require(posix_spawn(&process, path, &actions, nil, &words, environ) == 0)
        close(outputs[1])
        close(complaints[1])
        self.process = process
        output = outputs[0]
        errors = complaints[0]
    }

    /// Waits for the end: standard output, standard error, and the exit status (below zero: minus the signal).
    func finish() -> (output: String, errors: String, status: CInt) {
        let text = ToolRun.read(output)
        let complaint = ToolRun.read(errors)
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return (text, complaint, status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f))
    }

    private static func read(_ descriptor: CInt) -> String {
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The whole of a file.
    static func contents(of path: String) throws -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0, "\(path)")
        return read(descriptor)
    }
}
