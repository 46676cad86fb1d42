import EventLoop
import Graphics
import InputEvents
import LayerTree
import Testing

/// A small generator that gives the same numbers for the same seed everywhere.
struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
        return z ^ z >> 31
    }
    mutating func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
    mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
}

/// Random trees and random changes, drawn by damage and whole; every pixel is compared.
@MainActor
@Suite(.serialized)
struct DamageThrashTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var seed: UInt64
        var scale: Double
        var turns: Int
        var testDescription: String { "seed \(seed), scale \(scale), \(turns) quarter turns" }
    }

    nonisolated static let cases: [Case] = (1...20).map { number in
        Case(seed: UInt64(number) * 77, scale: [1, 1.25, 1.5, 2, 3][number % 5], turns: number % 4)
    }

    @Test("drawing by damage gives the pixels of drawing everything", arguments: cases)
    func damage(run: Case) {
        let points = 72 / run.scale
        let stage = Stage(points, points * 0.75, scale: run.scale, quarterTurns: run.turns)
        var dice = Dice(state: run.seed)
        var layers: [Layer] = []
        let picture = Bitmap(width: 9, height: 7)
        for y in 0..<7 { for x in 0..<9 { picture.row(y)[x] = 0xff00_0000 | UInt32(x * 28 << 16 | y * 36) } }
        for step in 0..<80 {
            for _ in 0...dice.roll(0...2) {
                change(&layers, stage, picture, points, &dice)
            }
            stage.clock.advance(to: stage.loop.now.advanced(by: .milliseconds(dice.roll(0...60))))
            let result = stage.draw()
            let whole = stage.host.wholePicture(at: stage.loop.now)
            guard stage.bitmap.hasSamePixels(as: whole) else {
                Issue.record("\(run.testDescription): step \(step) differs; damage \(result.damage)")
                return
            }
        }
    }

    private func change(
        _ layers: inout [Layer], _ stage: Stage, _ picture: Bitmap, _ points: Double, _ dice: inout Dice
    ) {
        func rect() -> Rect {
            Rect(
                x: dice.number(-0.3...1) * points, y: dice.number(-0.3...0.8) * points,
                width: dice.number(0...0.6) * points, height: dice.number(0...0.6) * points)
        }
        func color() -> Color {
            Color(hex: UInt32(dice.roll(0...0xffffff))).withAlpha(dice.roll(0...3) == 0 ? 0.4 : 1)
        }
        let layer = layers.randomElement(using: &dice)
        guard let layer, layers.count > 4, dice.roll(0...9) > 0 else {
            let parent = dice.roll(0...1) == 0 ? stage.root : layer ?? stage.root
            let new = stage.add(rect(), color(), to: parent)
            if dice.roll(0...3) == 0 { new.contents = picture }
            layers.append(new)
            return
        }
        switch dice.roll(0...17) {
        case 0: layer.frame = rect()
        case 1: layer.backgroundColor = color()
        case 2: layer.cornerRadius = dice.number(0...12)
        case 3: layer.borderWidth = dice.number(0...4)
        case 4: layer.opacity = dice.number(0...1)
        case 5: layer.isHidden.toggle()
        case 6: layer.masksToBounds.toggle()
        case 7: layer.zPosition = Double(dice.roll(-1...1))
        case 8: layer.transform = .rotation(dice.number(-3...3))
        case 9: layer.transform = dice.roll(0...1) == 0 ? .identity : .scale(1.5, 0.75)
        case 10: layer.bounds.origin = Point(dice.number(-9...9), dice.number(-9...9))
        case 11: layer.contents = layer.contents == nil ? picture : nil
        case 12: layer.contentsGravity = [.center, .resizeAspect, .topLeft, .resize][dice.roll(0...3)]
        case 13:
            layer.removeFromSuperlayer()
            layers.removeAll { $0 === layer }
        case 14:
            let parent = layers.randomElement(using: &dice) ?? stage.root
            if !layer.isSame(orContains: parent) { parent.insertSublayer(layer, at: dice.roll(0...3)) }
        case 15:
            if let parent = layer.superlayer { parent.insertSublayer(layer, at: 0) }
        case 16: layer.position.x = dice.number(0...1) * points
        default: layer.anchorPoint = Point(dice.number(0...1), dice.number(0...1))
        }
    }
}
