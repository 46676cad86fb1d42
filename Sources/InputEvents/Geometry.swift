// Plain geometry, shared by events, pixels and layers. Y points down everywhere in Penstock.

/// A position, or a displacement, in a plane with x to the right and y down.
///
/// The unit is that of whoever hands it out: points for views and layers, pixels for bitmaps.
/// Thread: any (a plain value).
public struct Point: Hashable, Sendable {
    /// Along the horizontal axis, growing to the right.
    public var x: Double
    /// Along the vertical axis, growing downwards.
    public var y: Double

    /// The origin.
    public static let zero = Point(0, 0)

    /// Makes a point of its two coordinates.
    @inlinable
    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    /// Makes a point of its two coordinates, named.
    @inlinable
    public init(x: Double, y: Double) { self.init(x, y) }

    /// The straight distance to another point, in the unit of both.
    @inlinable
    public func distance(to other: Point) -> Double {
        let d = other - self
        return (d.x * d.x + d.y * d.y).squareRoot()
    }

    /// Whether both coordinates are finite numbers.
    @inlinable
    public var isFinite: Bool { x.isFinite && y.isFinite }

    /// The sum of two displacements.
    @inlinable
    public static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
    /// The displacement from `b` to `a`.
    @inlinable
    public static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
    /// A displacement made longer or shorter.
    @inlinable
    public static func * (a: Point, factor: Double) -> Point { Point(a.x * factor, a.y * factor) }
    /// Moves a point by a displacement.
    @inlinable
    public static func += (a: inout Point, b: Point) { a = a + b }
    /// Moves a point back by a displacement.
    @inlinable
    public static func -= (a: inout Point, b: Point) { a = a - b }
}

/// A width and a height.
///
/// Thread: any (a plain value).
public struct Size: Hashable, Sendable {
    /// The horizontal extent.
    public var width: Double
    /// The vertical extent.
    public var height: Double

    /// No extent.
    public static let zero = Size(0, 0)

    /// Makes a size of its two extents.
    @inlinable
    public init(_ width: Double, _ height: Double) {
        self.width = width
        self.height = height
    }

    /// Makes a size of its two extents, named.
    @inlinable
    public init(width: Double, height: Double) { self.init(width, height) }

    /// Whether either extent is zero, negative or not a number.
    @inlinable
    public var isEmpty: Bool { !(width > 0 && height > 0) }
}

/// A rectangle with its edges along the axes.
///
/// Its right and lower edges are outside it. A rectangle with a negative size should be `standardized`
/// before use (L-63). Thread: any (a plain value).
public struct Rect: Hashable, Sendable {
    /// The corner with the smallest coordinates, when the size is not negative.
    public var origin: Point
    /// The extent to the right and downwards.
    public var size: Size

    /// An empty rectangle at the origin.
    public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

    /// Makes a rectangle of a corner and an extent.
    @inlinable
    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// Makes a rectangle of its four numbers.
    @inlinable
    public init(x: Double, y: Double, width: Double, height: Double) {
        origin = Point(x, y)
        size = Size(width, height)
    }

    /// The left edge.
    @inlinable
    public var minX: Double { origin.x }
    /// The upper edge.
    @inlinable
    public var minY: Double { origin.y }
    /// The right edge.
    @inlinable
    public var maxX: Double { origin.x + size.width }
    /// The lower edge.
    @inlinable
    public var maxY: Double { origin.y + size.height }
    /// Halfway between the left and the right edge.
    @inlinable
    public var midX: Double { origin.x + size.width / 2 }
    /// Halfway between the upper and the lower edge.
    @inlinable
    public var midY: Double { origin.y + size.height / 2 }
    /// The horizontal extent.
    @inlinable
    public var width: Double { size.width }
    /// The vertical extent.
    @inlinable
    public var height: Double { size.height }
    /// The middle.
    @inlinable
    public var center: Point { Point(midX, midY) }
    /// Whether it covers nothing.
    @inlinable
    public var isEmpty: Bool { size.isEmpty }
    /// Whether all four numbers are finite.
    @inlinable
    public var isFinite: Bool { origin.isFinite && size.width.isFinite && size.height.isFinite }

    /// The same area with a size that is not negative (L-63).
    @inlinable
    public var standardized: Rect {
        Rect(
            x: min(minX, maxX), y: min(minY, maxY), width: abs(size.width), height: abs(size.height))
    }

    /// Whether a point lies inside; the left and upper edges count, the right and lower do not.
    @inlinable
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// Whether another rectangle lies wholly inside.
    @inlinable
    public func contains(_ other: Rect) -> Bool {
        other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
    }

    /// Whether the two share any area.
    @inlinable
    public func intersects(_ other: Rect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }

    /// The shared area; `.zero` when there is none.
    @inlinable
    public func intersection(_ other: Rect) -> Rect {
        let left = max(minX, other.minX), top = max(minY, other.minY)
        let right = min(maxX, other.maxX), bottom = min(maxY, other.maxY)
        guard right > left, bottom > top else { return .zero }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The smallest rectangle around both; an empty one adds nothing.
    @inlinable
    public func union(_ other: Rect) -> Rect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let left = min(minX, other.minX), top = min(minY, other.minY)
        return Rect(
            x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    /// The rectangle with its edges moved inwards by `dx` left and right and `dy` above and below.
    @inlinable
    public func insetBy(dx: Double, dy: Double) -> Rect {
        Rect(x: minX + dx, y: minY + dy, width: width - 2 * dx, height: height - 2 * dy)
    }

    /// The rectangle moved by a displacement.
    @inlinable
    public func offsetBy(_ delta: Point) -> Rect { Rect(origin: origin + delta, size: size) }
}
