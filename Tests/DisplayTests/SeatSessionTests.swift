import Display
import EventLoop
import Glibc
import Testing

@Suite(.serialized) @MainActor
struct SeatSessionTests {
    /// What libseat does, as a test wants it.
    private final class FakeSeat: SeatService {
        var calls: [String] = []
        var onChange: ((Bool) -> Void)?
        let name = "seat-fake"
        var isEnabled = false
        /// What the next dispatches do; an empty one enables at once.
        var news: [Bool] = [true]
        var code: CInt = 0
        private var ends: [CInt] = [-1, -1]
        private var number: CInt = 40

        init() {
            pipe(&ends)
            for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        }
        deinit { for end in ends { close(end) } }

        var descriptor: CInt { ends[0] }

        /// The seat says something, which a loop's turn hears.
        func tell(_ isEnabled: Bool) {
            news.append(isEnabled)
            write(ends[1], "x", 1)
        }

        func fail(_ code: CInt) {
            self.code = code
            write(ends[1], "x", 1)
        }

        func dispatch(milliseconds: CInt) -> CInt {
            var byte: UInt8 = 0
            while read(ends[0], &byte, 1) > 0 {}
            if news.isEmpty, milliseconds != 0, code == 0 { return ETIMEDOUT }
            let told = news
            news = []
            for change in told { onChange?(change) }
            return code
        }

        func acknowledge() { calls.append("acknowledge") }

        func open(_ path: String, _ descriptor: inout CInt) -> CInt {
            descriptor = Glibc.open(path, O_RDWR)
            guard descriptor >= 0 else { return -errno }
            number += 1
            calls.append("open \(path) as \(number)")
            return number
        }

        func close(_ number: CInt) { calls.append("close \(number)") }

        func show(terminal: CInt) -> CInt {
            calls.append("show \(terminal)")
            return 0
        }

        func end() { calls.append("end") }
    }

    @Test(
        "D-16 D-17: disabled: input, then frames, then the answer; enabled: frames, then input; the card stays open"
    )
    func switching() throws {
        try onStage { stage in
            let seat = FakeSeat()
            let session = try SeatSession(loop: stage.loop, service: seat)
            #expect(session.isActive && session.path == "seat-fake")
            let card = FakeScanout(stage)
            let display = ConsoleDisplay(loop: stage.loop, scanout: card, session: session)
            let painter = Painter()
            display.source = painter
            var order: [String] = []
            session.onRelease = {
                order.append("input away, \(card.calls.count) calls, answers \(seat.calls)")
            }
            session.onAcquire = { order.append("input back, last \(card.calls.last.map { "\($0)" } ?? "")") }
            display.setNeedsFrame()
            stage.run(milliseconds: 15)
            let shown = card.calls.count
            seat.tell(false)
            stage.run(milliseconds: 5)
            #expect(!session.isActive && seat.calls == ["acknowledge"])
            #expect(order == ["input away, \(shown) calls, answers []"])
            display.setNeedsFrame()
            stage.run(milliseconds: 50)
            let away = card.calls.count
            #expect(away == shown + 1)  // master was dropped, and nothing else
            seat.tell(true)
            stage.run(milliseconds: 30)
            #expect(session.isActive && order.count == 2 && card.calls.count > away + 1)
            #expect(seat.calls == ["acknowledge"])
            display.close()
            session.close()
            card.end()
            #expect(seat.calls == ["acknowledge", "end"])
        }
    }

    @Test("ten switches: each is answered once")
    func tenTimes() throws {
        try onStage { stage in
            let seat = FakeSeat()
            let session = try SeatSession(loop: stage.loop, service: seat)
            var away = 0, back = 0
            session.onRelease = { away += 1 }
            session.onAcquire = { back += 1 }
            for _ in 0..<10 {
                seat.tell(false)
                stage.run(milliseconds: 2)
                seat.tell(true)
                stage.run(milliseconds: 2)
            }
            #expect(away == 10 && back == 10 && seat.calls == Array(repeating: "acknowledge", count: 10))
            session.switchTo(terminal: 3)
            #expect(seat.calls.last == "show 3")
            session.close()
        }
    }

