import CKernels
import Glibc

/// Work on runs of premultiplied pixels, each result depending on its own pixel only.
///
/// So a part drawn by itself has the same bytes as in the whole. Blending is done on the sRGB values as they are,
/// 8 bits a channel, each product rounded to nearest. Each operation is written three times, with the same bytes
/// as result: with AVX2 (CKernels) where the processor has it, four pixels at a time for any processor
/// (SpanVectors), and pixel by pixel for what is left of a run.
package enum Spans {
    /// Whether AVX2 is used; off with `PENSTOCK_KERNELS=baseline`, for tests.
    package static let usesAVX2 =
        penstock_has_avx2() != 0 && getenv("PENSTOCK_KERNELS").map { strcmp($0, "baseline") != 0 } ?? true

    /// `a * b / 255`, rounded to nearest, for both in 0...255.
    @inline(__always)
    package static func multiply(_ a: UInt32, _ b: UInt32) -> UInt32 {
        let t = a &* b &+ 128
        return (t &+ t >> 8) >> 8
    }

    /// Every channel of a pixel times `alpha / 255`; two channels at a time.
    @inline(__always)
    package static func scale(_ pixel: UInt32, by alpha: UInt32) -> UInt32 {
        if alpha == 255 { return pixel }
        let low = (pixel & 0x00ff_00ff) &* alpha &+ 0x0080_0080
        let high = (pixel >> 8 & 0x00ff_00ff) &* alpha &+ 0x0080_0080
        let l = (low &+ (low >> 8 & 0x00ff_00ff)) >> 8 & 0x00ff_00ff
        let h = (high &+ (high >> 8 & 0x00ff_00ff)) & 0xff00_ff00
        return l | h
    }

    /// A pixel laid over another.
    @inline(__always)
    package static func over(_ source: UInt32, _ below: UInt32) -> UInt32 {
        source &+ scale(below, by: 255 &- source >> 24)
    }

    /// Makes `count` pixels the same.
    package static func fill(_ row: UnsafeMutablePointer<UInt32>, count: Int, with pixel: UInt32) {
        guard count > 0 else { return }
        if pixel == 0 || pixel == .max {
            memset(row, pixel == 0 ? 0 : 0xff, count * 4)
            return
        }
        row.update(repeating: pixel, count: count)
    }

    /// Lays one pixel over `count` others.
    package static func over(_ row: UnsafeMutablePointer<UInt32>, count: Int, pixel: UInt32) {
        let rest = 255 - pixel >> 24
        if rest == 0 { return fill(row, count: count, with: pixel) }
        guard pixel != 0, count > 0 else { return }
        var x =
            usesAVX2
            ? penstock_over_pixel(row, count, pixel) : SpanVectors.over(row, count: count, pixel: pixel)
        while x < count {
            row[x] = pixel &+ scale(row[x], by: rest)
            x &+= 1
        }
    }

    /// Lays `count` pixels, each times `alpha / 255`, over as many others.
    package static func over(
        _ row: UnsafeMutablePointer<UInt32>, count: Int, source: UnsafePointer<UInt32>, alpha: UInt32
    ) {
        guard count > 0 else { return }
        var x =
            usesAVX2
            ? penstock_over(row, source, count, alpha)
            : SpanVectors.over(row, count: count, source: source, alpha: alpha)
        while x < count {
            let pixel = scale(source[x], by: alpha)
            if pixel >= 0xff00_0000 {
                row[x] = pixel
            } else if pixel != 0 {
                row[x] = over(pixel, row[x])
            }
            x &+= 1
        }
    }

    /// Whether `count` pixels are equal.
    package static func areEqual(
        _ a: UnsafePointer<UInt32>, _ b: UnsafePointer<UInt32>, count: Int
    ) -> Bool {
        memcmp(a, b, count * 4) == 0
    }
}

extension Spans {
    /// Lays one pixel, times each coverage of 0...255, over `count` others.
    package static func over(
        _ row: UnsafeMutablePointer<UInt32>, count: Int, pixel: UInt32, coverage: UnsafePointer<UInt8>
    ) {
        guard count > 0 else { return }
        var x =
            usesAVX2
            ? penstock_over_mask(row, count, pixel, coverage)
            : SpanVectors.over(row, count: count, pixel: pixel, coverage: coverage)
        while x < count {
            let part = UInt32(coverage[x])
            if part != 0 { row[x] = over(scale(pixel, by: part), row[x]) }
            x &+= 1
        }
    }

    /// Lays `count` pixels, each times its coverage and `alpha / 255`, over as many others.
    package static func over(
        _ row: UnsafeMutablePointer<UInt32>, count: Int, source: UnsafePointer<UInt32>,
        coverage: UnsafePointer<UInt8>, alpha: UInt32
    ) {
        guard count > 0 else { return }
        var x =
            usesAVX2
            ? penstock_over_masked(row, source, count, coverage, alpha)
            : SpanVectors.over(row, count: count, source: source, coverage: coverage, alpha: alpha)
        while x < count {
            let part = multiply(UInt32(coverage[x]), alpha)
            if part != 0 && source[x] != 0 { row[x] = over(scale(source[x], by: part), row[x]) }
            x &+= 1
        }
    }

    /// Takes the second coverage away from the first.
    package static func subtract(
        _ outer: UnsafeMutablePointer<UInt8>, count: Int, inner: UnsafePointer<UInt8>
    ) {
        var x = 0
        while x < count {
            outer[x] = outer[x] > inner[x] ? outer[x] - inner[x] : 0
            x &+= 1
        }
    }
}
