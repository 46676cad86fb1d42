import EventLoop
import Harness
import InputEvents
import Interface
import Testing

extension HarnessTests {
    @Suite("Random fingers on random views")
    @MainActor
    struct GestureThrashTests {
        @Test("nothing is lost, nothing is doubled, nothing stays behind", arguments: 1...24)
        func thrash(seed: UInt64) {
            var random = Dice(state: seed &* 0x9e37_79b9_7f4a_7c15)
            let root = View()
            var views: [StrictView] = []
            var gestures: [GestureRecognizer] = []
            for index in 0..<6 {
                let view = StrictView(
                    frame: Rect(
                        x: Double(random.roll(200)), y: Double(random.roll(100)), width: 500, height: 300))
                view.isMultipleTouchEnabled = random.chance(2)
                view.isExclusiveTouch = random.chance(6)
                (index == 0 || random.chance(3) ? root : views[random.roll(views.count)]).addSubview(view)
                views.append(view)
            }
            let scroll = ScrollView(frame: Rect(x: 300, y: 0, width: 400, height: 400))
            scroll.contentSize = Size(400, 3000)
            let row = StrictView(frame: Rect(x: 0, y: 0, width: 400, height: 3000))
            scroll.addSubview(row)
            root.addSubview(scroll)
            views.append(row)
            gestures.append(scroll.pan)
            for _ in 0..<10 {
                let gesture = random.gesture()
                views[random.roll(views.count)].addGesture(gesture)
                if let other = gestures.last, random.chance(2) { gesture.require(toFail: other) }
                gestures.append(gesture)
            }
            let harness = Harness(root)
            defer { harness.close() }
            let fingers = (0..<3).map { _ in harness.finger() }
            var down = [false, false, false]
            for _ in 0..<150 {
                let index = random.roll(3)
                let finger = fingers[index]
                switch random.roll(12) {
                case 0...3:
                    if down[index] { finger.up() } else { finger.down(at: random.point()) }
                    down[index].toggle()
                case 4...7: finger.move(by: Point(Double(random.roll(41) - 20), Double(random.roll(41) - 20)))
                case 8: harness.advance(by: .milliseconds(random.roll(400)))
                case 9:
                    harness.touchscreen.late {
                        for finger in fingers { finger.move(by: Point(3, 5)) }
                        if down[index] { finger.up() } else { finger.down(at: random.point()) }
                        down[index].toggle()
                    }
                case 10:
                    let gesture = gestures[random.roll(gestures.count)]
                    gesture.isEnabled = false
                    gesture.isEnabled = true
                default:
                    let view = views[random.roll(views.count)]
                    let parent = view.superview
                    view.removeFromSuperview()
                    if random.chance(2) { harness.turn() }
                    parent?.addSubview(view)
                    if random.chance(8) { harness.router.cancelAll() }
                }
                harness.advance(by: .milliseconds(random.roll(30)))
            }
            for (index, finger) in fingers.enumerated() where down[index] { finger.up() }
            #expect(harness.settle(limit: .seconds(30)))
            harness.advance(by: .seconds(2))
            for view in views {
                #expect(view.faults == [], "seed \(seed)")
                #expect(view.live.isEmpty, "seed \(seed)")
            }
            for gesture in gestures {
                #expect(gesture.state == .possible, "seed \(seed) \(type(of: gesture))")
                #expect(gesture.numberOfTouches == 0, "seed \(seed) \(type(of: gesture))")
            }
            #expect(harness.runner.mode == .default, "seed \(seed)")
            // Whatever happened, a view still takes a touch.
            for view in views { view.gestureRecognizers.forEach(view.removeGesture) }
            let before = views.reduce(0) { $0 + $1.began }
            fingers[0].down(at: Point(350, 200))
            harness.advance(by: .milliseconds(200))
            #expect(views.reduce(0) { $0 + $1.began } == before + 1, "seed \(seed)")
            fingers[0].up()
        }
    }
}

/// Notes what breaks the rule of a touch's life (T-01).
@MainActor
private final class StrictView: View {
    var live: Set<TouchID> = []
    var faults: [String] = []
    var began = 0

    override func touchesBegan(_ touches: [Touch], with event: Event) {
        for touch in touches {
            began += 1
            if !live.insert(touch.id).inserted { faults.append("began twice") }
            if touch.phase != .began { faults.append("began in \(touch.phase)") }
        }
    }
    override func touchesMoved(_ touches: [Touch], with event: Event) {
        for touch in touches {
            if !live.contains(touch.id) { faults.append("moved without began") }
            if touch.phase != .moved { faults.append("moved in \(touch.phase)") }
        }
    }
    override func touchesEnded(_ touches: [Touch], with event: Event) { end(touches, .ended) }
    override func touchesCancelled(_ touches: [Touch], with event: Event) { end(touches, .cancelled) }

    private func end(_ touches: [Touch], _ phase: TouchPhase) {
        for touch in touches {
            if live.remove(touch.id) == nil { faults.append("\(phase) without began") }
            if touch.phase != phase { faults.append("\(phase) in \(touch.phase)") }
        }
    }
}

/// Random numbers that are the same every time.
@MainActor
private struct Dice {
    var state: UInt64

    mutating func roll(_ sides: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % sides
    }
    mutating func chance(_ one: Int) -> Bool { roll(one) == 0 }
    mutating func point() -> Point { Point(Double(roll(800)), Double(roll(480))) }

    mutating func gesture() -> GestureRecognizer {
        let gesture: GestureRecognizer
        switch roll(4) {
        case 0: gesture = TapGestureRecognizer(taps: 1 + roll(2), touches: 1 + roll(2)) { _ in }
        case 1:
            let pan = PanGestureRecognizer { _ in }
            pan.minimumNumberOfTouches = 1 + roll(2)
            if chance(2) { pan.maximumNumberOfTouches = 1 + roll(2) }
            gesture = pan
        default:
            gesture = LongPressGestureRecognizer(minimumDuration: .milliseconds(100 + roll(500))) { _ in }
        }
        gesture.cancelsTouchesInView = !chance(3)
        gesture.delaysTouchesBegan = chance(3)
        gesture.delaysTouchesEnded = !chance(3)
        return gesture
    }
}
