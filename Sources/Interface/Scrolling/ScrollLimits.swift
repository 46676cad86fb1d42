package import InputEvents

/// Between which offsets a content can be scrolled, and how it gives way beyond them.
package struct ScrollLimits: Hashable, Sendable {
    package var x: ClosedRange<Double>
    package var y: ClosedRange<Double>

    /// How much of a drag past an edge shows.
    ///
    /// UIKit's feel, as observed.
    static let stiffness = 0.55

    package init(content: Size, insets: EdgeInsets, visible: Size) {
        func range(_ content: Double, _ visible: Double, _ before: Double, _ after: Double)
            -> ClosedRange<Double>
        { -before...max(-before, content + after - visible) }
        x = range(content.width, visible.width, insets.left, insets.right)
        y = range(content.height, visible.height, insets.top, insets.bottom)
    }

    package var scrollsX: Bool { x.upperBound > x.lowerBound }
    package var scrollsY: Bool { y.upperBound > y.lowerBound }

    package func clamp(_ offset: Point) -> Point {
        Point(
            min(max(offset.x, x.lowerBound), x.upperBound), min(max(offset.y, y.lowerBound), y.upperBound))
    }

    /// The offset that shows for one that a finger drags to: past an edge ever less of it.
    package func rubberBand(_ offset: Point, visible: Size) -> Point {
        let inside = clamp(offset)
        return Point(
            inside.x + Self.give(offset.x - inside.x, over: visible.width),
            inside.y + Self.give(offset.y - inside.y, over: visible.height))
    }

    private static func give(_ distance: Double, over extent: Double) -> Double {
        guard distance != 0, extent > 0 else { return 0 }
        let part = 1 - 1 / (abs(distance) * stiffness / extent + 1)
        return distance < 0 ? -part * extent : part * extent
    }
}
