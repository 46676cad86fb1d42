package import InputEvents

/// Reads a bitmap through an affine map, row by row of the target.
package struct BitmapSampler {
    private let bitmap: Bitmap
    /// From target pixels to pixels of the bitmap.
    private let back: AffineTransform
    /// A map of whole pixels onto whole pixels: the place of target pixel (0, 0) and the steps.
    private let exact: (x: Int, y: Int, xx: Int, xy: Int, yx: Int, yy: Int)?

    /// Makes a sampler; `nil` when the map from the bitmap's pixels to the target's cannot be inverted.
    ///
    /// A map that neither scales nor skews is moved to whole pixels, so that text and pictures in their own
    /// size stay sharp.
    package init?(_ bitmap: Bitmap, map: AffineTransform) {
        guard let back = map.inverted else { return nil }
        self.bitmap = bitmap
        func unit(_ value: Double) -> Int? {
            let nearest = value.rounded()
            return abs(value - nearest) < 1e-6 && abs(nearest) <= 1 ? Int(nearest) : nil
        }
        if map.keepsAxes, let a = unit(map.a), let b = unit(map.b), let c = unit(map.c),
            let d = unit(map.d), abs(a * d - b * c) == 1, abs(map.tx) < 1e9, abs(map.ty) < 1e9
        {
            let tx = Int((map.tx + 0.5).rounded(.down)), ty = Int((map.ty + 0.5).rounded(.down))
            // Inverse of a signed permutation is its transpose; pixel centres give the half steps.
            let x0 = -a * tx - b * ty + (a + b - 1) / 2
            let y0 = -c * tx - d * ty + (c + d - 1) / 2
            exact = (x0, y0, a, b, c, d)
        } else {
            exact = nil
        }
        self.back = back
    }

    /// Where the bitmap's pixels go when the map is moved to whole pixels, else `nil`.
    package var snappedBox: (x: Int, y: Int, width: Int, height: Int)? {
        guard let exact else { return nil }
        // Solve for the target pixels of the two far corners.
        func target(_ u: Int, _ v: Int) -> (Int, Int) {
            let du = u - exact.x, dv = v - exact.y
            return (exact.xx * du + exact.yx * dv, exact.xy * du + exact.yy * dv)
        }
        let p = target(0, 0), q = target(bitmap.width - 1, bitmap.height - 1)
        return (min(p.0, q.0), min(p.1, q.1), abs(p.0 - q.0) + 1, abs(p.1 - q.1) + 1)
    }

    /// Whether rows of the target are rows of the bitmap, so that `span` can be used.
    package var isStraight: Bool { exact.map { $0.xx == 1 && $0.yy == 1 } ?? false }

    /// The bitmap's pixels under a row of the target, for a sampler that `isStraight`; `x` and `y` must lie
    /// in the snapped box.
    package func span(_ y: Int, from x: Int) -> UnsafePointer<UInt32> {
        let origin = exact ?? (0, 0, 1, 0, 0, 1)
        return UnsafePointer(bitmap.row(y + origin.y) + (x + origin.x))
    }

    /// Writes the samples for the pixels `columns` of row `y` of the target.
    ///
    /// Exact where the map is one of whole pixels, else bilinear; beyond the edges their pixels repeat. `scratch`
    /// must hold as many pixels as the bitmap has columns.
    package func row(
        _ y: Int, _ columns: Range<Int>, into pixels: UnsafeMutablePointer<UInt32>,
        scratch: UnsafeMutablePointer<UInt32>
    ) {
        guard !columns.isEmpty else { return }
        if let exact {
            let right = bitmap.width - 1, bottom = bitmap.height - 1
            for x in columns {
                let u = exact.x + exact.xx * x + exact.xy * y, v = exact.y + exact.yx * x + exact.yy * y
                pixels[x - columns.lowerBound] = bitmap.row(min(max(v, 0), bottom))[min(max(u, 0), right)]
            }
            return
        }
        let line = line(y)
        if line.dv == 0 {
            SampleSpans.sampleStraight(bitmap, line, columns, into: pixels, scratch: scratch)
        } else {
            SampleSpans.sample(bitmap, line, columns, into: pixels)
        }
    }

    /// How many columns the bitmap has, and so the scratch memory.
    package var scratchWidth: Int { bitmap.width }

    private func line(_ y: Int) -> SampleSpans.Line {
        // The middle of target pixel (0, y), from the middle of pixel (0, 0) of the bitmap. Steps and places are
        // limited so that no sum over a row leaves 64 bits.
        func fixed(_ value: Double, _ limit: Double) -> Int64 {
            Int64(max(min(value, limit), -limit) * 4_294_967_296)
        }
        let start = back.apply(Point(0.5, Double(y) + 0.5))
        return SampleSpans.Line(
            u: fixed(start.x - 0.5, 5e8), v: fixed(start.y - 0.5, 5e8), du: fixed(back.a, 16_384),
            dv: fixed(back.b, 16_384))
    }
}
