import Graphics
import InputEvents
import LayerTree
import Testing

@MainActor
@Suite(.serialized)
struct PictureTests {
    @Test("L-27 two overlapping opaque children in a group of half opacity show no seam")
    func groupOpacity() {
        let stage = Stage(60, 40)
        stage.root.backgroundColor = .white
        let group = stage.add(Rect(x: 0, y: 0, width: 60, height: 40), .clear)
        group.opacity = 0.5
        _ = stage.add(Rect(x: 0, y: 0, width: 40, height: 40), .red, to: group)
        _ = stage.add(Rect(x: 20, y: 0, width: 40, height: 40), .blue, to: group)
        stage.draw()
        #expect(stage.bitmap[10, 10] == 0xffff_7f7f)
        #expect(stage.bitmap[30, 10] == 0xff7f_7fff)
        #expect(stage.bitmap[50, 10] == stage.bitmap[30, 10])
    }

    @Test("L-25 a corner radius rounds the background, and children only with masksToBounds")
    func cornerRadius() {
        let stage = Stage(40, 40)
        let layer = stage.add(Rect(x: 0, y: 0, width: 40, height: 40), .red)
        layer.cornerRadius = 12
        stage.draw()
        #expect(stage.bitmap[0, 0] == 0xff00_0000)
        #expect(stage.bitmap[20, 0] == 0xffff_0000)
        let child = stage.add(Rect(x: 0, y: 0, width: 40, height: 40), .green, to: layer)
        stage.draw()
        #expect(stage.bitmap[0, 0] == 0xff00_ff00)
        layer.masksToBounds = true
        stage.draw()
        #expect(stage.bitmap[0, 0] == 0xff00_0000)
        #expect(stage.bitmap[20, 0] == 0xff00_ff00)
        child.removeFromSuperlayer()
        stage.draw()
        #expect(stage.bitmap[20, 0] == 0xffff_0000)
    }

    @Test("L-24 the border is inset and lies above the sublayers")
    func border() {
        let stage = Stage(40, 40)
        let layer = stage.add(Rect(x: 10, y: 10, width: 20, height: 20), .red)
        layer.borderWidth = 2
        layer.borderColor = .white
        _ = stage.add(Rect(x: 0, y: 0, width: 20, height: 20), .green, to: layer)
        stage.draw()
        #expect(stage.bitmap[9, 20] == 0xff00_0000)
        #expect(stage.bitmap[10, 20] == 0xffff_ffff)
        #expect(stage.bitmap[11, 20] == 0xffff_ffff)
        #expect(stage.bitmap[12, 20] == 0xff00_ff00)
    }

    @Test("L-23 zPosition orders the drawing, ties go by the sublayers' order")
    func drawingOrder() {
        let stage = Stage(10, 10)
        let red = stage.add(stage.root.bounds, .red)
        _ = stage.add(stage.root.bounds, .green)
        stage.draw()
        #expect(stage.bitmap[5, 5] == 0xff00_ff00)
        Transaction.withoutAnimation { red.zPosition = 1 }
        stage.draw()
        #expect(stage.bitmap[5, 5] == 0xffff_0000)
        Transaction.withoutAnimation { red.zPosition = 0 }
        stage.draw()
        #expect(stage.bitmap[5, 5] == 0xff00_ff00)
    }

    @Test("rectangles on whole pixels stay sharp at every scale", arguments: [1.0, 1.25, 1.5, 2, 3])
    func sharpEdges(scale: Double) {
        let stage = Stage(40, 40, scale: scale)
        _ = stage.add(Rect(x: 8, y: 8, width: 16, height: 16), .red)
        stage.draw()
        let first = Int(8 * scale), last = Int(24 * scale)
        for y in 0..<stage.bitmap.height {
            for x in 0..<stage.bitmap.width {
                let isInside = (first..<last).contains(x) && (first..<last).contains(y)
                #expect(stage.bitmap[x, y] == (isInside ? 0xffff_0000 : 0xff00_0000))
            }
        }
    }
}
