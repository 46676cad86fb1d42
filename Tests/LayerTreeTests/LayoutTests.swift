import Graphics
import InputEvents
import LayerTree
import Testing

/// Notes its layouts and does something in them.
private final class Noting: Layer {
    var log: ((String) -> Void)?
    var onLayout: (() -> Void)?
    override func layoutSublayers() {
        log?(name ?? "")
        onLayout?()
    }
}

@MainActor
@Suite(.serialized)
struct LayoutTests {
    private func chain(_ stage: Stage, _ log: @escaping (String) -> Void) -> [Noting] {
        var layers: [Noting] = []
        for index in 0..<3 {
            let layer = Noting()
            layer.name = "\(index)"
            layer.log = log
            (layers.last ?? stage.root).addSublayer(layer)
            layers.append(layer)
        }
        return layers
    }

    @Test("L-14 parents lay out before children; what the parent dirties is in the same commit")
    func parentsFirst() {
        let stage = Stage()
        var log: [String] = []
        let layers = chain(stage) { log.append($0) }
        stage.run()
        log.removeAll()
        defer { for layer in layers { layer.onLayout = nil } }
        layers[0].onLayout = { layers[1].frame.size.width += 1 }
        layers[1].onLayout = { layers[2].frame.size.width += 1 }
        layers[2].setNeedsLayout()
        layers[0].setNeedsLayout()
        let commits = stage.host.commits
        stage.run()
        #expect(log == ["0", "1", "2"])
        #expect(stage.host.commits == commits + 1)
    }

    @Test("L-14 layout that never settles stops after 16 rounds and goes on in the next turn")
    func endlessLayout() {
        let stage = Stage()
        var count = 0
        let layers = chain(stage) { _ in }
        stage.run()
        layers[1].onLayout = {
            count += 1
            layers[0].setNeedsLayout()
        }
        layers[0].onLayout = { layers[1].setNeedsLayout() }
        layers[1].setNeedsLayout()
        Transaction.flush()
        #expect(count == 16)
        Transaction.flush()
        #expect(count == 32)
        layers[0].onLayout = nil
        layers[1].onLayout = nil
        Transaction.flush()
    }

    @Test("L-15 L-61 layoutIfNeeded starts at the topmost dirty layer above; a clean tree is not called")
    func layoutIfNeeded() {
        let stage = Stage()
        var log: [String] = []
        let layers = chain(stage) { log.append($0) }
        stage.run()
        log.removeAll()
        layers[2].layoutIfNeeded()
        #expect(log.isEmpty)
        layers[1].setNeedsLayout()
        layers[2].setNeedsLayout()
        layers[2].layoutIfNeeded()
        #expect(log == ["1", "2"])
        log.removeAll()
        layers[0].setNeedsLayout()
        layers[2].setNeedsLayout()
        layers[2].layoutIfNeeded()
        #expect(log == ["2"], "the clean layer between stops the way up")
        stage.run()
        #expect(log == ["2", "0"])
    }

    @Test("L-16 bounds and sublayers dirty the layer itself; position, transform, opacity do not")
    func invalidation() {
        let stage = Stage()
        let layers = chain(stage) { _ in }
        stage.run()
        let layer = layers[1]
        func dirties(_ change: () -> Void) -> Bool {
            stage.run()
            change()
            return layer.needsLayout
        }
        #expect(dirties { layer.bounds.size.width += 1 })
        #expect(dirties { layer.bounds.origin.y += 1 })
        #expect(dirties { layer.addSublayer(Layer()) })
        #expect(!dirties { layer.position.x += 1 })
        #expect(!dirties { layer.transform = .rotation(1) })
        #expect(!dirties { layer.opacity = 0.5 })
        #expect(!dirties { layers[2].bounds.size.width += 1 })
        layer.onLayout = { [unowned layer] in layer.bounds.size.width += 1 }
        layer.setNeedsLayout()
        layer.layoutIfNeeded()
        #expect(!layer.needsLayout, "its own layout does not dirty it again")
    }
}

