import EventLoop
import Graphics
import InputEvents
import LayerTree
import Testing

@MainActor
@Suite(.serialized)
struct AnimationTests {
    private func stageWithLayer() -> (Stage, Layer) {
        let stage = Stage()
        let layer = stage.add(Rect(x: 0, y: 0, width: 20, height: 20), .red)
        layer.anchorPoint = .zero
        layer.position = .zero
        stage.run()
        return (stage, layer)
    }

    @Test("L-12 L-13 the model changes at once, what shows follows, and the end is the model's value")
    func implicit() {
        let (stage, layer) = stageWithLayer()
        Transaction.run(duration: .milliseconds(100), timing: .linear) { layer.position.x = 80 }
        #expect(layer.position.x == 80)
        #expect(layer.presentation?.position.x == 0)
        Transaction.flush()
        let start = stage.loop.now
        #expect(stage.host.hasRunningAnimations)
        stage.clock.advance(to: start.advanced(by: .milliseconds(25)))
        #expect(abs((layer.presentation?.position.x ?? 0) - 20) < 1e-9)
        let result = stage.host.drawFrame(into: stage.bitmap, at: start.advanced(by: .milliseconds(50)))
        #expect(result.wantsNextFrame)
        #expect(stage.bitmap[41, 5] == 0xffff_0000 && stage.bitmap[39, 5] == 0xff00_0000)
        stage.run(80)
        #expect(!stage.host.hasRunningAnimations && layer.animationKeys.isEmpty)
        #expect(layer.presentation?.position.x == 80)
        let last = stage.draw()
        #expect(!last.wantsNextFrame && stage.bitmap[81, 5] == 0xffff_0000)
    }

    @Test("L-12 a presentation cannot be written to; its tree is made of presentations")
    func presentation() throws {
        let (stage, layer) = stageWithLayer()
        let child = stage.add(Rect(x: 1, y: 1, width: 2, height: 2), .blue, to: layer)
        #expect(child.presentation == nil)
        stage.run()
        let shown = try #require(layer.presentation)
        shown.position = Point(5, 5)
        shown.isHidden = true
        shown.addSublayer(Layer())
        #expect(layer.position == .zero && shown.position == .zero && !shown.isHidden)
        #expect(shown.modelLayer === layer)
        #expect(shown.sublayers.first?.modelLayer === child)
        #expect(child.presentation?.superlayer?.modelLayer === layer)
    }

    @Test("T-28 the presentation is hit where it shows, the model where it will be")
    func hitWhatShows() {
        let (stage, layer) = stageWithLayer()
        Transaction.run(duration: .milliseconds(100), timing: .linear) { layer.position.x = 80 }
        Transaction.flush()
        #expect(stage.root.hitTest(Point(10, 10)) === stage.root)
        #expect(stage.root.presentation?.hitTest(Point(10, 10))?.modelLayer === layer)
    }

