import CLinux
import Display
import EventLoop
import Glibc
import InputBridge
import InputEvents
import Interface
import Testing

/// Another terminal is shown while the application runs.
@MainActor
@Suite struct TerminalSwitchTests {
    @Test(
        "T-17 D-16 what is held is cancelled, what is typed elsewhere is not heard, and then all works again")
    func switched() throws {
        let loop = Loop.current
        loop.clock = .virtual(VirtualClock(start: Instant(nanoseconds: 1_000_000_000)))
        defer { loop.clock = .monotonic }
        let stage = Stage(loop: loop, display: HeadlessDisplay(loop: loop, width: 40, height: 40))
        let seat = InputSeat.scripted()
        stage.connect(seat)
        // A terminal that takes all it is told.
        let terminal = VirtualTerminal(path: "/dev/fake", descriptor: dup(0), control: { _, _, _ in 0 })
        let session = try ConsoleSession(loop: loop, terminal: terminal, returnTo: 0)
        stage.follow(session) { Issue.record("\($0)") }
        var heard: [String] = []
        stage.intercept = { event in
            switch event {
            case .key(let key): heard.append("\(key.keycode) \(key.phase)")
            case .deviceAdded: heard.append("added")
            case .deviceRemoved: heard.append("removed")
            default: heard.append("?")
            }
            return true
        }
        func turn() -> [String] {
            loop.run(mode: .default, for: .milliseconds(1))
            defer { heard = [] }
            return heard
        }
        func signal(_ number: CInt) {
            pthread_kill(pthread_self(), penstock_first_realtime_signal() + number)
        }
        let keyboard = Device(id: DeviceID(rawValue: 1), name: "keyboard", capabilities: .keyboard)
        func key(_ code: UInt32, _ phase: KeyEvent.Phase) {
            seat.post(
                .key(
                    KeyEvent(
                        device: keyboard.id, timestamp: Timestamp(nanoseconds: loop.now.nanoseconds),
                        keycode: code, phase: phase)))
        }
        seat.post(.deviceAdded(keyboard))
        key(30, .down)
        #expect(turn() == ["added", "30 down"])

        signal(0)
        #expect(turn() == ["30 cancelled", "removed"])
        key(31, .down)
        key(31, .up)
        #expect(turn() == [])

        signal(1)
        #expect(turn() == ["added"])
        key(32, .down)
        #expect(turn() == ["32 down"])
        session.close()
        stage.close()
    }
}
