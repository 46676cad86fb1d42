import EventLoop
import Graphics
import InputEvents
import LayerTree
import Testing

/// Keyframes, groups, sums: values against what is worked out by hand.
@MainActor
@Suite(.serialized)
struct AnimationKindsTests {
    private func value(_ animation: some Animation, at seconds: Double, below: Double = 10) -> Double {
        var properties = LayerProperties()
        properties.zPosition = below
        animation.apply(to: &properties, at: .seconds(seconds))
        return (properties.zPosition * 1e9).rounded() / 1e9
    }

    @Test("L-37 an additive animation is added to the value below; transforms follow each other")
    func additive() {
        var basic = BasicAnimation(\.zPosition, from: -4, to: 0, duration: .seconds(1))
        basic.isAdditive = true
        #expect(value(basic, at: 0.25) == 7)
        basic.from = nil
        basic.to = nil
        basic.by = 2
        #expect(value(basic, at: 0.5) == 11)
        var turn = BasicAnimation(\.transform, from: .rotation(0.5), to: .identity, duration: .seconds(1))
        turn.isAdditive = true
        var properties = LayerProperties()
        properties.transform = .scale(2, 2)
        turn.apply(to: &properties, at: .zero)
        #expect(properties.transform == AffineTransform.scale(2, 2).then(.rotation(0.5)))
        // A singular map below stays what it is, plus the turn.
        properties.transform = .scale(0, 0)
        turn.apply(to: &properties, at: .seconds(1))
        #expect(properties.transform.a == 0)
    }

    @Test("L-40 keyframes: times, curves of the segments, and the animation's own curve before them")
    func keyframes() {
        var frames = KeyframeAnimation(\.zPosition, values: [0, 10, 20], duration: .seconds(1))
        #expect(value(frames, at: 0.25) == 5 && value(frames, at: 0.75) == 15 && value(frames, at: 1.5) == 10)
        frames = KeyframeAnimation(
            \.zPosition, values: [0, 10, 20], keyTimes: [0, 0.8, 1], timings: [.easeIn], duration: .seconds(1)
        )
        let slow = (TimingFunction.easeIn.value(at: 0.5) * 10 * 1e9).rounded() / 1e9
        #expect(value(frames, at: 0.4) == slow)
        #expect(value(frames, at: 0.9) == 15)
        frames.timing = .easeOut
        let eased = TimingFunction.easeOut.value(at: 0.2)
        let both = TimingFunction.easeIn.value(at: eased / 0.8) * 10
        #expect(abs(value(frames, at: 0.2) - both) < 1e-6)
        frames.isAdditive = true
        #expect(abs(value(frames, at: 0.2) - both - 10) < 1e-6)
    }

