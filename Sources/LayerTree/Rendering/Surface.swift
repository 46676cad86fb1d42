import Graphics

/// Pixels that are drawn into: a part of the panel, in a bitmap or in scratch memory.
struct Surface {
    // Safety: points to the pixel at the area's upper left corner; rows and columns are kept inside the area
    // by the compositor, which intersects every rectangle with it; the memory's owner outlives the drawing.
    private let pixels: UnsafeMutablePointer<UInt32>
    private let pixelsPerRow: Int
    /// Which pixels of the panel these are.
    let area: PixelRect

    init(_ bitmap: Bitmap) {
        pixels = bitmap.bytes.assumingMemoryBound(to: UInt32.self)
        pixelsPerRow = bitmap.bytesPerRow / 4
        area = PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
    }

    /// Transparent pixels of an area, in scratch memory that holds as many.
    init(clearing memory: UnsafeMutablePointer<UInt32>, area: PixelRect) {
        pixels = memory
        pixelsPerRow = area.width
        self.area = area
        Spans.fill(memory, count: area.area, with: 0)
    }

    /// Where a pixel of the panel is; it must lie in the area.
    func pointer(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt32> {
        pixels + ((y - area.y) * pixelsPerRow + (x - area.x))
    }
}

/// Scratch memory for pictures of groups and for rows, kept from frame to frame.
@MainActor
final class Scratch {
    private var buffers: [UnsafeMutableBufferPointer<UInt32>] = []
    private var used = 0
    private(set) var coverage = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)
    private(set) var innerCoverage = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)
    private(set) var row = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 0)

    private var source = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 0)

    isolated deinit {
        source.deallocate()
        for buffer in buffers { buffer.deallocate() }
        coverage.deallocate()
        innerCoverage.deallocate()
        row.deallocate()
    }

    /// Makes the rows long enough for a panel's width.
    func prepare(width: Int) {
        guard row.count < width else { return }
        coverage.deallocate()
        innerCoverage.deallocate()
        row.deallocate()
        coverage = .allocate(capacity: width)
        innerCoverage = .allocate(capacity: width)
        row = .allocate(capacity: width)
    }

    /// A row of a picture that is `width` pixels wide, kept for the next time.
    func sourceRow(width: Int) -> UnsafeMutableBufferPointer<UInt32> {
        if source.count < width {
            source.deallocate()
            source = .allocate(capacity: width)
        }
        return source
    }

    /// Lends transparent pixels for an area while `body` runs; calls nest.
    func withSurface(_ area: PixelRect, _ body: (Surface) -> Void) {
        if used == buffers.count { buffers.append(.allocate(capacity: 0)) }
        if buffers[used].count < area.area {
            buffers[used].deallocate()
            buffers[used] = .allocate(capacity: area.area)
        }
        guard let memory = buffers[used].baseAddress else { return }
        used += 1
        body(Surface(clearing: memory, area: area))
        used -= 1
    }
}
