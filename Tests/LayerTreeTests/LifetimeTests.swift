import EventLoop
import Graphics
import InputEvents
import LayerTree
import Testing

@MainActor
@Suite(.serialized)
struct LifetimeTests {
    private struct Weak { weak var layer: Layer? }

    @Test("layers that were shown, animated and taken out are freed")
    func layersAreFreed() {
        let stage = Stage()
        var weak: [Weak] = []
        for index in 0..<300 {
            let layer = stage.add(Rect(x: 0, y: 0, width: 10, height: 10), .red)
            let text = TextLayer("\(index)", font: Font(size: 9))
            text.frame = layer.bounds
            layer.addSublayer(text)
            weak += [Weak(layer: layer), Weak(layer: text)]
            stage.draw()
            Transaction.run {
                layer.position.x += 5
            } completion: { [weak layer] in
                layer?.removeFromSuperlayer()
            }
            if index % 3 == 0 { layer.removeFromSuperlayer() }
            if index % 10 == 0 { stage.run(300) }
        }
        stage.run(300)
        stage.draw()
        #expect(stage.root.sublayers.isEmpty)
        #expect(weak.allSatisfy { $0.layer == nil })
    }

    @Test("a host that is gone takes its observers and its timer off the loop")
    func hostIsFreed() {
        weak var host: LayerHost?
        let loop = Loop.current
        do {
            let stage = Stage()
            host = stage.host
            let layer = stage.add(Rect(x: 0, y: 0, width: 10, height: 10), .red)
            stage.run()
            Transaction.run(duration: .seconds(100)) { layer.position.x = 50 }
            stage.run()
        }
        #expect(host == nil)
        #expect(loop.run(mode: .default, for: .zero) == .finished)
    }

    #if DEBUG
        @Test("a circle in the tree traps in debug")
        func circle() async {
            await #expect(processExitsWith: .failure) {
                await MainActor.run {
                    let outer = Layer(), inner = Layer()
                    outer.addSublayer(inner)
                    inner.addSublayer(outer)
                }
            }
        }
    #else
        @Test("a circle in the tree is ignored in release")
        func circle() {
            let outer = Layer(), inner = Layer()
            outer.addSublayer(inner)
            inner.addSublayer(outer)
            outer.addSublayer(outer)
            #expect(outer.superlayer == nil && inner.sublayers.isEmpty)
        }
    #endif

    @Test("frames draw only what changed, and nothing of a layer that shows none")
    func pixelsDrawn() {
        let stage = Stage(100, 100)
        let layer = stage.add(Rect(x: 10, y: 10, width: 20, height: 10), .red)
        stage.draw()
        let before = stage.host.pixelsDrawn
        Transaction.withoutAnimation { layer.backgroundColor = .blue }
        let result = stage.draw()
        #expect(stage.host.pixelsDrawn == before + 200)
        #expect(result.damage == [PixelRect(x: 10, y: 10, width: 20, height: 10)])
        Transaction.withoutAnimation { layer.position.x += 50 }
        #expect(stage.draw().damage.count == 2)
        #expect(stage.host.pixelsDrawn == before + 600)
    }

    @Test("another output draws everything anew at its scale and turn")
    func anotherOutput() {
        let stage = Stage(40, 20)
        let text = TextLayer("W", font: Font(size: 10), color: .white)
        text.frame = Rect(x: 0, y: 0, width: 20, height: 20)
        stage.root.addSublayer(text)
        stage.draw()
        stage.host.setOutput(size: Size(40, 20), scale: 2, quarterTurns: 1)
        #expect(stage.host.pixelWidth == 40 && stage.host.pixelHeight == 80)
        let bitmap = Bitmap(width: 40, height: 80)
        Transaction.flush()
        _ = stage.host.drawFrame(into: bitmap, at: stage.loop.now)
        #expect(text.contentsScale == 2)
        var inked: [Point] = []
        for y in 0..<80 {
            for x in 0..<40 where bitmap[x, y] != 0xff00_0000 { inked.append(Point(Double(x), Double(y))) }
        }
        #expect(!inked.isEmpty && inked.allSatisfy { $0.x > 10 && $0.y < 30 }, "at the panel's upper right")
    }
}
