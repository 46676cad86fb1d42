package import Penstock

/// Where the parts of the counter lie on a screen of a given size.
///
/// Wide screens have the order at the right, tall ones below the tiles. All edges are whole points.
package struct CounterLayout: Equatable {
    package var header: Rect
    /// What the tiles scroll in, up to the edges around it; the tiles keep a margin inside.
    package var tiles: Rect
    /// The card with the order.
    package var order: Rect
    package var columns: Int
    package var tileSize: Size

    package static let margin = 16.0
    package static let gap = 12.0

    package init(size: Size, tileCount: Int) {
        let width = max(1, size.width), height = max(1, size.height)
        let headerHeight = (height * 0.13).rounded().clamped(to: 44...84)
        header = Rect(x: 0, y: 0, width: width, height: min(headerHeight, height))
        let margin = Self.margin
        let body = Rect(
            x: margin, y: header.maxY + margin, width: max(1, width - 2 * margin),
            height: max(1, height - header.maxY - 2 * margin))
        if width > height {
            let side = min((width * 0.36).rounded().clamped(to: 200...420), (body.width * 0.5).rounded())
            order = Rect(x: body.maxX - side, y: body.minY, width: side, height: body.height)
            tiles = Rect(x: 0, y: header.maxY, width: order.minX, height: max(1, height - header.maxY))
        } else {
            let below = (body.height * 0.46).rounded()
            order = Rect(x: body.minX, y: body.maxY - below, width: body.width, height: below)
            tiles = Rect(x: 0, y: header.maxY, width: width, height: max(1, order.minY - header.maxY))
        }
        // Numbers of columns that divide the dozen of tickets.
        let room = Size(max(1, tiles.width - 2 * margin), max(1, tiles.height - 2 * margin))
        columns = room.width >= 1200 ? 6 : room.width >= 700 ? 4 : room.width >= 330 ? 3 : 2
        let tileWidth = max(1, (room.width - Self.gap * Double(columns - 1)) / Double(columns))
        let rows = Double((tileCount + columns - 1) / columns)
        // As flat as lets a part of the next row be seen, or as high as fills the room.
        let natural = (tileWidth * 0.71).rounded()
        let filling = ((room.height - Self.gap * (rows - 1)) / rows).rounded(.down)
        let tileHeight = filling > natural ? min(filling, (tileWidth * 1.1).rounded()) : natural
        tileSize = Size(tileWidth, max(1, tileHeight))
    }
}

extension Comparable {
    fileprivate func clamped(to range: ClosedRange<Self>) -> Self {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
