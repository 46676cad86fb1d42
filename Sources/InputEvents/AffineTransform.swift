/// A linear map of the plane and a translation: `x' = a x + c y + tx`, `y' = b x + d y + ty`.
///
/// Angles are in radians and turn clockwise, as y points down. Thread: any (a plain value).
public struct AffineTransform: Hashable, Sendable {
    /// How much of x goes into x'.
    public var a: Double
    /// How much of x goes into y'.
    public var b: Double
    /// How much of y goes into x'.
    public var c: Double
    /// How much of y goes into y'.
    public var d: Double
    /// The translation along x.
    public var tx: Double
    /// The translation along y.
    public var ty: Double

    /// The map that changes nothing.
    public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Makes a transform of its six numbers.
    @inlinable
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// Moves by a displacement.
    @inlinable
    public static func translation(_ delta: Point) -> AffineTransform {
        AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: delta.x, ty: delta.y)
    }

    /// Scales about the origin.
    @inlinable
    public static func scale(_ x: Double, _ y: Double) -> AffineTransform {
        AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// Whether it changes nothing.
    @inlinable
    public var isIdentity: Bool { self == .identity }

    /// Whether it only moves.
    @inlinable
    public var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }

    /// Whether edges along the axes stay along the axes.
    @inlinable
    public var keepsAxes: Bool { (b == 0 && c == 0) || (a == 0 && d == 0) }

    /// The factor by which areas grow; negative when the map mirrors.
    @inlinable
    public var determinant: Double { a * d - b * c }

    /// This map first, then `next`.
    @inlinable
    public func then(_ next: AffineTransform) -> AffineTransform {
        AffineTransform(
            a: a * next.a + b * next.c, b: a * next.b + b * next.d,
            c: c * next.a + d * next.c, d: c * next.b + d * next.d,
            tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
    }

    /// Whether all six numbers are finite.
    public var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
    }

    /// The map back, or `nil` when areas collapse to nothing or a number is not finite (T-27).
    @inlinable
    public var inverted: AffineTransform? {
        let det = determinant
        guard det.isFinite, abs(det) > 1e-12, tx.isFinite, ty.isFinite else { return nil }
        return AffineTransform(
            a: d / det, b: -b / det, c: -c / det, d: a / det,
            tx: (c * ty - d * tx) / det, ty: (b * tx - a * ty) / det)
    }

    /// Where a point goes.
    @inlinable
    public func apply(_ p: Point) -> Point {
        Point(a * p.x + c * p.y + tx, b * p.x + d * p.y + ty)
    }

    /// The box around where a rectangle goes.
    @inlinable
    public func boundingBox(of rect: Rect) -> Rect {
        let p = apply(rect.origin)
        let u = Point(a * rect.width, b * rect.width)
        let v = Point(c * rect.height, d * rect.height)
        let left = p.x + min(0, u.x) + min(0, v.x), right = p.x + max(0, u.x) + max(0, v.x)
        let top = p.y + min(0, u.y) + min(0, v.y), bottom = p.y + max(0, u.y) + max(0, v.y)
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
