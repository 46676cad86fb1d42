import Display
import EventLoop
import LayerTree
import Testing

@MainActor
struct ConsoleDisplayTests {
    let whole = PixelRect(x: 0, y: 0, width: 8, height: 6)
    let corner = PixelRect(x: 0, y: 0, width: 2, height: 2)
    let middle = PixelRect(x: 3, y: 3, width: 2, height: 2)

    private func make(_ stage: Stage) -> (ConsoleDisplay, FakeScanout, Painter) {
        let card = FakeScanout(stage)
        let display = ConsoleDisplay(loop: stage.loop, scanout: card, session: nil)
        let painter = Painter()
        painter.damage = [whole]
        display.source = painter
        stage.closers.append {
            display.close()
            card.end()
        }
        return (display, card, painter)
    }

    @Test("D-01 The first frame sets the mode, later ones flip; D-13 then nothing")
    func firstFrames() {
        onStage { stage in
            let (display, card, painter) = make(stage)
            var presented: [Double] = []
            display.onPresent = { presented.append(Stage.milliseconds($0)) }
            #expect(card.calls.isEmpty)
            display.setNeedsFrame()
            stage.run(milliseconds: 50)
            painter.damage = [corner]
            display.setNeedsFrame()
            stage.run(milliseconds: 500)
            #expect(card.calls == [.mode(1), .flip(0, [corner])])
            #expect(presented == [10, 60])
            #expect(display.framesPresented == 2)
        }
    }

    @Test("D-02 D-03 What is asked for while a frame is under way becomes one commit after its event")
    func newestOnly() {
        onStage { stage in
            let (display, card, painter) = make(stage)
            for time in 0..<9 { stage.after(milliseconds: Int64(time)) { display.setNeedsFrame() } }
            stage.run(milliseconds: 100)
            #expect(card.calls.count == 2)
            #expect(painter.drawn.count == 2)
            // The second is drawn in the turn of the first one's event, for the vertical blank after it.
            #expect(Stage.milliseconds(painter.drawn[1]) == 20)
        }
    }

    @Test("D-11 A buffer gets the damage of the last two frames; D-10 the driver is told that of one")
    func bufferAge() {
        onStage { stage in
            let (display, card, painter) = make(stage)
            display.setNeedsFrame()
            stage.run(milliseconds: 30)
            painter.damage = [corner]
            display.setNeedsFrame()
            stage.run(milliseconds: 30)
            painter.damage = [middle]
            display.setNeedsFrame()
            stage.run(milliseconds: 30)
            #expect(card.calls == [.mode(1), .flip(0, [corner]), .flip(1, [middle])])
            // Buffer 1 had frame 1 only: the corner of frame 2 has to be there as well.
            #expect(card.pixel(0, 0, of: 1) == 2)
            #expect(card.pixel(3, 3, of: 1) == 3)
            #expect(card.pixel(7, 5, of: 1) == 1)
            #expect(card.pixel(3, 3, of: 0) == 1)
        }
    }

    @Test("D-10 Damage is clipped to the buffer, and what lies outside makes no commit")
    func clipped() {
        onStage { stage in
            let (display, card, painter) = make(stage)
            display.setNeedsFrame()
            stage.run(milliseconds: 30)
            painter.damage = [PixelRect(x: 6, y: -2, width: 10, height: 4)]
            display.setNeedsFrame()
            stage.run(milliseconds: 30)
            painter.damage = [PixelRect(x: 8, y: 0, width: 3, height: 3)]
            display.setNeedsFrame()
            stage.run(milliseconds: 30)
            #expect(card.calls == [.mode(1), .flip(0, [PixelRect(x: 6, y: 0, width: 2, height: 2)])])
        }
    }

    @Test("D-06 An event of a forgotten commit is ignored")
    func forgottenCommit() {
        onStage { stage in
            let (display, card, _) = make(stage)
            card.answers = false
            display.setNeedsFrame()
            card.send(token: 999, at: stage.clock.now)
            stage.run(milliseconds: 20)
            #expect(display.framesPresented == 0)
            if let pending = card.pending { card.send(token: pending, at: stage.clock.now) }
            stage.run(milliseconds: 20)
            #expect(display.framesPresented == 1)
        }
    }

    @Test(
        "D-07 An event that tells a moment long ago, or far ahead, is taken as of now",
        arguments: [0, 99_000])
    func incredible(_ milliseconds: Int64) {
        onStage { stage in
            let (display, card, _) = make(stage)
            var presented: [Double] = []
            display.onPresent = { presented.append(Stage.milliseconds($0)) }
            card.answers = false
            display.setNeedsFrame()
            let told = Instant(nanoseconds: milliseconds * 1_000_000)
            stage.after(milliseconds: 7) { card.send(token: card.pending ?? 0, at: told) }
            stage.run(milliseconds: 20)
            #expect(presented == [7])
        }
    }