    @Test("L-04 settings are those of the moment at which the property is set")
    func settingsAtSet() {
        let (stage, layer) = stageWithLayer()
        layer.position.x = 10
        Transaction.disableActions = true
        layer.opacity = 0.5
        #expect(layer.animationKeys == ["position"])
        stage.run()
        layer.opacity = 0.7
        #expect(
            layer.animationKeys == ["position", "opacity"], "the settings end with the turn's transaction")
    }

    @Test("L-07 without a duration an animation takes the transaction's, or 0.25 s")
    func defaultDuration() {
        let (stage, layer) = stageWithLayer()
        defer { stage.run() }
        layer.position.x = 10
        #expect(layer.animation(forKey: "position")?.duration == .milliseconds(250))
        layer.add(BasicAnimation(\.opacity, from: 0), forKey: "fade")
        #expect(layer.animation(forKey: "fade")?.duration == .milliseconds(250))
        Transaction.begin()
        Transaction.animationDuration = .seconds(3)
        layer.add(BasicAnimation(\.opacity, from: 0), forKey: "fade")
        Transaction.commit()
        #expect(layer.animation(forKey: "fade")?.duration == .seconds(3))
    }

    @Test("L-10 set twice: without action the last value counts, with one the later animation replaces")
    func setTwice() {
        let (stage, layer) = stageWithLayer()
        let commits = stage.host.commits
        Transaction.withoutAnimation {
            layer.position.x = 10
            layer.position.x = 30
        }
        stage.run()
        #expect(stage.host.commits == commits + 1 && layer.presentation?.position.x == 30)
        layer.position.x = 40
        layer.position.x = 50
        #expect(layer.animationKeys == ["position"])
        let animation = layer.animation(forKey: "position") as? BasicAnimation<Point>
        #expect(animation?.from == Point(30, 0), "L-60 it starts from what is on screen")
    }

    @Test("L-11 animations of one commit start together")
    func commonStart() {
        let (stage, layer) = stageWithLayer()
        let other = stage.add(Rect(x: 0, y: 40, width: 5, height: 5), .blue)
        stage.run()
        var ends: [Instant] = []
        func animation(_ duration: Int) -> BasicAnimation<Double> {
            var made = BasicAnimation(\.opacity, from: 0, duration: .milliseconds(duration))
            made.attributes.didStop = { _ in ends.append(stage.loop.now) }
            return made
        }
        layer.add(animation(50), forKey: "a")
        stage.clock.advance(to: stage.loop.now.advanced(by: .milliseconds(7)))
        other.add(animation(50), forKey: "a")
        stage.run(100)
        #expect(ends.count == 2 && ends.first == ends.last)
    }

    @Test("L-32 duration, repeats, reverse, speed and offset, against values worked out by hand")
    func timing() {
        func value(at milliseconds: Int, _ change: (inout AnimationAttributes) -> Void) -> Double {
            var animation = BasicAnimation(\.zPosition, from: 0, to: 1, duration: .seconds(1))
            change(&animation.attributes)
            var properties = LayerProperties()
            properties.zPosition = -1
            animation.apply(to: &properties, at: .milliseconds(milliseconds))
            return (properties.zPosition * 1e9).rounded() / 1e9
        }
        #expect(value(at: -1) { _ in } == -1)
        #expect(value(at: 0) { _ in } == 0)
        #expect(value(at: 250) { _ in } == 0.25)
        #expect(value(at: 1000) { _ in } == -1)
        #expect(value(at: 1250) { $0.repeatCount = 1.5 } == 0.25)
        #expect(value(at: 1500) { $0.repeatCount = 1.5 } == -1)
        #expect(value(at: 1250) { $0.autoreverses = true } == 0.75)
        #expect(value(at: 250) { $0.speed = 2 } == 0.5)
        #expect(value(at: 500) { $0.speed = 2 } == -1)
        #expect(value(at: 250) { $0.speed = -1 } == 0.75)
        #expect(value(at: 750) { $0.timeOffset = .milliseconds(500) } == 0.25)
        #expect(value(at: 500) { $0.timing = .easeIn } < 0.4)
    }

    @Test("L-34 fill modes hold the start and the end value while attached")
    func fillModes() {
        let (stage, layer) = stageWithLayer()
        var hold = BasicAnimation(\.opacity, from: 0.25, to: 0.5, duration: .milliseconds(50))
        hold.attributes.fillMode = .both
        hold.attributes.isRemovedOnCompletion = false
        hold.attributes.delay = .milliseconds(20)
        layer.add(hold, forKey: "hold")
        stage.run(1)
        #expect(layer.presentation?.opacity == 0.25)
        stage.run(200)
        #expect(layer.presentation?.opacity == 0.5 && layer.opacity == 1)
        #expect(!stage.draw().wantsNextFrame)
        layer.removeAnimation(forKey: "hold")
        stage.run()
        #expect(layer.presentation?.opacity == 1)
    }

    @Test("L-34 a delayed animation wakes the display by itself when it begins")
    func delay() {
        let (stage, layer) = stageWithLayer()
        var late = BasicAnimation(\.opacity, from: 0.25, to: 0.5, duration: .milliseconds(50))
        late.attributes.delay = .milliseconds(100)
        layer.add(late, forKey: "late")
        stage.draw()
        let wanted = stage.framesWanted
        stage.run(90)
        #expect(stage.framesWanted == wanted && !stage.host.hasRunningAnimations)
        stage.run(20)
        #expect(stage.framesWanted == wanted + 1 && stage.host.hasRunningAnimations)
    }

    @Test("L-35 curves pass the points of their formula", arguments: [0.1, 0.25, 0.5, 0.9])
    func curves(time: Double) {
        let curves: [(TimingFunction, (Double, Double, Double, Double))] = [
            (.linear, (0, 0, 1, 1)), (.easeIn, (0.42, 0, 1, 1)), (.easeOut, (0, 0, 0.58, 1)),
            (.easeInOut, (0.42, 0, 0.58, 1)), (.standard, (0.25, 0.1, 0.25, 1)),
        ]
        for (curve, (x1, y1, x2, y2)) in curves {
            // Bisection of the parameter, independent of the solver under test.
            var low = 0.0, high = 1.0
            func bezier(_ s: Double, _ a: Double, _ b: Double) -> Double {
                3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s
            }
            for _ in 0..<60 {
                let middle = (low + high) / 2
                if bezier(middle, x1, x2) < time { low = middle } else { high = middle }
            }
            #expect(abs(curve.value(at: time) - bezier(low, y1, y2)) < 1e-6)
        }
    }

    @Test("L-36 the combinations of from, to and by")
    func ends() {
        func value(_ from: Double?, _ to: Double?, _ by: Double?, at: Double) -> Double {
            let animation = BasicAnimation(\.zPosition, from: from, to: to, by: by, duration: .seconds(1))
            var properties = LayerProperties()
            properties.zPosition = 10
            animation.apply(to: &properties, at: .seconds(at))
            return properties.zPosition
        }
        #expect(value(0, 4, nil, at: 0.5) == 2)
        #expect(value(2, nil, 4, at: 0.5) == 4)
        #expect(value(nil, 8, 4, at: 0.5) == 6)
        #expect(value(0, nil, nil, at: 0.5) == 5)
        #expect(value(nil, 20, nil, at: 0.5) == 15)
        #expect(value(nil, nil, 4, at: 0.5) == 12)
    }

    @Test("L-39 adding copies; the same key replaces and stops unfinished; each block is called once")
    func copies() {
        let (stage, layer) = stageWithLayer()
        var log: [String] = []
        var animation = BasicAnimation(\.opacity, from: 0, to: 0.5, duration: .milliseconds(100))
        animation.attributes.didStart = { log.append("start") }
        animation.attributes.didStop = { log.append("stop \($0)") }
        layer.add(animation, forKey: "fade")
        animation.from = 1
        #expect((layer.animation(forKey: "fade") as? BasicAnimation<Double>)?.from == 0)
        stage.run(1)
        #expect(log == ["start"])
        layer.add(BasicAnimation(\.opacity, from: 1, duration: .milliseconds(10)), forKey: "fade")
        stage.run(50)
        #expect(log == ["start", "stop false"])
        layer.add(animation, forKey: "again")
        stage.run(150)
        #expect(log == ["start", "stop false", "start", "stop true"])
    }

    @Test("L-41 L-42 L-66 springs against their differential equation", arguments: [5.0, 15, 20, 30])
    func spring(damping: Double) {
        let spring = SpringAnimation(\.zPosition, from: 0, to: 1, damping: damping, initialVelocity: 2)
        var x = 0.0, v = 2.0
        let step = 1e-5
        for index in 1...100_000 {
            v += (100 * (1 - x) - damping * v) * step
            x += v * step
            if index % 20_000 == 0 { #expect(abs(spring.way(at: Double(index) * step) - x) < 1e-3) }
        }
    }

    @Test("L-42 settling takes the documented time")
    func settling() {
        func seconds(_ damping: Double) -> Double {
            let spring = SpringAnimation(\.opacity, damping: damping)
            return Double(spring.settlingDuration.clampedNanoseconds) / 1e9
        }
        #expect(abs(seconds(5) - 2.999) < 0.01)
        #expect(abs(seconds(15) - 1.068) < 0.01)
        #expect(seconds(0) == 60)
    }

    @Test("L-60 before a layer's first commit nothing animates; a view's layer only inside a block")
    func noImplicitAnimation() {
        let (stage, layer) = stageWithLayer()
        let new = Layer(frame: Rect(x: 0, y: 0, width: 5, height: 5))
        stage.root.addSublayer(new)
        new.position.x = 50
        #expect(new.animationKeys.isEmpty)
        layer.implicitActions = .insideAnimationBlocks
        layer.position.x = 30
        #expect(layer.animationKeys.isEmpty)
        Transaction.run { layer.position.x = 40 }
        #expect(layer.animationKeys == ["position"])
        Transaction.run {
            layer.implicitActions = .never; layer.opacity = 0.5
        }
        #expect(layer.animationKeys == ["position"])
    }

    @Test("a transform turns and grows on its way, and colours mix by alpha")
    func interpolation() {
        let quarter = AffineTransform.rotation(.pi / 2)
        let half = AffineTransform.identity.interpolated(to: quarter, at: 0.5)
        #expect(abs(half.rotation - .pi / 4) < 1e-12 && abs(half.scale - 1) < 1e-12)
        let faded = Color.clear.interpolated(to: .red, at: 0.5)
        #expect(faded == Color(red: 1, green: 0, blue: 0, alpha: 0.5))
        var map = AffineTransform.rotation(0.3)
        map.scale = 2
        #expect(abs(map.rotation - 0.3) < 1e-12 && abs(map.determinant - 4) < 1e-12)
    }

    @Test("an animation on a layer that is in no host ends at the commit, and nothing waits for it")
    func outsideHosts() {
        let stage = Stage()
        stage.run()
        var log: [String] = []
        let lonely = Layer()
        var animation = BasicAnimation(\.opacity, from: 0, duration: .seconds(5))
        animation.attributes.didStop = { log.append("stop \($0)") }
        Transaction.run {
            lonely.add(animation)
        } completion: {
            log.append("done")
        }
        stage.run(1)
        #expect(log == ["stop false", "done"])
    }
}
