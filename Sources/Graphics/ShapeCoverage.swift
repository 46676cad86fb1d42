package import InputEvents

// How much of each pixel a rectangle with round corners covers, after any affine map. Each answer depends
// on the pixel's place only, never on the part that is being drawn: so damage drawn by itself has the same
// bytes as the whole. Where edges lie along the axes it is the exact area, else the distance to the edge.

/// The coverage of a rectangle with round corners, mapped to pixels.
package struct ShapeCoverage {
    private enum Kind {
        /// Edges along the axes, corners of a circle: everything in pixels.
        case aligned(Rect, Double)
        /// Anything else: the map back from pixels, the rectangle and the radius in its own units.
        case mapped(AffineTransform, Rect, Double)
        case nothing
    }
    private let kind: Kind

    /// Makes the coverage of `rect`, with corners of `radius`, mapped to pixels by `map`.
    package init(rect: Rect, radius: Double, map: AffineTransform) {
        let rect = rect.standardized
        let radius = min(max(radius, 0), min(rect.width, rect.height) / 2)
        guard !rect.isEmpty, rect.isFinite, let back = map.inverted else {
            kind = .nothing
            return
        }
        let factors = map.b == 0 && map.c == 0 ? (abs(map.a), abs(map.d)) : (abs(map.b), abs(map.c))
        if map.keepsAxes && (radius == 0 || abs(factors.0 - factors.1) < 1e-9) {
            kind = .aligned(map.boundingBox(of: rect), radius * factors.0)
        } else {
            kind = .mapped(back, rect, radius)
        }
    }

    /// Those of `columns` that the shape may touch in row `y`: the others are not covered.
    package func touched(_ y: Int, _ columns: Range<Int>) -> Range<Int> {
        switch kind {
        case .aligned(let rect, _):
            let first = Self.limited(rect.minX.rounded(.down)), last = Self.limited(rect.maxX.rounded(.up))
            return (first..<max(first, last)).clamped(to: columns)
        case .mapped(let back, let rect, let radius):
            return Self.mappedColumns(back, rect, radius, y).touched.clamped(to: columns)
        case .nothing: return columns.lowerBound..<columns.lowerBound
        }
    }

    /// Writes the coverage, 0...255, of the pixels `columns` of row `y`; the first goes to `values[0]`.
    ///
    /// Pixels in the returned range are wholly covered; their values are not written.
    package func row(
        _ y: Int, _ columns: Range<Int>, into values: UnsafeMutablePointer<UInt8>
    ) -> Range<Int> {
        switch kind {
        case .aligned(let rect, let radius):
            let solid = Self.solidColumns(rect, radius, y).clamped(to: columns)
            for x in columns.lowerBound..<solid.lowerBound {
                values[x - columns.lowerBound] = Self.aligned(rect, radius, x, y)
            }
            for x in solid.upperBound..<columns.upperBound {
                values[x - columns.lowerBound] = Self.aligned(rect, radius, x, y)
            }
            return solid
        case .mapped(let back, let rect, let radius):
            let spans = Self.mappedColumns(back, rect, radius, y)
            let touched = spans.touched.clamped(to: columns), solid = spans.solid.clamped(to: touched)
            for x in columns.lowerBound..<touched.lowerBound { values[x - columns.lowerBound] = 0 }
            for x in touched.lowerBound..<solid.lowerBound {
                values[x - columns.lowerBound] = Self.mapped(back, rect, radius, x, y)
            }
            for x in solid.upperBound..<touched.upperBound {
                values[x - columns.lowerBound] = Self.mapped(back, rect, radius, x, y)
            }
            for x in touched.upperBound..<columns.upperBound { values[x - columns.lowerBound] = 0 }
            return solid
        case .nothing:
            for x in columns { values[x - columns.lowerBound] = 0 }
        }
        return columns.lowerBound..<columns.lowerBound
    }

    private static func byte(_ coverage: Double) -> UInt8 {
        coverage > 0 ? UInt8(min(coverage, 1) * 255 + 0.5) : 0
    }

    private static func limited(_ x: Double) -> Int { Int(max(min(x, 1e9), -1e9)) }

    /// The columns that a row covers wholly: some may be left out, none is too many.
    private static func solidColumns(_ rect: Rect, _ radius: Double, _ y: Int) -> Range<Int> {
        let top = Double(y)
        guard top >= rect.minY, top + 1 <= rect.maxY else { return 0..<0 }
        var inset = 0.0
        let into = max(rect.minY + radius - (top + 0.5), (top + 0.5) - (rect.maxY - radius))
        if radius > 0 && into > 0 {
            let reach = (radius - 0.5) * (radius - 0.5) - into * into
            guard radius > 0.5, reach > 0 else { return 0..<0 }
            inset = radius - reach.squareRoot() + 0.5
        }
        let first = limited((rect.minX + inset).rounded(.up))
        let last = limited((rect.maxX - inset).rounded(.down))
        return first..<max(first, last)
    }

    private static func aligned(_ rect: Rect, _ radius: Double, _ x: Int, _ y: Int) -> UInt8 {
        let left = Double(x), top = Double(y)
        let across = min(left + 1, rect.maxX) - max(left, rect.minX)
        let down = min(top + 1, rect.maxY) - max(top, rect.minY)
        guard across > 0, down > 0 else { return 0 }
        if radius > 0 {
            let dx = max(rect.minX + radius - (left + 0.5), left + 0.5 - (rect.maxX - radius))
            let dy = max(rect.minY + radius - (top + 0.5), top + 0.5 - (rect.maxY - radius))
            if dx > 0 && dy > 0 { return byte(radius - (dx * dx + dy * dy).squareRoot() + 0.5) }
        }
        return byte(across * down)
    }

    /// The columns of a row that the shape may touch, and some that it covers wholly: of the second some may be
    /// left out, none is too many; with the first it is the other way round.
    private static func mappedColumns(
        _ back: AffineTransform, _ rect: Rect, _ radius: Double, _ y: Int
    ) -> (touched: Range<Int>, solid: Range<Int>) {
        // Half a pixel in the shape's units, across both kinds of edges, and a little for rounding.
        let across = (back.a * back.a + back.c * back.c).squareRoot() * 0.5
        let down = (back.b * back.b + back.d * back.d).squareRoot() * 0.5
        let start = back.apply(Point(0.5, Double(y) + 0.5)) - rect.center
        let half = Size(rect.width / 2, rect.height / 2)
        /// Where the line through the row is within `width` and `height` of the middle.
        func within(_ width: Double, _ height: Double, outwards: Bool) -> Range<Int> {
            guard width >= 0, height >= 0 else { return 0..<0 }
            var low = -1e9, high = 1e9
            for (place, step, limit) in [(start.x, back.a, width), (start.y, back.b, height)] {
                if abs(step) < 1e-12 {
                    if abs(place) > limit { return 0..<0 }
                    continue
                }
                let ends = ((-limit - place) / step, (limit - place) / step)
                low = max(low, min(ends.0, ends.1))
                high = min(high, max(ends.0, ends.1))
            }
            let slack = outwards ? -1e-6 : 1e-6
            let first = limited((low + slack).rounded(outwards ? .down : .up))
            let last = limited((high - slack).rounded(outwards ? .up : .down)) + 1
            return first < last ? first..<last : 0..<0
        }
        // A round corner reaches into neither of two crossing bars; the longer one counts.
        let bars = [
            within(half.width - max(radius, across), half.height - down, outwards: false),
            within(half.width - across, half.height - max(radius, down), outwards: false),
        ]
        return (
            within(half.width + 2 * across, half.height + 2 * down, outwards: true),
            bars[0].count > bars[1].count ? bars[0] : bars[1]
        )
    }

    private static func mapped(
        _ back: AffineTransform, _ rect: Rect, _ radius: Double, _ x: Int, _ y: Int
    ) -> UInt8 {
        let p = back.apply(Point(Double(x) + 0.5, Double(y) + 0.5)) - rect.center
        let qx = abs(p.x) - rect.width / 2 + radius, qy = abs(p.y) - rect.height / 2 + radius
        // The signed distance to the edge in the shape's units, and the direction in which it grows.
        var distance: Double
        var gradient: Point
        if qx > 0 && qy > 0 {
            distance = (qx * qx + qy * qy).squareRoot()
            gradient = Point(qx / distance, qy / distance)
        } else if qx > qy {
            (distance, gradient) = (qx, Point(1, 0))
        } else {
            (distance, gradient) = (qy, Point(0, 1))
        }
        distance -= radius
        if p.x < 0 { gradient.x = -gradient.x }
        if p.y < 0 { gradient.y = -gradient.y }
        let gx = back.a * gradient.x + back.b * gradient.y
        let gy = back.c * gradient.x + back.d * gradient.y
        let steepness = (gx * gx + gy * gy).squareRoot()
        return steepness > 0 ? byte(0.5 - distance / steepness) : 0
    }
}