/// Fills itself and counts.
private final class Painted: Layer {
    var color = Color.red
    var draws = 0
    override func draw(in canvas: Canvas) {
        draws += 1
        canvas.fill(bounds, color: color)
    }
}

@MainActor
@Suite(.serialized)
struct DisplayTests {
    @Test("L-17 two wishes and a commit draw once; other bounds draw anew only when asked for")
    func drawsOnce() {
        let stage = Stage(40, 40)
        let layer = Painted(frame: Rect(x: 10, y: 10, width: 10, height: 10))
        stage.root.addSublayer(layer)
        stage.draw()
        #expect(layer.draws == 0)
        layer.setNeedsDisplay()
        layer.setNeedsDisplay()
        stage.draw()
        #expect(layer.draws == 1)
        #expect(stage.bitmap[10, 10] == 0xffff_0000)
        layer.bounds.size.width = 12
        stage.draw()
        #expect(layer.draws == 1)
        layer.needsDisplayOnBoundsChange = true
        layer.bounds.size.width = 14
        stage.draw()
        #expect(layer.draws == 2)
    }

    @Test("L-17 only the part that was asked for is drawn, and only it is damage")
    func part() {
        let stage = Stage(40, 40)
        let layer = Painted(frame: Rect(x: 10, y: 10, width: 20, height: 20))
        stage.root.addSublayer(layer)
        layer.setNeedsDisplay()
        stage.draw()
        layer.color = .green
        layer.setNeedsDisplay(in: Rect(x: 2, y: 2, width: 2, height: 2))
        layer.setNeedsDisplay(in: Rect(x: 5, y: 2, width: 1, height: 4))
        let damage = stage.draw().damage
        #expect(damage.count == 1)
        #expect(damage.first?.width ?? 99 <= 6 && damage.first?.height ?? 99 <= 6)
        #expect(stage.bitmap[12, 12] == 0xff00_ff00)
        #expect(stage.bitmap[15, 15] == 0xff00_ff00)
        #expect(stage.bitmap[16, 12] == 0xffff_0000)
        #expect(stage.bitmap[11, 12] == 0xffff_0000)
    }

    @Test("L-19 a hidden or empty layer keeps its wish and draws when it shows")
    func hiddenKeepsTheWish() {
        let stage = Stage(40, 40)
        let layer = Painted(frame: Rect(x: 0, y: 0, width: 20, height: 0))
        stage.root.addSublayer(layer)
        layer.setNeedsDisplay()
        stage.draw()
        #expect(layer.draws == 0 && layer.needsDisplay)
        layer.isHidden = true
        layer.bounds.size.height = 20
        stage.draw()
        #expect(layer.draws == 0 && layer.needsDisplay)
        layer.isHidden = false
        stage.draw()
        #expect(layer.draws == 1 && !layer.needsDisplay)
    }

    @Test("drawing happens at the host's scale, in whole pixels of the panel")
    func scale() {
        let stage = Stage(40, 40, scale: 1.5, quarterTurns: 1)
        let layer = Painted(frame: Rect(x: 4, y: 6, width: 10, height: 20))
        stage.root.addSublayer(layer)
        layer.setNeedsDisplay()
        stage.draw()
        #expect(layer.contents?.width == 15 && layer.contents?.height == 30)
        #expect(layer.contentsScale == 1.5)
        // Turned clockwise: the point (x, y) lies at the pixel (59 - 1.5 y, 1.5 x).
        #expect(stage.bitmap[59 - 9, 6] == 0xffff_0000)
        #expect(stage.bitmap[59 - 38, 20] == 0xffff_0000)
        #expect(stage.bitmap[59 - 39, 20] == 0xff00_0000)
        #expect(stage.bitmap[59 - 8, 6] == 0xff00_0000)
    }
}
