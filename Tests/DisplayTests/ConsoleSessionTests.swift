import CLinux
import Display
import EventLoop
import Glibc
import Testing

@Suite(.serialized) @MainActor
struct ConsoleSessionTests {
    private let release = penstock_first_realtime_signal()

    /// As the kernel does it; to this thread, for the test process has others that know nothing of it.
    private func send(_ signal: CInt, _ stage: Stage) {
        pthread_kill(pthread_self(), signal)
        stage.run(milliseconds: 1)
    }

    @Test("D-21 Graphics mode, keyboard off, switching by us; and all of it given back")
    func startAndClose() throws {
        try onStage { stage in
            let session = try ConsoleSession(loop: stage.loop, terminal: FakeTerminal.begin(), returnTo: 0)
            #expect(FakeTerminal.calls == ["switch by process", "keyboard \(K_OFF)", "graphics"])
            session.close()
            session.close()
            #expect(FakeTerminal.calls == ["switch by itself", "text", "keyboard \(K_XLATE)"])
        }
    }

    @Test("A keyboard that somebody left off is switched on at the end, and the terminal of before is shown")
    func leftOff() throws {
        try onStage { stage in
            let terminal = FakeTerminal.begin(keyboardMode: CInt(K_OFF))
            let session = try ConsoleSession(loop: stage.loop, terminal: terminal, returnTo: 3)
            _ = FakeTerminal.calls
            session.close()
            #expect(FakeTerminal.calls == ["switch by itself", "text", "keyboard \(K_UNICODE)", "show 3"])
        }
    }

    @Test("A refusal in the middle puts back what was changed, says why, and leaves the way free")
    func refused() throws {
        try onStage { stage in
            let terminal = FakeTerminal.begin(refusing: KDSKBMODE)
            let error = #expect(throws: DisplayError.self) {
                try ConsoleSession(loop: stage.loop, terminal: terminal, returnTo: 0)
            }
            #expect(error?.reason == .terminal && error?.code == EPERM)
            #expect(error.map { "\($0)".contains("KDSKBMODE /dev/fake") } == true)
            #expect(
                FakeTerminal.calls == ["switch by process", "refused", "switch by itself", "text", "refused"])
            let again = try ConsoleSession(loop: stage.loop, terminal: FakeTerminal.begin(), returnTo: 0)
            let second = #expect(throws: DisplayError.self) {
                try ConsoleSession(loop: stage.loop, terminal: FakeTerminal.begin(), returnTo: 0)
            }
            #expect(second?.code == EBUSY)
            again.close()
            close(terminal.descriptor)
        }
    }

    @Test("D-21 D-19 Release: input, then frames, then master, then the answer; acquire the other way round")
    func switching() throws {
        try onStage { stage in
            let session = try ConsoleSession(loop: stage.loop, terminal: FakeTerminal.begin(), returnTo: 0)
            let card = FakeScanout(stage)
            let display = ConsoleDisplay(loop: stage.loop, scanout: card, session: session)
            let painter = Painter()
            display.source = painter
            var order: [String] = []
            session.onRelease = { order.append("release after \(card.calls.count)") }
            session.onAcquire = { order.append("acquire after \(card.calls.count)") }
            var ticks = 0
            let link = DisplayLink(display: display) { _, _ in ticks += 1 }
            display.setNeedsFrame()
            stage.run(milliseconds: 15)
            _ = FakeTerminal.calls
            #expect(card.calls == [.mode(1)])

            display.setNeedsFrame()
            send(release, stage)
            #expect(!session.isActive)
            #expect(card.calls.last == .drop)
            #expect(FakeTerminal.calls == ["released"])
            let (drawn, ticked, calls) = (painter.drawn.count, ticks, card.calls.count)
            display.setNeedsFrame()
            stage.run(milliseconds: 300)
            #expect(painter.drawn.count == drawn)
            #expect(ticks == ticked)
            #expect(card.calls.count == calls)

            send(release + 1, stage)
            #expect(session.isActive)
            #expect(FakeTerminal.calls == ["acquired"])
            // D-18: everything is set anew, although the painter knows of no damage.
            #expect(Array(card.calls.dropFirst(calls)) == [.become, .mode(1)])
            stage.run(milliseconds: 30)
            #expect(ticks > ticked)
            #expect(order == ["release after \(calls - 1)", "acquire after \(calls + 2)"])
            link.invalidate()
            display.close()
            session.close()
            card.end()
        }
    }

    @Test("Who is not let be master again shows nothing, and does not end")
    func refusedMaster() throws {
        try onStage { stage in
            let session = try ConsoleSession(loop: stage.loop, terminal: FakeTerminal.begin(), returnTo: 0)
            let card = FakeScanout(stage)
            let display = ConsoleDisplay(loop: stage.loop, scanout: card, session: session)
            display.source = Painter()
            send(release, stage)
            card.masterFailure = DisplayError(
                .busy, path: card.path, operation: "become master of", code: EBUSY)
            send(release + 1, stage)
            display.setNeedsFrame()
            stage.run(milliseconds: 30)
            #expect(card.calls == [.drop, .become])
            display.close()
            session.close()
            card.end()
        }
    }

    @Test("With the keyboard off, the way to another terminal is through the session")
    func asked() throws {
        try onStage { stage in
            let session = try ConsoleSession(loop: stage.loop, terminal: FakeTerminal.begin(), returnTo: 0)
            _ = FakeTerminal.calls
            session.switchTo(terminal: 2)
            session.switchTo(terminal: 0)
            session.switchTo(terminal: 64)
            #expect(FakeTerminal.calls == ["show 2"])
            session.close()
        }
    }
}
