public import InputEvents

/// How far each edge of a rectangle is moved inwards, in points.
///
/// Thread: any (a plain value).
public struct EdgeInsets: Hashable, Sendable {
    /// From the upper edge down.
    public var top: Double
    /// From the left edge to the right.
    public var left: Double
    /// From the lower edge up.
    public var bottom: Double
    /// From the right edge to the left.
    public var right: Double

    /// No insets.
    public static let zero = EdgeInsets(all: 0)

    /// Makes insets of four numbers.
    public init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    /// Makes insets of one number for all edges.
    public init(all inset: Double) { self.init(top: inset, left: inset, bottom: inset, right: inset) }
}

extension Rect {
    /// The rectangle with its edges moved inwards.
    public func inset(by insets: EdgeInsets) -> Rect {
        Rect(
            x: minX + insets.left, y: minY + insets.top,
            width: width - insets.left - insets.right, height: height - insets.top - insets.bottom)
    }
}
