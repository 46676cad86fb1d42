import CLinux
import Display
import EventLoop
import Glibc
import Testing

/// The terminal is restored however the process ends (promise 7).
///
/// A pipe with a name plays the terminal: each
/// request is a record in it, and it ends when the process and its watcher are both gone.
@Suite(.serialized)
struct ConsoleRescueTests {
    private let taken = ["switching", "keyboard \(K_OFF)", "graphics"]
    private let restored = ["switching", "text", "keyboard 0"]
    private let byWatcher = ["another process", "switching", "text", "keyboard 0"]

    /// Makes the pipe, lets `body` end a process on it, and gives back what happened at the terminal.
    private func records(_ name: String, _ body: (String) async throws -> Void) async throws -> [String] {
        let path = "/tmp/penstock-\(name).\(getpid())"
        unlink(path)
        try #require(mkfifo(path, 0o600) == 0)
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer {
            close(descriptor)
            unlink(path)
        }
        try await body(path)
        _ = fcntl(descriptor, F_SETFL, 0)
        return FakeTerminal.records(from: descriptor)
    }

    @Test("An orderly end restores once, and the watcher adds nothing")
    func orderly() async throws {
        let records = try await records("orderly") { path in
            await #expect(processExitsWith: .exitCode(3)) { [path = path as String] in
                try await takeTerminal(path) { $0.close() }
                exit(3)
            }
        }
        #expect(records == taken + restored)
    }

    @Test("A trap restores by the signal handler, and still ends the process")
    func trap() async throws {
        let records = try await records("trap") { path in
            await #expect(processExitsWith: .failure) { [path = path as String] in
                try await takeTerminal(path) { _ in fatalError("in the middle") }
            }
        }
        #expect(records == taken + restored)
    }

    @Test("A bad access does", arguments: [SIGSEGV, SIGBUS, SIGABRT, SIGFPE])
    func signal(_ number: CInt) async throws {
        let records = try await records("signal\(number)") { path in
            await #expect(processExitsWith: .failure) { [path = path as String, number = number as CInt] in
                try await takeTerminal(path) { _ in if number == SIGABRT { abort() } else { raise(number) } }
            }
        }
        #expect(records == taken + restored)
    }

    @Test("Kill -9 restores by the watcher")
    func kill9() async throws {
        let records = try await records("kill9") { path in
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                try await takeTerminal(path) { _ in kill(getpid(), SIGKILL) }
            }
        }
        #expect(records == taken + byWatcher)
    }

    @Test("SIGTERM that nobody takes restores by the watcher")
    func terminated() async throws {
        let records = try await records("term") { path in
            await #expect(processExitsWith: .signal(SIGTERM)) { [path = path as String] in
                try await takeTerminal(path) { _ in
                    _ = Glibc.signal(SIGTERM, SIG_DFL)
                    kill(getpid(), SIGTERM)
                }
            }
        }
        #expect(records == taken + byWatcher)
    }

    @Test("An exit in the middle restores by the watcher")
    func exitInTheMiddle() async throws {
        let records = try await records("exit") { path in
            await #expect(processExitsWith: .exitCode(0)) { [path = path as String] in
                try await takeTerminal(path) { _ in exit(0) }
            }
        }
        #expect(records == taken + byWatcher)
    }

    @Test("The watcher outlives a kill of the whole process group")
    func group() async throws {
        let records = try await records("group") { path in
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                setpgid(0, 0)
                try await takeTerminal(path) { _ in kill(0, SIGKILL) }
            }
        }
        #expect(records == taken + byWatcher)
    }
}

/// In the process that will end: takes the pipe as a terminal, and does it.
@MainActor
private func takeTerminal(_ path: String, _ body: @MainActor (ConsoleSession) -> Void) throws {
    let terminal = VirtualTerminal(
        path: path, descriptor: open(path, O_WRONLY | O_CLOEXEC), control: FakeTerminal.writing)
    let session = try ConsoleSession(loop: .current, terminal: terminal, returnTo: 0)
    body(session)
}
