import Display
import EventLoop
import Testing

@MainActor
struct DisplayLinkTests {
    private func make(_ stage: Stage) -> (HeadlessDisplay, Painter) {
        let display = HeadlessDisplay(
            loop: stage.loop, width: 8, height: 6, refreshInterval: .milliseconds(10))
        let painter = Painter()
        display.source = painter
        stage.closers.append { display.close() }
        return (display, painter)
    }

    @Test("L-43 Each call has the frame before and the frame to come, an interval apart")
    func timestamps() {
        onStage { stage in
            let (display, painter) = make(stage)
            var calls: [[Double]] = []
            let link = DisplayLink(display: display) { timestamp, target in
                calls.append([Stage.milliseconds(timestamp), Stage.milliseconds(target)])
                display.setNeedsFrame()
            }
            stage.run(milliseconds: 35)
            #expect(calls == [[-10, 0], [0, 10], [10, 20], [20, 30]])
            #expect(painter.drawn.map(Stage.milliseconds) == [0, 10, 20, 30])
            link.invalidate()
        }
    }

    @Test("A link is called also while nothing changes, and pausing it ends the wake-ups")
    func pausing() {
        onStage { stage in
            let (display, _) = make(stage)
            var calls = 0
            let link = DisplayLink(display: display) { _, _ in calls += 1 }
            stage.run(milliseconds: 95)
            #expect(calls == 10)
            link.isPaused = true
            stage.run(milliseconds: 1000)
            #expect(calls == 10)
            link.isPaused = false
            stage.run(milliseconds: 25)
            #expect((2...3).contains(calls - 10))
            link.invalidate()
            stage.run(milliseconds: 100)
            #expect((2...3).contains(calls - 10))
        }
    }

    @Test("L-45 A divisor of the rate leaves out frames")
    func divisor() {
        onStage { stage in
            let (display, _) = make(stage)
            var calls: [Double] = []
            let link = DisplayLink(display: display) { _, target in calls.append(Stage.milliseconds(target)) }
            link.framesPerCall = 3
            stage.run(milliseconds: 95)
            #expect(calls == [20, 50, 80])
            link.invalidate()
        }
    }

    @Test("L-44 A late callback skips frames and is not made up for")
    func late() {
        onStage { stage in
            let (display, _) = make(stage)
            var calls: [Double] = []
            let link = DisplayLink(display: display) { _, target in
                calls.append(Stage.milliseconds(target))
                if calls.count == 2 { stage.clock.advance(by: .milliseconds(35)) }
            }
            stage.run(milliseconds: 70)
            #expect(calls.first == 0 && calls.dropFirst().first == 10)
            #expect(calls.count <= 5)
            #expect(zip(calls, calls.dropFirst()).allSatisfy { $1 - $0 >= 10 })
            link.invalidate()
        }
    }

    @Test("A closed display drops its links")
    func closing() {
        onStage { stage in
            let (display, _) = make(stage)
            final class Payload {}
            weak var payload: Payload?
            do {
                let strong = Payload()
                payload = strong
                _ = DisplayLink(display: display) { _, _ in _ = strong }
            }
            #expect(payload != nil)
            display.close()
            #expect(payload == nil)
        }
    }
}
