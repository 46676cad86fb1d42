import EventLoop
import Graphics
import InputEvents
import LayerTree
import Testing

/// Layers whose time goes its own way.
@MainActor
@Suite(.serialized)
struct LayerTimingTests {
    private func animated(
        on stage: Stage, _ duration: Duration = .milliseconds(100), in parent: Layer? = nil
    ) -> Layer {
        let layer = stage.add(Rect(x: 0, y: 0, width: 10, height: 10), .red, to: parent)
        stage.run()
        layer.add(BasicAnimation(\.zPosition, from: 0, to: 100, duration: duration), forKey: "z")
        return layer
    }

    private func shown(_ layer: Layer) -> Double {
        ((layer.presentation?.zPosition ?? -1) * 1e3).rounded() / 1e3
    }

    @Test("L-32 t = (tp - begin) * speed + offset, down the tree")
    func formula() {
        let stage = Stage()
        let outer = Layer(), inner = Layer()
        stage.root.addSublayer(outer)
        outer.addSublayer(inner)
        outer.beginTime = .seconds(1)
        outer.speed = 2
        outer.timeOffset = .seconds(5)
        inner.speed = 0.5
        let moment = Instant(nanoseconds: 4_000_000_000)
        #expect(outer.localTime(at: moment).nanoseconds == 11_000_000_000)
        #expect(inner.localTime(at: moment).nanoseconds == 5_500_000_000)
        #expect(inner.outerTime(of: Instant(nanoseconds: 5_500_000_000)) == moment)
        inner.speed = 0
        #expect(inner.outerTime(of: moment) == nil)
        inner.speed = -1
        inner.speed = .nan
        #expect(inner.speed == 0)
    }

    @Test("L-32 at half speed an animation takes twice as long, and ends at the right moment")
    func halfSpeed() {
        let stage = Stage()
        let outer = stage.add(Rect(x: 0, y: 0, width: 50, height: 50), .blue)
        outer.speed = 0.5
        let layer = animated(on: stage, in: outer)
        var end: Instant?
        var marker = BasicAnimation(\.opacity, from: 0, duration: .milliseconds(100))
        marker.attributes.didStop = { _ in end = stage.loop.now }
        layer.add(marker)
        stage.run(0)
        let start = stage.loop.now
        stage.run(100)
        #expect(abs(shown(layer) - 50) < 0.1)
        stage.run(150)
        #expect(layer.animationKeys.isEmpty && !stage.host.hasRunningAnimations)
        #expect(abs(start.duration(to: end ?? start).clampedNanoseconds - 200_000_000) < 2000)
    }

    @Test(
        "at any speed an animation ends, and no timer fires without end", arguments: [0.001, 0.3, 1.7, 333])
    func oddSpeeds(speed: Double) {
        let stage = Stage()
        let layer = stage.add(Rect(x: 0, y: 0, width: 10, height: 10), .red)
        layer.speed = speed
        stage.run()
        layer.add(BasicAnimation(\.opacity, from: 0, duration: .milliseconds(7)), forKey: "a")
        stage.run(Int(7 / speed) + 50)
        #expect(layer.animationKeys.isEmpty)
    }

    @Test("L-33 paused it stays where it is and asks for no frames; resumed it goes on from there")
    func pause() {
        let stage = Stage()
        let outer = stage.add(Rect(x: 0, y: 0, width: 50, height: 50), .blue)
        let layer = animated(on: stage, in: outer)
        stage.run(30)
        outer.pause()
        stage.run(0)
        let held = shown(layer)
        #expect(abs(held - 30) < 0.1 && outer.isPaused)
        stage.draw()
        let wanted = stage.framesWanted
        stage.run(5000)
        #expect(shown(layer) == held && !stage.host.hasRunningAnimations && stage.framesWanted == wanted)
        #expect(layer.animationKeys == ["z"])
        outer.resume()
        stage.run(20)
        #expect(abs(shown(layer) - held - 20) < 0.1 && !outer.isPaused)
        stage.run(100)
        #expect(layer.animationKeys.isEmpty)
    }

    @Test("what is added while the layer is paused begins when it goes on")
    func addedWhilePaused() {
        let stage = Stage()
        let layer = animated(on: stage)
        stage.run(10)
        layer.pause()
        layer.add(BasicAnimation(\.cornerRadius, from: 8, to: 0, duration: .milliseconds(80)), forKey: "r")
        stage.run(1000)
        #expect(layer.presentation?.cornerRadius == 8)
        layer.resume()
        stage.run(40)
        #expect(abs((layer.presentation?.cornerRadius ?? 0) - 4) < 0.05)
        stage.run(100)
        #expect(layer.animationKeys.isEmpty)
    }
}
