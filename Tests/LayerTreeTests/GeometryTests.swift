import Graphics
import InputEvents
import LayerTree
import Testing

@MainActor
@Suite(.serialized)
struct GeometryTests {
    @Test("L-20 a point goes through anchor, transform and position, independently computed")
    func mapping() {
        let parent = Layer(frame: Rect(x: 0, y: 0, width: 200, height: 200))
        let layer = Layer()
        parent.addSublayer(layer)
        layer.bounds = Rect(x: 10, y: 20, width: 40, height: 60)
        layer.anchorPoint = Point(0.25, 0.75)
        layer.position = Point(100, 110)
        layer.transform = AffineTransform(a: 0, b: 2, c: -3, d: 0, tx: 5, ty: 7)
        // The anchor is at (10 + 10, 20 + 45); the point lies (5, -40) from it.
        let mapped = layer.convert(Point(25, 25), to: parent)
        #expect(mapped == Point(100 + -3 * -40 + 5, 110 + 2 * 5 + 7))
        #expect(layer.convert(mapped, from: parent).distance(to: Point(25, 25)) < 1e-12)
    }

    @Test("L-21 frame is the box; setting it keeps the origin of the bounds")
    func frame() {
        let layer = Layer()
        layer.bounds = Rect(x: 7, y: 9, width: 1, height: 1)
        layer.frame = Rect(x: 10, y: 20, width: 30, height: 40)
        #expect(layer.bounds == Rect(x: 7, y: 9, width: 30, height: 40))
        #expect(layer.position == Point(25, 40))
        #expect(layer.frame == Rect(x: 10, y: 20, width: 30, height: 40))
        layer.transform = .rotation(.pi / 2)
        let turned = layer.frame
        #expect(abs(turned.minX - 5) < 1e-9 && abs(turned.width - 40) < 1e-9)
        #expect(abs(turned.minY - 25) < 1e-9 && abs(turned.height - 30) < 1e-9)
    }

    @Test("L-22 another anchor moves the layer, the position stays")
    func anchor() {
        let layer = Layer(frame: Rect(x: 10, y: 10, width: 20, height: 20))
        layer.anchorPoint = .zero
        #expect(layer.position == Point(20, 20))
        #expect(layer.frame == Rect(x: 20, y: 20, width: 20, height: 20))
    }

    @Test("L-63 a negative size is standardised")
    func negativeSize() {
        let layer = Layer(frame: Rect(x: 50, y: 60, width: -20, height: -30))
        #expect(layer.frame == Rect(x: 30, y: 30, width: 20, height: 30))
        layer.bounds = Rect(x: 0, y: 0, width: -4, height: 5)
        #expect(layer.bounds == Rect(x: -4, y: 0, width: 4, height: 5))
    }

    @Test("L-62 hit test follows the drawn order, skips hidden layers, and clips only with masksToBounds")
    func hitTest() {
        let root = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        let back = Layer(frame: Rect(x: 0, y: 0, width: 50, height: 50))
        let front = Layer(frame: Rect(x: 20, y: 20, width: 50, height: 50))
        root.addSublayer(back)
        root.addSublayer(front)
        #expect(root.hitTest(Point(30, 30)) === front)
        back.zPosition = 1
        #expect(root.hitTest(Point(30, 30)) === back)
        back.isHidden = true
        #expect(root.hitTest(Point(30, 30)) === front)
        #expect(root.hitTest(Point(10, 10)) === root)
        let outside = Layer(frame: Rect(x: 60, y: 0, width: 10, height: 10))
        front.addSublayer(outside)
        #expect(root.hitTest(Point(85, 25)) === outside)
        front.opacity = 0
        #expect(root.hitTest(Point(85, 25)) === outside)
        front.masksToBounds = true
        #expect(root.hitTest(Point(85, 25)) === root)
        #expect(root.hitTest(Point(100, 50)) == nil)
    }

    @Test("T-27 the inverse of the whole map decides; a singular one is not hit")
    func transformedHit() {
        let root = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        let diamond = Layer(frame: Rect(x: 30, y: 30, width: 40, height: 40))
        root.addSublayer(diamond)
        diamond.transform = .rotation(.pi / 4)
        #expect(root.hitTest(Point(33, 33)) === root)
        #expect(root.hitTest(Point(50, 25)) === diamond)
        diamond.transform = .scale(1, 0)
        #expect(root.hitTest(Point(50, 50)) === root)
    }

    @Test("numbers that are not finite are refused and leave the layer as it was")
    func badNumbers() {
        let stage = Stage(40, 40)
        let layer = stage.add(Rect(x: 10, y: 10, width: 20, height: 20), .red)
        stage.draw()
        for bad in [Double.nan, .infinity, -.infinity] {
            layer.position = Point(bad, 0)
            layer.bounds = Rect(x: 0, y: bad, width: 1, height: 1)
            layer.frame = Rect(x: 0, y: 0, width: bad, height: 1)
            layer.transform = .scale(bad, 1)
            layer.opacity = bad
            layer.cornerRadius = bad
            layer.zPosition = bad
            layer.contentsScale = bad
        }
        #expect(layer.frame == Rect(x: 10, y: 10, width: 20, height: 20))
        #expect(stage.draw().damage.isEmpty)
    }

    @Test("huge, far and singular layers are drawn as far as they show")
    func extremes() {
        let stage = Stage(40, 40)
        let huge = stage.add(Rect(x: -1e7, y: -1e7, width: 2e7, height: 2e7), .green)
        let far = stage.add(Rect(x: 1e300, y: 0, width: 1e300, height: 10), .red)
        far.cornerRadius = 5
        let flat = stage.add(Rect(x: 0, y: 0, width: 40, height: 40), .blue)
        flat.transform = .scale(0, 1)
        let steep = stage.add(Rect(x: 0, y: 0, width: 40, height: 40), .blue)
        steep.transform = .scale(1e200, 1e200)
        stage.draw()
        #expect(stage.bitmap[20, 20] == 0xff00_ff00)
        Transaction.withoutAnimation { steep.transform = .scale(1e5, 1e5) }
        huge.cornerRadius = 1e6
        stage.draw()
        #expect(stage.bitmap[20, 20] == 0xff00_00ff)
    }

    @Test("a layer in two parents leaves the first; the order of siblings is kept")
    func tree() {
        let a = Layer(), b = Layer(), c = Layer()
        a.addSublayer(c)
        b.addSublayer(c)
        #expect(a.sublayers.isEmpty && c.superlayer === b)
        let d = Layer(), e = Layer()
        b.insertSublayer(d, below: c)
        b.insertSublayer(e, above: d)
        #expect(b.sublayers.map(ObjectIdentifier.init) == [d, e, c].map(ObjectIdentifier.init))
        b.insertSublayer(d, at: 3)
        #expect(b.sublayers.map(ObjectIdentifier.init) == [e, c, d].map(ObjectIdentifier.init))
    }
}
