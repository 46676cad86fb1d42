import InputEvents

extension PixelRect {
    static let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)

    var isEmpty: Bool { width <= 0 || height <= 0 }
    var right: Int { x + width }
    var bottom: Int { y + height }
    /// The same in points of one pixel each.
    var rect: Rect { Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height)) }
    var area: Int { isEmpty ? 0 : width * height }

    init(left: Int, top: Int, right: Int, bottom: Int) {
        self.init(x: left, y: top, width: max(right - left, 0), height: max(bottom - top, 0))
    }

    /// The pixels that a rectangle touches; those too far away for any bitmap are left out.
    init(enclosing rect: Rect) {
        self.init(
            left: Self.limited(rect.minX.rounded(.down)), top: Self.limited(rect.minY.rounded(.down)),
            right: Self.limited(rect.maxX.rounded(.up)), bottom: Self.limited(rect.maxY.rounded(.up)))
    }

    /// The rectangle with its edges moved to the nearest pixel edges.
    init(nearest rect: Rect) {
        self.init(
            left: Self.limited(rect.minX.rounded()), top: Self.limited(rect.minY.rounded()),
            right: Self.limited(rect.maxX.rounded()), bottom: Self.limited(rect.maxY.rounded()))
    }

    private static func limited(_ value: Double) -> Int {
        value.isNaN ? 0 : Int(max(min(value, 1_000_000), -1_000_000))
    }

    func intersection(_ other: PixelRect) -> PixelRect {
        let both = PixelRect(
            left: max(x, other.x), top: max(y, other.y), right: min(right, other.right),
            bottom: min(bottom, other.bottom))
        return both.isEmpty ? .empty : both
    }

    func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return PixelRect(
            left: min(x, other.x), top: min(y, other.y), right: max(right, other.right),
            bottom: max(bottom, other.bottom))
    }

    func contains(_ other: PixelRect) -> Bool {
        other.x >= x && other.y >= y && other.right <= right && other.bottom <= bottom
    }

    func intersects(_ other: PixelRect) -> Bool { !intersection(other).isEmpty }

    func grown(by pixels: Int) -> PixelRect {
        PixelRect(x: x - pixels, y: y - pixels, width: width + 2 * pixels, height: height + 2 * pixels)
    }
}