    @Test("D-14 An event that does not come within 100 ms is taken as having come")
    func timeOut() {
        onStage { stage in
            let (display, card, painter) = make(stage)
            card.answers = false
            display.setNeedsFrame()
            display.setNeedsFrame()
            stage.run(milliseconds: 99)
            #expect(card.calls.count == 1)
            stage.run(milliseconds: 2)
            #expect(card.calls.count == 2)
            #expect(painter.drawn.count == 2)
            #expect(display.flipTimeouts == 1)
        }
    }

    @Test("A driver without a vertical blank is paced by the clock")
    func withoutVerticalBlank() {
        onStage { stage in
            let (display, card, painter) = make(stage)
            card.sequence = 0
            painter.moving = 5
            display.setNeedsFrame()
            stage.run(milliseconds: 500)
            #expect(display.framesPresented == 5)
            #expect(painter.drawn.count == 5)
            let times = painter.drawn.map(Stage.milliseconds)
            #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 10 })
        }
    }

    @Test("An animation is drawn once a vertical blank, for the moment at which it will be seen")
    func animated() {
        onStage { stage in
            let (display, card, painter) = make(stage)
            painter.moving = 4
            stage.after(milliseconds: 3) { display.setNeedsFrame() }
            stage.run(milliseconds: 500)
            #expect(painter.drawn.dropFirst().map(Stage.milliseconds) == [20, 30, 40])
            #expect(card.calls.count == 4)
        }
    }

    @Test("D-13 After the last frame the loop sleeps once")
    func idle() {
        onStage { stage in
            let (display, _, painter) = make(stage)
            painter.moving = 3
            display.setNeedsFrame()
            stage.run(milliseconds: 100)
            var turns = 0
            let counter = Loop.Observer(.beforeWaiting) { _ in turns += 1 }
            stage.loop.add(counter, to: .common)
            stage.run(milliseconds: 10_000)
            counter.invalidate()
            #expect(turns == 1)
        }
    }

    @Test("D-02 A busy card is asked again at the next frame, with nothing lost")
    func busy() {
        onStage { stage in
            let (display, card, painter) = make(stage)
            display.setNeedsFrame()
            stage.run(milliseconds: 30)
            card.failures = [DisplayError(.busy, path: card.path, operation: "show a frame on", code: 16)]
            painter.damage = [corner]
            display.setNeedsFrame()
            painter.damage = [middle]
            stage.run(milliseconds: 50)
            #expect(card.calls == [.mode(1), .flip(0, [corner]), .flip(0, [corner, middle])])
            #expect(card.pixel(0, 0, of: 0) == 2 && card.pixel(3, 3, of: 0) == 3)
        }
    }

    @Test("L-44 A display link follows the flip events, and is heard before the frame is drawn")
    func links() {
        onStage { stage in
            let (display, _, painter) = make(stage)
            display.setNeedsFrame()
            var calls: [[Double]] = []
            let link = DisplayLink(display: display) { timestamp, target in
                calls.append([Stage.milliseconds(timestamp), Stage.milliseconds(target)])
                display.setNeedsFrame()
            }
            stage.run(milliseconds: 35)
            #expect(calls == [[10, 20], [20, 30], [30, 40]])
            #expect(painter.drawn.map(Stage.milliseconds) == [10, 20, 30, 40])
            link.invalidate()
        }
    }

    @Test("D-23 A card that has gone ends the display, and the app goes on")
    func unplugged() {
        onStage { stage in
            let (display, card, _) = make(stage)
            var reasons: [DisplayError.Reason] = []
            display.onLost = { reasons.append($0.reason) }
            display.setNeedsFrame()
            stage.run(milliseconds: 30)
            card.failures = [.init(.gone, path: card.path, operation: "show a frame on", code: 19)]
            display.setNeedsFrame()
            display.setNeedsFrame()
            stage.run(milliseconds: 30)
            #expect(reasons == [.gone])
            #expect(card.calls.last == .close)
            #expect(card.calls.filter { $0 == .close }.count == 1)
        }
    }

    @Test("D-23 A card whose events cannot be read has gone")
    func unreadable() {
        onStage { stage in
            let (display, card, _) = make(stage)
            var lost = 0
            display.onLost = { _ in lost += 1 }
            display.setNeedsFrame()
            card.readFailure = DisplayError(.gone, path: card.path, operation: "read the events of", code: 19)
            stage.run(milliseconds: 30)
            #expect(lost == 1)
        }
    }
}
