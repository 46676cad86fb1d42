/// The span operations four pixels at a time, in vectors that every processor has (SSE2, NEON).
///
/// Each does the pixels of whole fours and answers how many that were.
enum SpanVectors {
    private typealias Pixels = SIMD4<UInt32>
    private typealias Halves = SIMD8<UInt16>

    @inline(__always)
    private static func load(_ place: UnsafePointer<UInt32>) -> Pixels {
        UnsafeRawPointer(place).loadUnaligned(as: Pixels.self)
    }

    @inline(__always)
    private static func store(_ pixels: Pixels, _ place: UnsafeMutablePointer<UInt32>) {
        UnsafeMutableRawPointer(place).storeBytes(of: pixels, as: Pixels.self)
    }

    /// Each product of two bytes over 255, rounded to nearest.
    @inline(__always)
    private static func divided(_ product: Halves) -> Halves {
        let t = product &+ 128
        return (t &+ (t &>> 8)) &>> 8
    }

    /// Four pixels times factors 0...255, each in both halves of its lane.
    @inline(__always)
    private static func scale(_ pixels: Pixels, by factor: Halves) -> Pixels {
        let even = Pixels(repeating: 0x00ff_00ff)
        let low = divided(unsafeBitCast(pixels & even, to: Halves.self) &* factor)
        let high = divided((unsafeBitCast(pixels, to: Halves.self) &>> 8) &* factor)
        return unsafeBitCast(low | (high &<< 8), to: Pixels.self)
    }

    @inline(__always)
    private static func doubled(_ lanes: Pixels) -> Halves {
        unsafeBitCast(lanes | (lanes &<< 16), to: Halves.self)
    }

    @inline(__always)
    private static func over(_ source: Pixels, _ below: Pixels) -> Pixels {
        source &+ scale(below, by: doubled(Pixels(repeating: 255) &- (source &>> 24)))
    }

    /// Four bytes, one in each lane.
    @inline(__always)
    private static func bytes(_ four: UInt32) -> Pixels {
        Pixels(four & 255, four >> 8 & 255, four >> 16 & 255, four >> 24)
    }

    @inline(__always)
    private static func four(_ place: UnsafePointer<UInt8>) -> UInt32 {
        UInt32(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt32.self))
    }

    static func over(_ row: UnsafeMutablePointer<UInt32>, count: Int, pixel: UInt32) -> Int {
        let source = Pixels(repeating: pixel)
        let rest = Halves(repeating: UInt16(255 - pixel >> 24))
        var x = 0
        while x &+ 4 <= count {
            store(source &+ scale(load(row + x), by: rest), row + x)
            x &+= 4
        }
        return x
    }

    static func over(
        _ row: UnsafeMutablePointer<UInt32>, count: Int, source: UnsafePointer<UInt32>, alpha: UInt32
    ) -> Int {
        let factor = Halves(repeating: UInt16(alpha))
        var x = 0
        while x &+ 4 <= count {
            var pixels = load(source + x)
            if alpha != 255 { pixels = scale(pixels, by: factor) }
            let all = pixels[0] & pixels[1] & pixels[2] & pixels[3]
            if all >= 0xff00_0000 {
                store(pixels, row + x)
            } else if pixels != .zero {
                store(over(pixels, load(row + x)), row + x)
            }
            x &+= 4
        }
        return x
    }

    static func over(
        _ row: UnsafeMutablePointer<UInt32>, count: Int, pixel: UInt32, coverage: UnsafePointer<UInt8>
    ) -> Int {
        let source = Pixels(repeating: pixel)
        var x = 0
        while x &+ 4 <= count {
            let part = four(coverage + x)
            if part == .max && pixel >= 0xff00_0000 {
                store(source, row + x)
            } else if part != 0 {
                store(over(scale(source, by: doubled(bytes(part))), load(row + x)), row + x)
            }
            x &+= 4
        }
        return x
    }

    static func over(
        _ row: UnsafeMutablePointer<UInt32>, count: Int, source: UnsafePointer<UInt32>,
        coverage: UnsafePointer<UInt8>, alpha: UInt32
    ) -> Int {
        let factor = Halves(repeating: UInt16(alpha))
        var x = 0
        while x &+ 4 <= count {
            let part = four(coverage + x)
            if part != 0 {
                let parts = divided(doubled(bytes(part)) &* factor)
                store(over(scale(load(source + x), by: parts), load(row + x)), row + x)
            }
            x &+= 4
        }
        return x
    }
}
