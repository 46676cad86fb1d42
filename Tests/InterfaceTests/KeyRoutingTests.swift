import EventLoop
import Harness
import InputEvents
import Interface
import Testing

extension HarnessTests {
    @Suite("Who gets keys")
    @MainActor
    struct KeyRoutingTests {
        let log = Log()

        private func key(_ code: UInt32, _ phase: KeyEvent.Phase) -> InputEvent {
            .key(
                KeyEvent(
                    device: DeviceID(rawValue: 9), timestamp: Timestamp(nanoseconds: 0), keycode: code,
                    phase: phase))
        }

        @Test("T-52 the first responder, then up; a release goes where its press went")
        func release() {
            let root = View()
            let one = KeyView(log, "one"), two = KeyView(log, "two")
            root.addSubview(one)
            root.addSubview(two)
            let harness = Harness(root)
            defer { harness.close() }
            #expect(!harness.window.makeFirstResponder(root))
            #expect(harness.window.makeFirstResponder(one))
            harness.router.handle(key(30, .down))
            harness.router.handle(key(30, .repeats))
            harness.router.handle(key(30, .up))
            harness.router.handle(key(30, .up))
            #expect(log.take() == ["one down", "one repeats", "one up"])
            harness.router.handle(key(30, .down))
            harness.window.makeFirstResponder(two)
            harness.router.handle(key(30, .up))
            #expect(log.take() == ["one down", "one cancelled"])
            harness.router.handle(key(31, .down))
            harness.router.cancelAll()
            #expect(log.take() == ["two down", "two cancelled"])
        }

        @Test("keys that no view wants reach the window's next responder")
        func chain() {
            let harness = Harness(View())
            defer { harness.close() }
            let last = KeyView(log, "application")
            harness.window.nextResponder = last
            harness.router.handle(key(30, .down))
            harness.router.handle(key(30, .up))
            #expect(log.take() == ["application down", "application up"])
        }
    }
}

@MainActor
private final class KeyView: View {
    let log: Log
    init(_ log: Log, _ name: String) {
        self.log = log
        super.init()
        identifier = name
    }
    override var canBecomeFirstResponder: Bool { true }
    override func keyDown(_ key: KeyEvent) { log("\(identifier) \(key.phase)") }
    override func keyUp(_ key: KeyEvent) { log("\(identifier) up") }
    override func keyCancelled(_ key: KeyEvent) { log("\(identifier) cancelled") }
}
