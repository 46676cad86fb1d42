import InputEvents
import Testing

@Suite struct GeometryTests {
    @Test func theInverseLeadsBack() throws {
        let map = AffineTransform(a: 0.6, b: 0.8, c: -0.8, d: 0.6, tx: 30, ty: -4)
        let back = try #require(map.inverted)
        let p = back.apply(map.apply(Point(12.5, -7)))
        #expect(abs(p.x - 12.5) < 1e-9 && abs(p.y + 7) < 1e-9)
    }

    @Test func aFlatMapHasNoInverse() {
        #expect(AffineTransform.scale(1, 0).inverted == nil)
        #expect(AffineTransform.scale(.nan, 1).inverted == nil)
    }

    @Test func thenAppliesTheFirstMapFirst() {
        let map = AffineTransform.translation(Point(10, 0)).then(.scale(2, 2))
        #expect(map.apply(Point(1, 1)) == Point(22, 2))
    }

    @Test func theBoxOfAQuarterTurn() {
        let turn = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
        #expect(
            turn.boundingBox(of: Rect(x: 1, y: 2, width: 3, height: 4))
                == Rect(x: -6, y: 1, width: 4, height: 3))
    }

    @Test func edgesBelongToOneNeighbourOnly() {
        let left = Rect(x: 0, y: 0, width: 10, height: 10)
        let right = Rect(x: 10, y: 0, width: 10, height: 10)
        #expect(!left.contains(Point(10, 5)) && right.contains(Point(10, 5)))
        #expect(!left.intersects(right))
    }

    @Test func aNegativeSizeIsStandardised() {
        #expect(
            Rect(x: 10, y: 10, width: -4, height: -6).standardized
                == Rect(x: 6, y: 4, width: 4, height: 6))
    }
}
