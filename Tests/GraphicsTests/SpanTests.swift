import CKernels
import Graphics
import InputEvents
import Testing

/// Every kernel against a plain one, on random runs, to the byte.
@Suite struct SpanTests {
    struct Dice: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 32 | state << 32
        }
        /// A premultiplied pixel; one in three clear, one in three opaque.
        mutating func pixel() -> UInt32 {
            let kind = Int.random(in: 0..<6, using: &self)
            let alpha = kind < 2 ? 0 : kind < 4 ? 255 : UInt32.random(in: 0...255, using: &self)
            var pixel = alpha << 24
            for shift in [0, 8, 16] { pixel |= UInt32.random(in: 0...alpha, using: &self) << UInt32(shift) }
            return pixel
        }
        mutating func coverage() -> UInt8 {
            [0, 255, UInt8.random(in: 0...255, using: &self)].randomElement(using: &self) ?? 0
        }
    }

    /// One run, long enough for eights, fours and a rest, with neighbours that must stay as they are.
    private struct Run {
        var count: Int
        var row: [UInt32]
        var source: [UInt32]
        var coverage: [UInt8]
        var alpha: UInt32
        var pixel: UInt32

        init(_ dice: inout Dice) {
            count = Int.random(in: 0...61, using: &dice)
            // In stretches of equal kind too, so that whole vectors are clear or opaque.
            let isPlain = Bool.random(using: &dice)
            let plain = dice.pixel()
            row = (0..<count + 2).map { _ in dice.pixel() | 0xff00_0000 }
            source = (0..<count + 2).map { _ in isPlain && dice.next() % 9 > 0 ? plain : dice.pixel() }
            let cover = dice.coverage()
            coverage = (0..<count + 2).map { _ in isPlain && dice.next() % 9 > 0 ? cover : dice.coverage() }
            alpha = UInt32(dice.coverage())
            pixel = dice.pixel()
        }
    }

    /// Channel by channel, with a division.
    private func plain(_ source: UInt32, _ below: UInt32, _ part: UInt32) -> UInt32 {
        func channel(_ pixel: UInt32, _ shift: UInt32) -> UInt32 { pixel >> shift & 255 }
        func product(_ a: UInt32, _ b: UInt32) -> UInt32 { (a * b * 2 + 255) / 510 }
        let rest = 255 - product(channel(source, 24), part)
        return [0, 8, 16, 24].reduce(UInt32(0)) { sum, shift in
            sum | (product(channel(source, shift), part) + product(channel(below, shift), rest)) << shift
        }
    }

    @Test("every kernel gives the bytes of a plain one, and leaves its neighbours alone", arguments: 1...4)
    func kernels(seed: UInt64) {
        var dice = Dice(state: seed)
        for _ in 0..<400 {
            let run = Run(&dice)
            let count = run.count
            func product(_ a: UInt32, _ b: UInt32) -> UInt32 { (a * b * 2 + 255) / 510 }
            func check(
                _ name: String, _ kernel: (UnsafeMutablePointer<UInt32>) -> Void, _ expected: (Int) -> UInt32
            ) {
                var row = run.row
                row.withUnsafeMutableBufferPointer { if let start = $0.baseAddress { kernel(start + 1) } }
                let right = (0..<count + 2).map { $0 >= 1 && $0 <= count ? expected($0) : run.row[$0] }
                #expect(row == right, "\(name), \(run)")
            }
            let cover = run.coverage, source = run.source
            // Indices are those of the whole arrays; the kernels begin at 1.
            check("pixel") {
                Spans.over($0, count: count, pixel: run.pixel)
            } _: {
                plain(run.pixel, run.row[$0], 255)
            }
            check("source") { row in
                Spans.over(row, count: count, source: Array(source[1...]), alpha: run.alpha)
            } _: {
                plain(source[$0], run.row[$0], run.alpha)
            }
            check("coverage") { row in
                Spans.over(row, count: count, pixel: run.pixel, coverage: Array(cover[1...]))
            } _: {
                plain(run.pixel, run.row[$0], UInt32(cover[$0]))
            }
            check("masked source") { row in
                Spans.over(
                    row, count: count, source: Array(source[1...]), coverage: Array(cover[1...]),
                    alpha: run.alpha)
            } _: {
                plain(source[$0], run.row[$0], product(UInt32(cover[$0]), run.alpha))
            }
        }
    }

    @Test("a row of samples is the same drawn whole and pixel by pixel, straight, turned and mirrored")
    func samples() throws {
        var dice = Dice(state: 5)
        let bitmap = Bitmap(width: 37, height: 23)
        for y in 0..<23 { for x in 0..<37 { bitmap.row(y)[x] = dice.pixel() } }
        let maps: [AffineTransform] = [
            .scale(0.8, 0.8), .scale(3.3, 1.7), .scale(-0.9, 1.1),
            AffineTransform(a: 0.9, b: 0.4, c: -0.4, d: 0.9, tx: 0, ty: 0),
            AffineTransform(a: -0.6, b: -1.8, c: 0.8, d: -0.6, tx: 20, ty: 30),
            AffineTransform(a: 0, b: 1.5, c: -1.5, d: 0, tx: 40, ty: 3), .scale(1e-3, 1e-3), .scale(1e4, 1e4),
        ]
        for map in maps {
            let sampler = try #require(BitmapSampler(bitmap, map: map.then(.translation(Point(5.3, 4.6)))))
            var scratch = [UInt32](repeating: 0, count: sampler.scratchWidth)
            for y in -4..<44 {
                var whole = [UInt32](repeating: 0, count: 80)
                var single = whole
                sampler.row(y, -10..<70, into: &whole, scratch: &scratch)
                for x in -10..<70 {
                    var pixel: UInt32 = 0
                    sampler.row(y, x..<x + 1, into: &pixel, scratch: &scratch)
                    single[x + 10] = pixel
                }
                #expect(whole == single, "\(map), row \(y)")
            }
        }
    }

    @Test("a sample in the middle of a pixel is that pixel, between two it is their mean")
    func sampleValues() throws {
        let bitmap = Bitmap(width: 2, height: 1)
        bitmap.row(0)[0] = 0xff00_0000
        bitmap.row(0)[1] = 0xffff_ffff
        let sampler = try #require(BitmapSampler(bitmap, map: .scale(4, 1)))
        var (row, scratch) = ([UInt32](repeating: 0, count: 8), [UInt32](repeating: 0, count: 2))
        sampler.row(0, 0..<8, into: &row, scratch: &scratch)
        // Middles of the target lie at 1/8, 3/8 … of a pixel: 0.125 - 0.5 is beyond the edge, and so on.
        #expect(row.map { $0 & 255 } == [0, 0, 31, 95, 159, 223, 255, 255])
    }
}
