import EventLoop
import FakeDevices
import Glibc
import InputBridge
import InputEvents
import Testing

/// How devices are found and opened: hot-plug without udev, and opening by somebody else.
@Suite struct SeatBackendTests {
    /// A folder of nodes that come and go, as `/dev/input` is.
    private final class Folder {
        let path: String
        init() {
            var template = Array("/tmp/penstock-nodes-XXXXXX".utf8CString)
            _ = mkdtemp(&template)
            path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        deinit {
            _ = nodes.map { unlink($0) }
            rmdir(path)
        }

        private var nodes: Set<String> = []
        func node(_ name: String) -> String { "\(path)/\(name)" }

        func plug(_ device: FakeDevice, at node: String) {
            device.alias(node)
            device.plug()
            nodes.insert(node)
            close(open(node, O_CREAT | O_WRONLY, 0o600))
        }

        func unplug(_ device: FakeDevice, at node: String) {
            unlink(node)
            device.unplug()
        }
    }

    @Test("given nodes come, go and come back, by inotify on their folder")
    func hotPlug() throws {
        let folder = Folder()
        let screen = FakeTouchscreen(), other = FakeTouchscreen()
        let node = folder.node("event7")
        let live = try Live(.devices([node], hotPlug: true))
        #expect(live.seat.devices.isEmpty)
        folder.plug(other, at: folder.node("event8"))
        folder.plug(screen, at: node)
        #expect(live.take(1) == ["added 1"])
        #expect(!other.isOpen)
        screen.down(0, x: 0.5, y: 0.5)
        screen.sync()
        #expect(live.take() == ["began 1 400,240"])
        folder.unplug(screen, at: node)
        #expect(live.take(2) == ["cancelled 1 400,240", "removed 1"])
        folder.plug(screen, at: node)
        #expect(live.take(1) == ["added 2"])
    }

    @Test("a folder stands for all its nodes, the order of their numbers kept; each is taken once")
    func folder() throws {
        let folder = Folder()
        let screen = FakeTouchscreen(), mouse = FakeMouse(), keyboard = FakeKeyboard()
        folder.plug(mouse, at: folder.node("event10"))
        folder.plug(screen, at: folder.node("event9"))
        close(open(folder.node("mice"), O_CREAT | O_WRONLY, 0o600))
        defer { unlink(folder.node("mice")) }
        let live = try Live(.devices([folder.path, folder.node("event9")], hotPlug: true))
        #expect(live.seat.devices.map(\.name) == ["Fake Touchscreen", "Fake Mouse"])
        _ = live.take()
        folder.plug(keyboard, at: folder.node("event11"))
        #expect(live.take(1) == ["added 3"])
    }

    @Test("a node that may not be opened at first is taken when its rights change")
    func rights() throws {
        let folder = Folder()
        let screen = FakeTouchscreen()
        let node = folder.node("event7")
        screen.refuse(EACCES)
        let live = try Live(.devices([node], hotPlug: true))
        folder.plug(screen, at: node)
        live.pass(.milliseconds(20))
        #expect(live.take() == [])
        screen.refuse(0)
        chmod(node, 0o660)
        #expect(live.take(1) == ["added 1"])
    }

    @Test("what comes while the seat is suspended is there after it")
    func whileSuspended() throws {
        let folder = Folder()
        let screen = FakeTouchscreen(), mouse = FakeMouse()
        folder.plug(screen, at: folder.node("event7"))
        let live = try Live(.devices([folder.path], hotPlug: true))
        _ = live.take()
        live.dispatcher.suspend()
        #expect(live.take() == ["removed 1"])
        folder.plug(mouse, at: folder.node("event8"))
        live.pass(.milliseconds(20))
        #expect(live.take() == [] && !mouse.isOpen)
        try live.dispatcher.resume()
        #expect(live.take() == ["added 2", "added 3"])
    }

    @Test func aFolderThatIsNotThere() throws {
        let error = try #require(throws: InputError.self) {
            try InputSeat(.devices(["/no/such/event0"], hotPlug: true))
        }
        #expect(error.description.hasPrefix("watch /no/such: No such file or directory (2); "))
    }

    /// Opens on behalf of the seat, as a session does.
    private final class Opener: DeviceOpener {
        var opened: [String] = []
        var closed: [CInt] = []
        var refusal: CInt = 0
        func openDevice(_ path: String, flags: CInt) -> CInt {
            guard refusal == 0 else { return -refusal }
            opened.append(path)
            let descriptor = open(path, flags)
            return descriptor >= 0 ? descriptor : -errno
        }

        func closeDevice(_ descriptor: CInt) {
            closed.append(descriptor)
            close(descriptor)
        }
    }

    @Test("D-17 D-36: a session opens and closes the nodes, again after each suspension")
    func opener() throws {
        let screen = FakeTouchscreen(seat: "seat-opener")
        screen.plug()
        let opener = Opener()
        let live = try Live(.udev("seat-opener"), opener: opener)
        #expect(opener.opened == [screen.path] && opener.closed.isEmpty)
        for round in 1...10 {
            live.dispatcher.suspend()
            #expect(opener.closed.count == round && !screen.isOpen)
            try live.dispatcher.resume()
            #expect(opener.opened.count == round + 1 && screen.isOpen)
        }
        _ = live.take()
        screen.down(0, x: 0.5, y: 0.5)
        screen.sync()
        #expect(live.take() == ["began 1 400,240"])
    }

    @Test("a session that refuses: the error is its own")
    func refusing() throws {
        let screen = FakeTouchscreen(seat: "seat-refusing")
        screen.plug()
        let opener = Opener()
        opener.refusal = EPERM
        let error = try #require(throws: InputError.self) {
            try InputSeat(.udev("seat-refusing"), opener: opener)
        }
        #expect(error.code == EPERM && error.wanted == "open \(screen.path)")
    }
}