    @Test("L-40 paced keyframes are equally fast everywhere, whatever the key times say")
    func paced() {
        let frames = KeyframeAnimation(
            \.zPosition, values: [0, 30, 20], keyTimes: [0, 0.1, 1], mode: .paced, duration: .seconds(1))
        #expect(
            value(frames, at: 0.5) == 20 && value(frames, at: 0.75) == 30 && value(frames, at: 0.875) == 25)
    }

    @Test("L-64 discrete keyframes hold each value up to the next one's time")
    func discrete() {
        let frames = KeyframeAnimation(
            \.zPosition, values: [1, 2], keyTimes: [0, 0.25, 1], mode: .discrete, duration: .seconds(1))
        #expect(value(frames, at: 0) == 1 && value(frames, at: 0.249) == 1)
        #expect(value(frames, at: 0.25) == 2 && value(frames, at: 0.999) == 2)
    }

    @Test("cubic keyframes go through all values, and smoothly")
    func cubic() {
        let frames = KeyframeAnimation(
            \.zPosition, values: [0, 10, 10, 0], mode: .cubic, duration: .seconds(3))
        for (time, expected) in [(0.0, 0.0), (1, 10), (2, 10)] {
            #expect(value(frames, at: time) == expected)
        }
        // The Catmull-Rom polynomial, worked out: (-a + 9b + 9c - d) / 16 in the middle.
        #expect(value(frames, at: 1.5) == 11.25)
        let step = 1e-4
        let before = (value(frames, at: 1) - value(frames, at: 1 - step)) / step
        let after = (value(frames, at: 1 + step) - value(frames, at: 1)) / step
        #expect(abs(before - after) < 0.01)
    }

    @Test("along a path a point moves equally fast, around corners and on curves")
    func path() {
        var path = Path()
        path.move(to: Point(0, 0))
        path.line(to: Point(30, 0))
        path.line(to: Point(30, 10))
        let straight = KeyframeAnimation(\.position, along: path, duration: .seconds(4))
        var properties = LayerProperties()
        straight.apply(to: &properties, at: .seconds(2))
        #expect(properties.position == Point(20, 0))
        straight.apply(to: &properties, at: .seconds(3.5))
        #expect(properties.position == Point(30, 5))
        let circle = KeyframeAnimation(
            \.position, along: Path(ellipseIn: Rect(x: -10, y: -10, width: 20, height: 20)),
            duration: .seconds(4))
        for quarter in 0..<4 {
            circle.apply(to: &properties, at: .seconds(quarter))
            let expected = [Point(10, 0), Point(0, 10), Point(-10, 0), Point(0, -10)][quarter]
            #expect(properties.position.distance(to: expected) < 0.05)
        }
    }

    @Test("keyframes of nothing, of one value, and with times that make no sense")
    func oddKeyframes() {
        #expect(value(KeyframeAnimation(\.zPosition, values: [], duration: .seconds(1)), at: 0.5) == 10)
        let paced = KeyframeAnimation(\.zPosition, values: [3], mode: .paced, duration: .seconds(1))
        #expect(value(paced, at: 0.5) == 3)
        let odd = KeyframeAnimation(
            \.zPosition, values: [1, 2, 3], keyTimes: [.nan, 2, -1], duration: .seconds(1))
        for time in [0, 0.5, 0.999] { #expect((1...3).contains(value(odd, at: time))) }
        let same = KeyframeAnimation(\.zPosition, values: [4, 4], mode: .paced, duration: .seconds(1))
        #expect(value(same, at: 0.5) == 4)
        #expect(value(KeyframeAnimation(\.position, along: Path(), duration: .seconds(1)), at: 0.5) == 10)
    }

    @Test("L-38 children run in the group's time and are cut at its end")
    func group() {
        let short = BasicAnimation(\.zPosition, from: 0, to: 1, duration: .seconds(1))
        let long = BasicAnimation(\.opacity, from: 0, to: 1, duration: .seconds(10))
        var group = AnimationGroup([short, long], duration: .seconds(2))
        group.attributes.speed = 2
        var properties = LayerProperties()
        group.apply(to: &properties, at: .seconds(0.25))
        #expect(properties.zPosition == 0.5 && properties.opacity == 0.05)
        properties = LayerProperties()
        group.apply(to: &properties, at: .seconds(0.75))
        #expect(properties.zPosition == 0 && properties.opacity == 0.15)
        properties = LayerProperties()
        group.apply(to: &properties, at: .seconds(1))
        #expect(properties.opacity == 1)
        // A child without a duration takes the group's, one with a delay waits in the group's time.
        var late = BasicAnimation(\.cornerRadius, from: 0, to: 8)
        late.attributes.delay = .seconds(1)
        var filled = AnimationGroup([BasicAnimation(\.zPosition, from: 0, to: 1), late])
        filled.resolveDuration(default: .seconds(4))
        properties = LayerProperties()
        filled.apply(to: &properties, at: .seconds(3))
        #expect(properties.zPosition == 0.75 && properties.cornerRadius == 4)
    }

    @Test("L-38 a child's blocks are not called, the group's are")
    func groupBlocks() {
        let stage = Stage()
        let layer = stage.add(Rect(x: 0, y: 0, width: 9, height: 9), .red)
        stage.run()
        var log: [String] = []
        var child = BasicAnimation(\.opacity, from: 0, duration: .milliseconds(10))
        child.attributes.didStop = { _ in log.append("child") }
        var group = AnimationGroup([child], duration: .milliseconds(50))
        group.attributes.didStop = {
            log.append("group \($0) after \(stage.loop.now.nanoseconds / 1_000_000)")
        }
        layer.add(group, forKey: "group")
        stage.run(200)
        #expect(log == ["group true after 1050"])
    }

    @Test("an animation that carries a value out of its range draws what is in it")
    func outOfRange() {
        let stage = Stage()
        let layer = stage.add(Rect(x: 0, y: 0, width: 20, height: 20), .red)
        stage.run()
        layer.add(BasicAnimation(\.opacity, from: 3, to: 2, duration: .milliseconds(50)), forKey: "a")
        stage.run(1)
        #expect(layer.presentation?.opacity == 1)
        layer.add(BasicAnimation(\.opacity, from: -3, to: -2, duration: .milliseconds(50)), forKey: "a")
        layer.add(BasicAnimation(\.bounds.size, to: Size(-5, .nan), duration: .milliseconds(50)))
        layer.add(BasicAnimation(\.cornerRadius, from: -5, to: -1, duration: .milliseconds(50)))
        layer.add(BasicAnimation(\.position.x, from: .infinity, to: 1, duration: .milliseconds(50)))
        stage.run(1)
        let shown = layer.presentation
        #expect(shown?.opacity == 0 && shown?.cornerRadius == 0 && shown?.position == Point(10, 10))
        #expect(shown?.bounds.size.height.isFinite == true)
        stage.draw()
        stage.run(100)
    }
}
