import Graphics
import InputEvents
import Testing

struct CanvasTests {
    private func draw(_ size: Int = 40, scale: Double = 1, _ body: (Canvas) -> Void) -> Bitmap {
        let bitmap = Bitmap(width: size, height: size)
        let canvas = Canvas(bitmap, scale: scale)
        body(canvas)
        canvas.finish()
        return bitmap
    }

    @Test func aRectangleOnWholePixelsIsSharp() {
        let bitmap = draw(scale: 2) { $0.fill(Rect(x: 5, y: 5, width: 10, height: 5), color: .white) }
        for y in 0..<40 {
            for x in 0..<40 {
                let isInside = (10..<30).contains(x) && (10..<20).contains(y)
                #expect(bitmap[x, y] == (isInside ? 0xffff_ffff : 0))
            }
        }
    }

    @Test func coloursArePremultiplied() {
        let half = Color(red: 1, green: 0.5, blue: 0, alpha: 0.5)
        let bitmap = draw { $0.fill(Rect(x: 0, y: 0, width: 40, height: 40), color: half) }
        #expect(bitmap[3, 3] == 0x8080_4000)
        #expect(half.premultipliedPixel == 0x8080_4000)
    }

    @Test func clipsEndWithTheirState() {
        let all = Rect(x: 0, y: 0, width: 40, height: 40)
        let bitmap = draw { canvas in
            canvas.withSavedState {
                canvas.clip(toRoundedRect: all, radius: 20)
                canvas.fill(all, color: .white)
            }
            canvas.fill(Rect(x: 0, y: 0, width: 1, height: 1), color: .black)
        }
        #expect(bitmap[0, 0] == 0xff00_0000 && bitmap[1, 0] == 0 && bitmap[20, 20] == 0xffff_ffff)
    }

    @Test func pathsAreFilledAndStroked() {
        let bitmap = draw { canvas in
            canvas.fill(ellipseIn: Rect(x: 0, y: 0, width: 20, height: 20), color: .white)
            var line = Path()
            line.move(to: Point(0, 30))
            line.line(to: Point(40, 30))
            canvas.stroke(line, color: .white, width: 4)
        }
        #expect(bitmap[0, 0] == 0 && bitmap[10, 10] == 0xffff_ffff && bitmap[10, 0] >> 24 > 200)
        #expect(bitmap[20, 27] == 0 && bitmap[20, 28] == 0xffff_ffff && bitmap[20, 31] == 0xffff_ffff)
        #expect(bitmap[20, 32] == 0)
    }

    @Test func anArcGoesRoundItsCentre() {
        var path = Path()
        path.addArc(center: Point(20, 20), radius: 10, from: 0, to: .pi / 2)
        path.line(to: Point(20, 20))
        path.close()
        let bitmap = draw { $0.fill(path, color: .white) }
        #expect(bitmap[24, 24] == 0xffff_ffff, "clockwise from the right is downwards")
        #expect(bitmap[24, 15] == 0 && bitmap[15, 24] == 0 && bitmap[28, 28] == 0)
    }

    @Test func transformsMove() {
        let bitmap = draw { canvas in
            canvas.translate(by: Point(10, 0))
            canvas.concatenate(AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
            canvas.fill(Rect(x: 2, y: 0, width: 4, height: 3), color: .white)
            canvas.concatenate(.scale(0, 0))
        }
        // A quarter turn takes (x, y) to (-y, x), then ten to the right.
        #expect(bitmap[7, 2] == 0xffff_ffff && bitmap[9, 5] == 0xffff_ffff)
        #expect(bitmap[6, 2] == 0 && bitmap[7, 6] == 0 && bitmap[10, 2] == 0)
    }

    @Test func imagesAreStretchedOrInTheirOwnSize() {
        let picture = Bitmap(width: 2, height: 1)
        picture.row(0)[0] = 0xffff_0000
        picture.row(0)[1] = 0xff00_00ff
        let bitmap = draw { canvas in
            canvas.draw(Image(picture), at: Point(3, 3))
            canvas.draw(Image(picture, scale: 0.1), at: Point(0, 10), opacity: 0.5)
        }
        #expect(bitmap[3, 3] == 0xffff_0000 && bitmap[4, 3] == 0xff00_00ff && bitmap[5, 3] == 0)
        #expect(bitmap[1, 15] == 0x8080_0000 && bitmap[18, 15] == 0x8000_0080 && bitmap[20, 15] == 0)
    }

    @Test func numbersThatAreNotFiniteDrawNothingAndSpoilNothing() {
        let bitmap = draw { canvas in
            canvas.fill(Rect(x: .nan, y: 0, width: 1, height: 1), color: .white)
            canvas.translate(by: Point(.infinity, 0))
            var path = Path()
            path.move(to: Point(.nan, 1))
            canvas.stroke(path, color: .white, width: .nan)
            canvas.fill(Rect(x: 1, y: 1, width: 1, height: 1), color: Color(red: .nan, green: 1, blue: 2))
        }
        #expect(bitmap[1, 1] == 0xff00_ffff && bitmap[0, 0] == 0)
    }

    @Test("the coverage of a shape is its area, whichever way it is turned", arguments: [0.0, 0.3, 1.1])
    func coverage(angle: Double) {
        let rect = Rect(x: -10, y: -6, width: 20, height: 12), radius = 4.0
        let map = AffineTransform(
            a: Trig.cos(angle), b: Trig.sin(angle), c: -Trig.sin(angle), d: Trig.cos(angle), tx: 20, ty: 20)
        let shape = ShapeCoverage(rect: rect, radius: radius, map: map)
        var values = [UInt8](repeating: 0, count: 40)
        var sum = 0.0
        for y in 0..<40 {
            values.withUnsafeMutableBufferPointer { buffer in
                guard let start = buffer.baseAddress else { return }
                let solid = shape.row(y, 0..<40, into: start)
                for x in 0..<40 { sum += solid.contains(x) ? 1 : Double(buffer[x]) / 255 }
            }
        }
        #expect(abs(sum - (20 * 12 - (4 - Double.pi) * 16)) < 1.5)
    }
}

/// Sine and cosine by their series, so that the test needs no C library.
private enum Trig {
    static func sin(_ x: Double) -> Double { series(x, first: x, from: 2) }
    static func cos(_ x: Double) -> Double { series(x, first: 1, from: 1) }
    private static func series(_ x: Double, first: Double, from: Int) -> Double {
        var term = first, sum = first
        var n = Double(from)
        for _ in 0..<20 {
            term *= -x * x / (n * (n + 1))
            sum += term
            n += 2
        }
        return sum
    }
}
