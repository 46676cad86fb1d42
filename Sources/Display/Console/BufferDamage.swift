import Graphics
package import LayerTree

/// Which pixels of the shadow frame each buffer, and the screen, have not got yet.
///
/// Two different things (D-10, D-11): a buffer lacks everything that was drawn since it was filled last, which
/// is the damage of the last two frames; the hint for the driver is what was drawn since the last commit.
package struct BufferDamage {
    private let whole: PixelRect
    private var missing: [[PixelRect]]
    private var uncommitted: [PixelRect] = []

    package init(width: Int, height: Int, buffers: Int) {
        whole = PixelRect(x: 0, y: 0, width: width, height: height)
        missing = Array(repeating: [whole], count: buffers)
    }

    /// Something was drawn into the shadow frame; what lies outside is left out.
    package mutating func add(_ damage: [PixelRect]) {
        let inside = damage.compactMap { $0.clipped(to: whole) }
        guard !inside.isEmpty else { return }
        for index in missing.indices { missing[index] = merge(missing[index], inside) }
        uncommitted = merge(uncommitted, inside)
    }

    /// Nobody knows what the buffers and the screen hold; everything is drawn again (D-18).
    package mutating func forgetAll() {
        for index in missing.indices { missing[index] = [whole] }
        uncommitted = [whole]
    }

    /// What has to be copied into a buffer before it is shown.
    package func missing(in buffer: Int) -> [PixelRect] { missing[buffer] }

    /// That was copied.
    package mutating func filled(_ buffer: Int) { missing[buffer] = [] }

    /// What the coming commit changes on the screen.
    package var sinceCommit: [PixelRect] { uncommitted }

    /// The commit was accepted.
    package mutating func committed() { uncommitted = [] }

    private func merge(_ old: [PixelRect], _ new: [PixelRect]) -> [PixelRect] {
        if old == [whole] || new == [whole] { return [whole] }
        let all = old + new
        return all.count <= 32 ? all : [all.dropFirst().reduce(all[0]) { $0.union($1) }]
    }
}

extension PixelRect {
    /// The part inside another rectangle; nil when there is none.
    func clipped(to other: PixelRect) -> PixelRect? {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let right = min(x + width, other.x + other.width)
        let bottom = min(y + height, other.y + other.height)
        guard right > left, bottom > top else { return nil }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The smallest rectangle around both.
    func union(_ other: PixelRect) -> PixelRect {
        let left = min(x, other.x)
        let top = min(y, other.y)
        let right = max(x + width, other.x + other.width)
        let bottom = max(y + height, other.y + other.height)
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension ScanoutBuffer {
    /// Copies rectangles of the shadow frame, row by row and in order (D-09).
    func copy(_ rects: [PixelRect], of shadow: Bitmap) {
        // Safety: callers clip the rectangles to the shadow frame, and both buffers have its size.
        for rect in rects {
            let count = rect.width * 4
            for row in rect.y..<(rect.y + rect.height) {
                let from = shadow.bytes + (row * shadow.bytesPerRow + rect.x * 4)
                (bytes + (row * bytesPerRow + rect.x * 4)).copyMemory(from: from, byteCount: count)
            }
        }
    }
}
