public import Graphics
public import InputEvents

/// A value that can change bit by bit.
///
/// Thread: any (plain values).
public protocol Animatable: Equatable {
    /// The value whose addition changes nothing.
    static var neutral: Self { get }
    /// The value that lies at `progress` of the way from this one to another; below 0 and above 1 beyond.
    func interpolated(to other: Self, at progress: Double) -> Self
    /// The sum of two values; for transforms this one first, then the other.
    func adding(_ other: Self) -> Self
    /// What `adding` would need to come from `other` to this value.
    func subtracting(_ other: Self) -> Self
    /// How far it is to another value, not negative; what a paced animation goes by.
    func distance(to other: Self) -> Double
}

private func length(_ parts: Double...) -> Double {
    parts.reduce(0) { $0 + $1 * $1 }.squareRoot()
}

extension Double: Animatable {
    /// Zero.
    public static var neutral: Double { 0 }
    /// The number at a part of the way to another.
    public func interpolated(to other: Double, at progress: Double) -> Double {
        self + (other - self) * progress
    }
    /// The sum.
    public func adding(_ other: Double) -> Double { self + other }
    /// The difference.
    public func subtracting(_ other: Double) -> Double { self - other }
    /// The size of the difference.
    public func distance(to other: Double) -> Double { abs(other - self) }
}

extension Point: Animatable {
    /// The origin.
    public static var neutral: Point { .zero }
    /// The point at a part of the straight way to another.
    public func interpolated(to other: Point, at progress: Double) -> Point {
        self + (other - self) * progress
    }
    /// The sum.
    public func adding(_ other: Point) -> Point { self + other }
    /// The difference.
    public func subtracting(_ other: Point) -> Point { self - other }
}

extension Size: Animatable {
    /// No width and no height.
    public static var neutral: Size { .zero }
    /// The size at a part of the way to another.
    public func interpolated(to other: Size, at progress: Double) -> Size {
        Size(
            width.interpolated(to: other.width, at: progress),
            height.interpolated(to: other.height, at: progress))
    }
    /// The sum.
    public func adding(_ other: Size) -> Size { Size(width + other.width, height + other.height) }
    /// The difference.
    public func subtracting(_ other: Size) -> Size { Size(width - other.width, height - other.height) }
    /// The root of the summed squares of both differences.
    public func distance(to other: Size) -> Double { length(other.width - width, other.height - height) }
}

extension Rect: Animatable {
    /// A rectangle without size at the origin.
    public static var neutral: Rect { .zero }
    /// The rectangle at a part of the way to another, origin and size apart.
    public func interpolated(to other: Rect, at progress: Double) -> Rect {
        Rect(
            origin: origin.interpolated(to: other.origin, at: progress),
            size: size.interpolated(to: other.size, at: progress))
    }
    /// The sums of origins and sizes.
    public func adding(_ other: Rect) -> Rect {
        Rect(origin: origin + other.origin, size: size.adding(other.size))
    }
    /// The differences of origins and sizes.
    public func subtracting(_ other: Rect) -> Rect {
        Rect(origin: origin - other.origin, size: size.subtracting(other.size))
    }
    /// The root of the summed squares of the distances of origins and sizes.
    public func distance(to other: Rect) -> Double {
        length(origin.distance(to: other.origin), size.distance(to: other.size))
    }
}

extension Color: Animatable {
    /// All four parts zero.
    public static var neutral: Color { .clear }
    /// The colour at a part of the way to another, weighed by alpha so that a clear colour has no hue.
    public func interpolated(to other: Color, at progress: Double) -> Color {
        let mixed = alpha.interpolated(to: other.alpha, at: progress)
        func part(_ a: Double, _ b: Double) -> Double {
            if mixed <= 0 { return a.interpolated(to: b, at: progress) }
            return (a * alpha).interpolated(to: b * other.alpha, at: progress) / mixed
        }
        return Color(
            red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue),
            alpha: mixed)
    }
    /// The sums of the four parts.
    public func adding(_ other: Color) -> Color {
        Color(
            red: red + other.red, green: green + other.green, blue: blue + other.blue,
            alpha: alpha + other.alpha)
    }
    /// The differences of the four parts.
    public func subtracting(_ other: Color) -> Color {
        Color(
            red: red - other.red, green: green - other.green, blue: blue - other.blue,
            alpha: alpha - other.alpha)
    }
    /// The root of the summed squares of the four differences.
    public func distance(to other: Color) -> Double {
        length(other.red - red, other.green - green, other.blue - blue, other.alpha - alpha)
    }
}