    @Test("devices are opened and closed by the seat's numbers; closed late they are closed, too")
    func devices() throws {
        try onStage { stage in
            let seat = FakeSeat()
            let session = try SeatSession(loop: stage.loop, service: seat)
            let devices = try #require(session.devices)
            let first = devices.openDevice("/dev/null"), second = devices.openDevice("/dev/zero")
            #expect(seat.calls == ["open /dev/null as 41", "open /dev/zero as 42"])
            #expect(fcntl(first, F_GETFL) & O_NONBLOCK != 0 && fcntl(first, F_GETFD) & FD_CLOEXEC != 0)
            #expect(devices.openDevice("/no/such/device") == -ENOENT)
            devices.closeDevice(first)
            #expect(seat.calls.last == "close 41" && fcntl(first, F_GETFD) == -1)
            session.close()
            devices.closeDevice(second)
            #expect(seat.calls.last == "end" && fcntl(second, F_GETFD) == -1)
            #expect(devices.openDevice("/dev/null") == -ENODEV)
        }
    }

    @Test("a seat that enabled before anyone listened")
    func early() throws {
        try onStage { stage in
            let seat = FakeSeat()
            seat.news = []
            seat.isEnabled = true
            let session = try SeatSession(loop: stage.loop, service: seat)
            #expect(session.isActive)
            session.close()
        }
    }

    @Test("a seat that does not enable: the error says what to do, nothing is left open")
    func refused() {
        onStage { stage in
            let seat = FakeSeat()
            seat.news = []
            let error = #expect(throws: DisplayError.self) {
                try SeatSession(loop: stage.loop, service: seat)
            }
            #expect(error?.reason == .session && error?.code == ETIMEDOUT)
            #expect(error?.remedy.contains("another session") == true)
            #expect(seat.calls == ["end"])
        }
    }

    @Test("a seat service that dies takes input and frames away, once, and is not asked again")
    func died() throws {
        try onStage { stage in
            let seat = FakeSeat()
            let session = try SeatSession(loop: stage.loop, service: seat)
            var away = 0
            session.onRelease = { away += 1 }
            seat.fail(EPIPE)
            stage.run(milliseconds: 5)
            stage.run(milliseconds: 5)
            #expect(away == 1 && !session.isActive)
            session.close()
        }
    }

    @Test("whom to ask: what the environment names, seatd's socket, a login session on a seat, else nobody")
    func offered() {
        func isOffered(_ environment: [String: String], socket: String = "") -> Bool {
            SeatSession.isOffered(environment: { environment[$0] }) { $0 == socket }
        }
        #expect(!isOffered([:]))
        #expect(isOffered(["LIBSEAT_BACKEND": "builtin"]))
        #expect(!isOffered(["LIBSEAT_BACKEND": ""], socket: "/run/seatd.sock"))
        #expect(isOffered([:], socket: "/run/seatd.sock"))
        #expect(isOffered(["SEATD_SOCK": "/my.sock"], socket: "/my.sock"))
        #expect(!isOffered(["SEATD_SOCK": "/my.sock"], socket: "/run/seatd.sock"))
        #expect(isOffered(["XDG_SESSION_ID": "2", "XDG_SEAT": "seat0"]))
        #expect(!isOffered(["XDG_SESSION_ID": "7"]))  // by ssh
    }

    @Test("the real libseat with its built-in server, which opens nothing but cards and input devices")
    func real() throws {
        #expect(
            try probe("LIBSEAT_BACKEND=builtin SEATD_VTBOUND=0", "/dev/null")
                == "seat0 enabled errno \(ENOENT)")
        let refused = try probe("LIBSEAT_BACKEND=seatd SEATD_SOCK=/no/such.sock", "/dev/null")
        #expect(refused.contains("take a session by libseat: ") && refused.contains("start seatd"))
    }

    private func probe(_ environment: String, _ path: String) throws -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let own = buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }
        let folder = String(decoding: own[...(own.lastIndex(of: UInt8(ascii: "/")) ?? 0)], as: UTF8.self)
        let probe = try #require(popen("\(environment) '\(folder)rig-probe' seat \(path) 2>&1", "r"))
        defer { pclose(probe) }
        var text = ""
        while fgets(&buffer, CInt(buffer.count), probe) != nil {
            text += String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}
