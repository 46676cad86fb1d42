import CKernels

/// Reading pictures between their pixels: the rows of a bilinear sampler, in fixed point.
///
/// Places are 32.32 numbers of the picture's pixels, as whole numbers of the target's place, so that a part drawn
/// by itself has the same bytes as in the whole. What is beyond the picture's edges repeats them.
enum SampleSpans {
    /// Where a row of the target begins in the picture, and how far it goes from pixel to pixel.
    struct Line {
        var u: Int64
        var v: Int64
        var du: Int64
        var dv: Int64

        func at(_ x: Int) -> (u: Int64, v: Int64) { (u &+ Int64(x) &* du, v &+ Int64(x) &* dv) }
    }

    /// Two pixels mixed, `part / 256` of the second; two channels at a time.
    @inline(__always)
    static func mix(_ a: UInt32, _ b: UInt32, _ part: UInt32) -> UInt32 {
        let rest = 256 &- part
        let low = ((a & 0x00ff_00ff) &* rest &+ (b & 0x00ff_00ff) &* part) >> 8 & 0x00ff_00ff
        let high = ((a >> 8 & 0x00ff_00ff) &* rest &+ (b >> 8 & 0x00ff_00ff) &* part) & 0xff00_ff00
        return low | high
    }

    /// The pixels `columns` along any line through a picture.
    static func sample(
        _ bitmap: Bitmap, _ line: Line, _ columns: Range<Int>, into pixels: UnsafeMutablePointer<UInt32>
    ) {
        let inside = inside(line.u, line.du, bitmap.width, columns)
            .clamped(to: inside(line.v, line.dv, bitmap.height, columns))
        func edges(_ range: Range<Int>) {
            for x in range { pixels[x - columns.lowerBound] = sample(bitmap, line.at(x)) }
        }
        guard !inside.isEmpty else { return edges(columns) }
        edges(columns.lowerBound..<inside.lowerBound)
        var done = inside.lowerBound
        if Spans.usesAVX2 {
            let (u, v) = line.at(done)
            done += penstock_sample(
                pixels + (done - columns.lowerBound), bitmap.row(0), Int64(bitmap.bytesPerRow / 4), u, v,
                line.du,
                line.dv, inside.count)
        }
        edges(done..<columns.upperBound)
    }

    /// One row of a picture read along, the rows above and below it mixed first.
    ///
    /// `scratch` must hold as many pixels as the picture has columns.
    static func sampleStraight(
        _ bitmap: Bitmap, _ line: Line, _ columns: Range<Int>, into pixels: UnsafeMutablePointer<UInt32>,
        scratch: UnsafeMutablePointer<UInt32>
    ) {
        let (v, part) = place(line.v, bitmap.height)
        let right = bitmap.width - 1
        func column(_ x: Int) -> Int { min(max(Int(line.at(x).u >> 32), 0), right) }
        let ends = (column(columns.lowerBound), column(columns.upperBound - 1))
        let first = min(ends.0, ends.1), last = min(max(ends.0, ends.1) + 1, right)
        mixRows(
            scratch + first, bitmap.row(v) + first, bitmap.row(min(v + 1, bitmap.height - 1)) + first,
            count: last - first + 1, part)
        func edges(_ range: Range<Int>) {
            for x in range {
                let (u, part) = place(line.at(x).u, bitmap.width)
                pixels[x - columns.lowerBound] = mix(scratch[u], scratch[min(u + 1, right)], part)
            }
        }
        let inside = inside(line.u, line.du, bitmap.width, columns)
        edges(columns.lowerBound..<inside.lowerBound)
        var done = inside.lowerBound
        if Spans.usesAVX2 && !inside.isEmpty {
            done += penstock_sample_row(
                pixels + (done - columns.lowerBound), scratch, line.at(done).u, line.du, inside.count)
        }
        edges(done..<columns.upperBound)
    }

    private static func mixRows(
        _ row: UnsafeMutablePointer<UInt32>, _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>,
        count: Int, _ part: UInt32
    ) {
        var x = Spans.usesAVX2 ? penstock_mix_rows(row, upper, lower, count, part) : 0
        while x < count {
            row[x] = mix(upper[x], lower[x], part)
            x &+= 1
        }
    }

    /// One pixel, anywhere.
    private static func sample(_ bitmap: Bitmap, _ at: (u: Int64, v: Int64)) -> UInt32 {
        let (u, fu) = place(at.u, bitmap.width), (v, fv) = place(at.v, bitmap.height)
        let upper = bitmap.row(v), lower = bitmap.row(min(v + 1, bitmap.height - 1))
        let next = min(u + 1, bitmap.width - 1)
        return mix(mix(upper[u], upper[next], fu), mix(lower[u], lower[next], fu), fv)
    }

    /// The pixel at or before a place, and how much of the next one there is.
    private static func place(_ at: Int64, _ extent: Int) -> (Int, UInt32) {
        if at < 0 { return (0, 0) }
        let whole = Int(at >> 32)
        if whole >= extent - 1 { return (extent - 1, 0) }
        return (whole, UInt32(at >> 24 & 255))
    }

    /// The columns whose place has a pixel on both sides; an empty range at the lower bound for none.
    private static func inside(_ start: Int64, _ step: Int64, _ extent: Int, _ columns: Range<Int>) -> Range<
        Int
    > {
        let end = Int64(extent - 1) << 32
        func isInside(_ x: Int) -> Bool {
            let at = start &+ Int64(x) &* step
            return at >= 0 && at < end
        }
        let none = columns.lowerBound..<columns.lowerBound
        if step == 0 { return isInside(columns.lowerBound) ? columns : none }
        // Where the line crosses both ends, then moved by a pixel where rounding went the wrong way.
        let crossings = (Double(-start) / Double(step), Double(end - start) / Double(step))
        func limited(_ x: Double) -> Int { Int(max(min(x, 1e6), -1e6)) }
        var first = max(columns.lowerBound, limited(min(crossings.0, crossings.1).rounded(.down)) - 1)
        var last = min(columns.upperBound, limited(max(crossings.0, crossings.1).rounded(.up)) + 2)
        while first < last && !isInside(first) { first += 1 }
        while first < last && !isInside(last - 1) { last -= 1 }
        return first < last ? first..<last : none
    }
}
