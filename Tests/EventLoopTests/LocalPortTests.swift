import CLinux
import EventLoop
import Glibc
import Testing

/// Ports between processes; both ends are in this one, which the kernel does not mind.
@Suite(.timeLimit(.minutes(1))) struct LocalPortTests {
    /// A folder that goes with the test.
    private final class Folder {
        let path: String
        init() {
            var template = Array("/tmp/penstock-port-XXXXXX".utf8CString)
            path =
                mkdtemp(&template) == nil
                ? "" : template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        }
        func file(_ name: String) -> String { path + "/" + name }
        deinit {
            for name in ["p", "p.lock", "q", "q.lock"] { unlink(file(name)) }
            rmdir(path)
        }
    }

    /// A server that keeps its connections.
    private final class Server {
        var connections: [Loop.LocalConnection] = []
        var received: [[UInt8]] = []
        var closed: [LoopError?] = []

        func accept(_ connection: Loop.LocalConnection) {
            connections.append(connection)
            connection.onMessage = { [unowned self] in received.append($0) }
            connection.onClose = { [unowned self] in closed.append($0) }
        }
    }

    private func settle(_ bench: Bench) { while bench.run(0, returnAfterSource: true) == .handledSource {} }

    /// A close is seen late when a program that another test starts has the socket too, up to its exec.
    private func settle(_ bench: Bench, until condition: () -> Bool) {
        waitUntil {
            settle(bench)
            return condition()
        }
    }

    @Test("messages keep their boundaries and order, in both directions; the kernel says who is there")
    func messages() throws {
        let (bench, folder, server) = (Bench(), Folder(), Server())
        let port = try Loop.LocalPort(folder.file("p"), on: bench.loop, limit: 100) { server.accept($0) }
        var info = stat()
        #expect(stat(port.path, &info) == 0 && info.st_mode & 0o777 == 0o600)
        let client = try Loop.LocalConnection(to: folder.file("p"), on: bench.loop, limit: 100)
        var answers: [[UInt8]] = []
        client.onMessage = { answers.append($0) }
        for message in [[1], [], [2, 3], Array(repeating: 4, count: 100)] as [[UInt8]] {
            try client.send(message)
        }
        settle(bench)
        #expect(server.received == [[1], [], [2, 3], Array(repeating: 4, count: 100)])
        #expect(server.connections.first?.peer == client.peer)
        #expect(client.peer.process == getpid() && client.peer.isSameUser && client.peer.group == getegid())
        try server.connections.first?.send([9])
        settle(bench)
        #expect(answers == [[9]])

        #expect(throws: LoopError.tooLarge(size: 101, limit: 100)) {
            try client.send(Array(repeating: 0, count: 101))
        }
        client.close()
        #expect(throws: LoopError.closed) { try client.send([1]) }
        settle(bench) { server.closed.count == 1 }
        #expect(server.closed.first == .some(nil))
        #expect(server.connections.first?.isOpen == false)
        port.close()
        #expect(access(folder.file("p"), F_OK) != 0)
        #expect(bench.run(0) == .finished)
    }

    @Test("a sender that is faster is refused, and told when there is room; nothing is lost or doubled")
    func backPressure() throws {
        let (bench, folder, server) = (Bench(), Folder(), Server())
        let port = try Loop.LocalPort(folder.file("p"), on: bench.loop) { server.accept($0) }
        let client = try Loop.LocalConnection(to: folder.file("p"), on: bench.loop)
        var next = 0
        var refusals = 0
        func send() {
            while next < 200 {
                let message = [UInt8(next)] + [UInt8](repeating: 7, count: 10_000)
                do throws(LoopError) {
                    try client.send(message)
                    next += 1
                } catch {
                    #expect(error == .full)
                    refusals += 1
                    return
                }
            }
        }
        client.onRoom = { send() }
        send()
        #expect(next > 0 && next < 200 && refusals == 1)
        settle(bench)
        #expect(next == 200 && refusals > 1)
        #expect(server.received.map { $0[0] } == (0..<200).map { UInt8($0) })
        #expect(server.received.allSatisfy { $0.count == 10_001 })
        client.close()
        port.close()
    }

    @Test("a connection that is closed, here or there, lets go of its closures", arguments: [true, false])
    func freed(here: Bool) throws {
        let (bench, folder, server) = (Bench(), Folder(), Server())
        let port = try Loop.LocalPort(folder.file("p"), on: bench.loop) { server.accept($0) }
        weak var gone: Loop.LocalConnection?
        do {
            let client = try Loop.LocalConnection(to: folder.file("p"), on: bench.loop)
            gone = client
            client.onRoom = { _ = client }
            client.onMessage = { _ in _ = client }
            client.onClose = { _ in _ = client }
            settle(bench)
            if here { client.close() } else { server.connections[0].close() }
            settle(bench) { !client.isOpen }
        }
        #expect(gone == nil)
        port.close()
    }

    @Test("what is too large, or no message, ends the connection and says so")
    func badMessages() throws {
        let (bench, folder, server) = (Bench(), Folder(), Server())
        let port = try Loop.LocalPort(folder.file("p"), on: bench.loop, limit: 10) { server.accept($0) }
        let large = try Loop.LocalConnection(to: folder.file("p"), on: bench.loop, limit: 50)
        var ends: [LoopError?] = []
        large.onClose = { ends.append($0) }
        try large.send(Array(repeating: 1, count: 11))
        settle(bench) { !ends.isEmpty }
        #expect(server.received.isEmpty && server.closed == [.tooLarge(size: 11, limit: 10)])
        #expect(ends == [nil] && !large.isOpen)

        let stranger = clinux_local_connect(folder.file("p"))
        try #require(stranger >= 0)
        settle(bench)
        #expect(clinux_local_send(stranger, 200, "x", 1) == 0)
        settle(bench)
        #expect(server.closed.count == 2)
        #expect(
            "\(server.closed.last.flatMap { $0 }.map { "\($0)" } ?? "")".contains("another language (200)"))
        close(stranger)
        port.close()
    }

    @Test("who may not connect is closed and counted; a server that is not trusted is not spoken to")
    func credentials() throws {
        let (bench, folder, server) = (Bench(), Folder(), Server())
        var asked: [Loop.Peer] = []
        let port = try Loop.LocalPort(
            folder.file("p"), on: bench.loop,
            isAllowed: { peer in
                asked.append(peer)
                return false
            }, accept: { server.accept($0) })
        let client = try Loop.LocalConnection(to: folder.file("p"), on: bench.loop)
        var closed = 0
        client.onClose = { _ in closed += 1 }
        settle(bench) { closed > 0 }
        #expect(port.refused == 1 && server.connections.isEmpty && closed == 1)
        #expect(asked.map(\.process) == [getpid()])
        #expect(throws: LoopError.self) {
            try Loop.LocalConnection(to: folder.file("p"), on: bench.loop) { _ in false }
        }
        port.close()
        #expect(bench.run(0) == .finished)
    }

    @Test("a name that is served is refused, one that was left behind is taken over")
    func names() throws {
        let (bench, folder) = (Bench(), Folder())
        let file = folder.file("p")
        let first = try Loop.LocalPort(file, on: bench.loop) { _ in }
        do throws(LoopError) {
            _ = try Loop.LocalPort(file, on: bench.loop) { _ in }
            Issue.record("two servers of one name")
        } catch { #expect("\(error)".contains("another process serves it")) }
        first.close()
        // As a crash leaves it: a socket that nobody listens to.
        let left = clinux_local_listen(file)
        try #require(left >= 0)
        close(left)
        do throws(LoopError) {
            _ = try Loop.LocalConnection(to: file, on: bench.loop)
            Issue.record("nobody serves it")
        } catch { #expect("\(error)".contains("is its server running?")) }
        let second = try Loop.LocalPort(file, on: bench.loop) { _ in }
        _ = try Loop.LocalConnection(to: file, on: bench.loop)
        second.close()
    }

    @Test(
        "names that cannot be: typed, with a reason",
        arguments: ["", "a/b", "/" + String(repeating: "x", count: 110)])
    func badNames(name: String) {
        #expect(throws: LoopError.self) { try Loop.LocalPort(name, on: Loop.current) { _ in } }
        #expect(throws: LoopError.self) { try Loop.LocalConnection(to: name, on: Loop.current) }
    }

    @Test("a limit that no socket takes traps")
    func limits() async {
        await #expect(processExitsWith: .failure) {
            let folder = Folder()
            let port = try Loop.LocalPort(folder.file("p"), on: Loop.current) { _ in }
            _ = try Loop.LocalConnection(to: port.path, on: Loop.current, limit: 1 << 20)
        }
    }
}
