import EventLoop
import Graphics
import InputEvents
import LayerTree
import Testing

/// Animation blocks on views' layers: what a second change does to a first that still moves.
@MainActor
@Suite(.serialized)
struct RetargetTests {
    private func viewLayer(on stage: Stage) -> Layer {
        let layer = stage.add(Rect(x: 0, y: 0, width: 10, height: 10), .red)
        layer.anchorPoint = .zero
        layer.position = .zero
        layer.implicitActions = .insideAnimationBlocks
        stage.run()
        return layer
    }

    private func x(_ layer: Layer) -> Double { layer.presentation?.position.x ?? .nan }

    @Test("L-10 additive animations of one property have keys of their own, and they sum")
    func sums() {
        let stage = Stage()
        let layer = viewLayer(on: stage)
        Transaction.run(duration: .milliseconds(100), timing: .linear) {
            layer.position.x = 40
            layer.position.x = 100
        }
        #expect(layer.animationKeys == ["position", "position-2"])
        stage.run(0)
        let start = x(layer)
        #expect(abs(start) < 0.01)
        stage.run(50)
        #expect(abs(x(layer) - 50) < 0.01)
        stage.run(100)
        #expect(x(layer) == 100 && layer.animationKeys.isEmpty)
    }

    @Test("L-37 a new target in the middle of the way keeps the place and the speed")
    func keepsSpeed() {
        let stage = Stage()
        let layer = viewLayer(on: stage)
        Transaction.run(duration: .milliseconds(200), timing: .easeInOut) { layer.position.x = 100 }
        stage.run(0)
        let first = stage.loop.now
        func place(_ milliseconds: Double) -> Double {
            stage.clock.advance(to: first.advanced(by: .seconds(milliseconds / 1000)))
            return x(layer)
        }
        let earlier = place(99)
        let before = place(100)
        let speedBefore = before - earlier
        Transaction.run(duration: .milliseconds(200), timing: .easeInOut) { layer.position.x = -50 }
        Transaction.flush()
        #expect(abs(x(layer) - before) < 1e-3)
        // A curve that begins slowly adds nothing at first: the speed is that of before.
        let speedAfter = place(101) - before
        #expect(abs(speedAfter - speedBefore) < 0.15 && speedBefore > 0.4)
        stage.run(500)
        #expect(x(layer) == -50)
    }

    @Test("a value set without animation before the block, in the same turn, is where it starts from")
    func setBefore() {
        let stage = Stage()
        let layer = viewLayer(on: stage)
        layer.position.x = 60
        Transaction.run(duration: .milliseconds(100), timing: .linear) { layer.position.x = 80 }
        stage.run(0)
        #expect(abs(x(layer) - 60) < 0.01)
        stage.run(50)
        #expect(abs(x(layer) - 70) < 0.01)
        stage.run(100)
    }

    @Test("beginsFromCurrentState replaces what runs and starts from what shows")
    func currentState() {
        let stage = Stage()
        let layer = viewLayer(on: stage)
        Transaction.run(duration: .milliseconds(100), timing: .linear) { layer.position.x = 100 }
        stage.run(50)
        var options = AnimationOptions()
        options.beginsFromCurrentState = true
        Transaction.run(duration: .milliseconds(100), timing: .linear, options: options) {
            layer.position.x = 0
        }
        #expect(layer.animationKeys == ["position"])
        stage.run(50)
        #expect(abs(x(layer) - 25) < 0.1)
        stage.run(100)
    }

    @Test("delay, repeats and reverse come from the options")
    func options() {
        let stage = Stage()
        let layer = viewLayer(on: stage)
        var options = AnimationOptions()
        options.delay = .milliseconds(50)
        options.repeatCount = 2
        options.autoreverses = true
        Transaction.run(duration: .milliseconds(100), timing: .linear, options: options) {
            layer.position.x = 100
        }
        stage.run(40)
        #expect(x(layer) == 0)
        stage.run(60)
        #expect(abs(x(layer) - 50) < 0.1)
        stage.run(150)
        #expect(abs(x(layer) - 0) < 0.1)
        stage.run(100)
        #expect(abs(x(layer) - 100) < 0.1)
        stage.run(200)
        #expect(x(layer) == 100 && layer.animationKeys.isEmpty)
    }

    @Test(
        "a spring has settled at the block's duration, and swings as its ratio says",
        arguments: [0.3, 0.7, 1.0])
    func spring(ratio: Double) {
        let stage = Stage()
        let layer = viewLayer(on: stage)
        var options = AnimationOptions()
        options.spring = SpringCurve(dampingRatio: ratio)
        Transaction.run(duration: .milliseconds(500), options: options) { layer.position.x = 100 }
        var highest = 0.0
        for _ in 0..<499 {
            stage.run(1)
            highest = max(highest, x(layer))
        }
        #expect(abs(x(layer) - 100) < 0.2)
        // How far a damped swing passes its target: exp(-pi z / sqrt(1 - z z)) of the way.
        let root = (1 - ratio * ratio).squareRoot()
        let beyond = ratio < 1 ? 100 * exponential(-.pi * ratio / root) : 0
        #expect(abs(highest - 100 - beyond) < 0.5)
        stage.run(10)
        #expect(x(layer) == 100)
    }

    private func exponential(_ x: Double) -> Double {
        var (sum, term) = (1.0, 1.0)
        for n in 1..<60 {
            term *= x / Double(n)
            sum += term
        }
        return sum
    }
}
