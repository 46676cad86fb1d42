import Glibc
public import InputEvents

/// A transform taken apart, so that it can turn and grow instead of collapsing on its way to another.
private struct TransformParts {
    var scaleX: Double
    var scaleY: Double
    var shear: Double
    var angle: Double
    var translation: Point

    init(_ map: AffineTransform) {
        angle = atan2(map.b, map.a)
        scaleX = hypot(map.a, map.b)
        let cosine = cos(angle), sine = sin(angle)
        shear = map.c * cosine + map.d * sine
        scaleY = map.d * cosine - map.c * sine
        translation = Point(map.tx, map.ty)
    }

    var transform: AffineTransform {
        let cosine = cos(angle), sine = sin(angle)
        return AffineTransform(
            a: scaleX * cosine, b: scaleX * sine, c: shear * cosine - scaleY * sine,
            d: shear * sine + scaleY * cosine, tx: translation.x, ty: translation.y)
    }
}

extension AffineTransform: Animatable {
    /// The identity.
    public static var neutral: AffineTransform { .identity }

    /// The transform at a part of the way to another: scales, shear, angle (the short way) and translation
    /// each by themselves.
    public func interpolated(to other: AffineTransform, at progress: Double) -> AffineTransform {
        if self == other || progress == 0 { return self }
        if progress == 1 { return other }
        var parts = TransformParts(self)
        let end = TransformParts(other)
        let turn = (end.angle - parts.angle).remainder(dividingBy: 2 * .pi)
        parts.angle += turn * progress
        parts.scaleX = parts.scaleX.interpolated(to: end.scaleX, at: progress)
        parts.scaleY = parts.scaleY.interpolated(to: end.scaleY, at: progress)
        parts.shear = parts.shear.interpolated(to: end.shear, at: progress)
        parts.translation = parts.translation.interpolated(to: end.translation, at: progress)
        return parts.transform
    }

    /// This map first, then the other.
    public func adding(_ other: AffineTransform) -> AffineTransform { then(other) }

    /// The map that leads from the other to this one; this one itself when the other is singular.
    public func subtracting(_ other: AffineTransform) -> AffineTransform {
        other.inverted.map { $0.then(self) } ?? self
    }

    /// The root of the summed squares of the differences of all six numbers.
    public func distance(to other: AffineTransform) -> Double {
        let turning = hypot(hypot(other.a - a, other.b - b), hypot(other.c - c, other.d - d))
        return hypot(turning, hypot(other.tx - tx, other.ty - ty))
    }

    /// How much longer a horizontal line becomes; setting it scales both axes to that factor.
    public var scale: Double {
        get { hypot(a, b) }
        set {
            let old = hypot(a, b)
            guard old > 0, newValue.isFinite else {
                (a, b, c, d) = (newValue, 0, 0, newValue)
                return
            }
            let factor = newValue / old
            (a, b, c, d) = (a * factor, b * factor, c * factor, d * factor)
        }
    }

    /// The angle of a horizontal line in radians, clockwise; setting it turns about the origin.
    public var rotation: Double {
        get { atan2(b, a) }
        set {
            var parts = TransformParts(self)
            parts.angle = newValue
            self = parts.transform
        }
    }

    /// Turns about the origin, clockwise by an angle in radians.
    public static func rotation(_ angle: Double) -> AffineTransform {
        AffineTransform(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
    }
}
