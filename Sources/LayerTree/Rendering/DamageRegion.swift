/// A few rectangles that cover every pixel that was changed; they may cover more, and do not overlap much.
struct DamageRegion {
    private(set) var rects: [PixelRect] = []
    /// More would cost more in walking the tree than they save in pixels.
    private let limit = 8

    init() { rects.reserveCapacity(limit + 1) }

    var isEmpty: Bool { rects.isEmpty }

    mutating func removeAll() { rects.removeAll(keepingCapacity: true) }

    /// Adds a rectangle: joined with one that it overlaps where that wastes little, and with the nearest
    /// one when there would be too many.
    mutating func add(_ added: PixelRect) {
        guard !added.isEmpty else { return }
        var rect = added
        var index = 0
        while index < rects.count {
            let other = rects[index]
            if other.contains(rect) { return }
            let joined = other.union(rect)
            if joined.area <= other.area + rect.area {
                rects.swapAt(index, rects.count - 1)
                rects.removeLast()
                rect = joined
                index = 0
            } else {
                index += 1
            }
        }
        rects.append(rect)
        if rects.count > limit { joinCheapestPair() }
    }

    private mutating func joinCheapestPair() {
        var best = (first: 0, second: 1, waste: Int.max)
        for first in rects.indices {
            for second in rects.indices where second > first {
                let waste =
                    rects[first].union(rects[second]).area - rects[first].area - rects[second].area
                if waste < best.waste { best = (first, second, waste) }
            }
        }
        let joined = rects[best.first].union(rects[best.second])
        rects.remove(at: best.second)
        rects.remove(at: best.first)
        add(joined)
    }
}
