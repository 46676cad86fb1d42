import Display
import EventLoop
import InputBridge
import InputEvents

// What ends a run: a key, a time, the end of a replay. Signals come from `QuitSignals`.
extension ApplicationRun {
    /// How long nothing must have moved after the end of a replay.
    static let settling = Duration.seconds(1)
    /// How long things may move after the end of a replay.
    static let patience = Duration.seconds(30)

    func scheduleEnd() {
        if let duration = options.duration {
            addTimer(at: start.advanced(by: duration), "duration") { run in
                run.quit(because: "the time of --duration is over")
            }
        }
    }

    /// All of the recording was played: ends the run when nothing has changed for a while.
    func replayEnded() {
        // What went wrong with it is told when the run ends.
        try? recorder?.close()
        let now = loop.now
        checkSettled(since: now, at: now.advanced(by: Self.settling))
    }

    private func checkSettled(since end: Instant, at moment: Instant) {
        addTimer(at: moment, "settled?") { run in
            let now = run.loop.now
            let still = max(end, run.stage.tap.lastChange ?? end).advanced(by: Self.settling)
            if now >= end.advanced(by: Self.patience) || (still <= now && !run.stage.tap.frameIsComing) {
                run.quit(because: "all of the recording was played")
            } else {
                run.checkSettled(since: end, at: max(still, now.advanced(by: .milliseconds(100))))
            }
        }
    }

    private func addTimer(at moment: Instant, _ label: String, _ body: @escaping (ApplicationRun) -> Void) {
        let timer = Loop.Timer(at: moment, label: label) { [weak self] _ in
            if let self { body(self) }
        }
        loop.add(timer, to: .common)
    }

    /// Takes the keys that belong to the console and not to the app.
    func takes(_ event: InputEvent) -> Bool {
        guard case .key(let key) = event, key.modifiers.isSuperset(of: [.control, .alt]) else { return false }
        switch key.keycode {
        case Self.backspace:
            if key.phase == .down { quit(because: "Ctrl-Alt-Backspace") }
        case Self.f1...Self.f10:
            if key.phase == .down { console?.session?.switchTo(terminal: Int(key.keycode - Self.f1) + 1) }
        case Self.f11, Self.f12:
            if key.phase == .down { console?.session?.switchTo(terminal: Int(key.keycode - Self.f11) + 11) }
        default: return false
        }
        return true
    }

    // The codes of evdev, which do not depend on the layout (linux/input-event-codes.h).
    private static let backspace: UInt32 = 14
    private static let f1: UInt32 = 59
    private static let f10: UInt32 = 68
    private static let f11: UInt32 = 87
    private static let f12: UInt32 = 88

    /// Follows the terminal and the screen: another terminal shown, a screen lost.
    func connectConsole() {
        guard let console else { return }
        if let session = console.session { stage.follow(session) { [weak self] in self?.complain("\($0)") } }
        console.display.onLost = { [weak self] in self?.complain("\($0)") }
    }

    func complain(_ text: String) { Terminal.complain("\(program): \(text)\n") }
}
