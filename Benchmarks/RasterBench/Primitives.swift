import Graphics
import InputEvents

/// The operations of the C drivers, by our kernels, on 1920 by 1080 pixels.
@MainActor
struct Primitives {
    static let (width, height) = (1920, 1080)
    private let target = Bitmap(width: width, height: height)
    private let opaque = picture(width, height, .opaque)
    private let translucent = picture(width, height, .translucent)
    private let interface = picture(width, height, .interface)
    private let photo = picture(400, 300, .opaque)
    private let turned = picture(1200, 800, .opaque)

    enum Kind { case opaque, translucent, interface }

    func run(_ meter: Meter) {
        let (width, height) = (Self.width, Self.height)
        meter.measure("fill_full") {
            for y in 0..<height { Spans.fill(target.row(y), count: width, with: 0xff30_6090) }
        }
        meter.measure("blit_full") { lay(opaque, 255) }
        meter.measure("over_full") { lay(translucent, 255) }
        meter.measure("over_ui") { lay(interface, 255) }
        meter.measure("over_a50") { lay(translucent, 128) }
        let scale = BitmapSampler(opaque, map: .scale(0.8, 0.8))
        let rows = UnsafeMutablePointer<UInt32>.allocate(capacity: 2 * width)
        defer { rows.deallocate() }
        meter.measure("scale08") {
            for y in 0..<864 {
                scale?.row(y, 0..<1536, into: rows, scratch: rows + width)
                Spans.over(target.row(y), count: 1536, source: rows, alpha: 255)
            }
        }
        let (cosine, sine) = (0.984807753, 0.173648178)
        let map = AffineTransform(
            a: cosine, b: sine, c: -sine, d: cosine, tx: 960 - cosine * 600 + sine * 400,
            ty: 598 - sine * 600 - cosine * 400)
        let turn = BitmapSampler(turned, map: map)
        let frame = ShapeCoverage(rect: Rect(x: 0, y: 0, width: 1200, height: 800), radius: 0, map: map)
        meter.measure("rot10") { paint(turn, frame, Rect(x: 300, y: 100, width: 1320, height: 980), rows) }
        let photoMap = AffineTransform.translation(Point(300, 200))
        let clipped = ShapeCoverage(
            rect: Rect(x: 0, y: 0, width: 400, height: 300), radius: 24, map: photoMap)
        meter.measure("rrect_clip") { clip(clipped) }
        let cold = (0..<12).map { _ in
            (Self.picture(width, height, .translucent), Bitmap(width: width, height: height))
        }
        var turnOf = 0
        meter.measure("over_cold") {
            turnOf = (turnOf + 1) % cold.count
            for y in 0..<height {
                Spans.over(cold[turnOf].1.row(y), count: width, source: cold[turnOf].0.row(y), alpha: 255)
            }
        }
    }

    private func lay(_ source: Bitmap, _ alpha: UInt32) {
        for y in 0..<Self.height {
            Spans.over(target.row(y), count: Self.width, source: source.row(y), alpha: alpha)
        }
    }

    private func paint(
        _ sampler: BitmapSampler?, _ shape: ShapeCoverage, _ area: Rect, _ rows: UnsafeMutablePointer<UInt32>
    ) {
        let columns = Int(area.minX)..<Int(area.maxX)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: columns.count) { coverage in
            guard let coverage = coverage.baseAddress else { return }
            for y in Int(area.minY)..<Int(area.maxY) {
                let columns = shape.touched(y, columns)
                let solid = shape.row(y, columns, into: coverage)
                for x in solid { coverage[x - columns.lowerBound] = 255 }
                sampler?.row(y, columns, into: rows, scratch: rows + Self.width)
                Spans.over(
                    target.row(y) + columns.lowerBound, count: columns.count, source: rows,
                    coverage: coverage,
                    alpha: 255)
            }
        }
    }

    private func clip(_ shape: ShapeCoverage) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 400) { coverage in
            guard let coverage = coverage.baseAddress else { return }
            for y in 200..<500 {
                let solid = shape.row(y, 300..<700, into: coverage)
                let (row, source) = (target.row(y) + 300, photo.row(y - 200))
                let before = solid.lowerBound - 300, after = solid.upperBound - 300
                Spans.over(row, count: before, source: source, coverage: coverage, alpha: 255)
                Spans.over(row + before, count: solid.count, source: source + before, alpha: 255)
                Spans.over(
                    row + after, count: 400 - after, source: source + after, coverage: coverage + after,
                    alpha: 255)
            }
        }
    }

    /// Pictures of the kinds that the C drivers use.
    static func picture(_ width: Int, _ height: Int, _ kind: Kind) -> Bitmap {
        let bitmap = Bitmap(width: width, height: height)
        var state: UInt32 = 12345
        func next() -> UInt32 {
            state = state &* 1_664_525 &+ 1_013_904_223
            return state >> 8
        }
        for y in 0..<height {
            let row = bitmap.row(y)
            for x in 0..<width {
                switch kind {
                case .opaque: row[x] = 0xff00_0000 | next() & 0xffffff
                case .translucent:
                    let alpha = 1 + next() % 254
                    row[x] = Spans.scale(0xff00_0000 | next() & 0xffffff, by: alpha)
                case .interface:
                    let cell = (x / 64 + y / 64) % 3, dx = x & 63, dy = y & 63
                    let edge = min(min(dx, dy), min(63 - dx, 63 - dy))
                    let soft = edge < 8 ? 0 : edge < 12 ? UInt32(edge - 7) * 50 : 255
                    row[x] = Spans.scale(0xff40_8078, by: cell == 0 ? 0 : cell == 1 ? 255 : soft)
                }
            }
        }
        return bitmap
    }
}
