import Display
import EventLoop
import Graphics
import LayerTree
import Testing

@MainActor
struct HeadlessDisplayTests {
    private func make(_ stage: Stage) -> (HeadlessDisplay, Painter) {
        let display = HeadlessDisplay(
            loop: stage.loop, width: 8, height: 6, refreshInterval: .milliseconds(10))
        let painter = Painter()
        display.source = painter
        stage.closers.append { display.close() }
        return (display, painter)
    }

    @Test("D-12 From idle a frame is drawn at once, and D-13 nothing more after it")
    func fromIdle() {
        onStage { stage in
            let (display, painter) = make(stage)
            display.setNeedsFrame()
            #expect(painter.drawn.map(Stage.milliseconds) == [0])
            #expect(display.framesPresented == 1)
            #expect(display.bitmap[3, 3] == 1)
            stage.run(milliseconds: 1000)
            #expect(painter.drawn.count == 1)
        }
    }

    @Test("Frames asked for in a burst come once an interval, the newest last")
    func paced() {
        onStage { stage in
            let (display, painter) = make(stage)
            for time in 0..<40 { stage.after(milliseconds: Int64(time)) { display.setNeedsFrame() } }
            stage.run(milliseconds: 200)
            #expect(painter.drawn.map(Stage.milliseconds) == [0, 10, 20, 30, 40])
        }
    }

    @Test("An animation gets a frame each interval until it rests")
    func animated() {
        onStage { stage in
            let (display, painter) = make(stage)
            var presented: [Double] = []
            display.onPresent = { presented.append(Stage.milliseconds($0)) }
            painter.moving = 4
            display.setNeedsFrame()
            stage.run(milliseconds: 500)
            #expect(presented == [0, 10, 20, 30])
            #expect(display.framesPresented == 4)
        }
    }

    @Test("D-13 A frame without damage is not presented, but an animation that waits goes on")
    func withoutDamage() {
        onStage { stage in
            let (display, painter) = make(stage)
            painter.damage = []
            painter.moving = 3
            display.setNeedsFrame()
            stage.run(milliseconds: 500)
            #expect(painter.drawn.map(Stage.milliseconds) == [0, 10, 20])
            #expect(display.framesPresented == 0)
        }
    }

    @Test("A frame asked for while one is drawn comes an interval later")
    func whileDrawing() {
        onStage { stage in
            let (display, painter) = make(stage)
            painter.onDraw = { [weak painter] in
                painter?.onDraw = nil
                display.setNeedsFrame()
            }
            display.setNeedsFrame()
            stage.run(milliseconds: 500)
            #expect(painter.drawn.map(Stage.milliseconds) == [0, 10])
        }
    }

    @Test("Without a source nothing is drawn and nobody is woken")
    func noSource() {
        onStage { stage in
            let (display, _) = make(stage)
            display.source = nil
            display.setNeedsFrame()
            var turns = 0
            let counter = Loop.Observer(.beforeWaiting) { _ in turns += 1 }
            stage.loop.add(counter, to: .common)
            stage.run(milliseconds: 500)
            counter.invalidate()
            #expect(turns == 1)
            #expect(display.framesPresented == 0)
        }
    }

    @Test("Idle is idle: after the last frame the loop sleeps once")
    func idle() {
        onStage { stage in
            let (display, painter) = make(stage)
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

    @Test("After close nothing is drawn")
    func closed() {
        onStage { stage in
            let (display, painter) = make(stage)
            painter.moving = 100
            display.setNeedsFrame()
            stage.after(milliseconds: 25) { display.close() }
            stage.run(milliseconds: 500)
            display.setNeedsFrame()
            #expect(painter.drawn.count == 3)
        }
    }
}
