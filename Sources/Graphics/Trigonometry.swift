import Glibc
import InputEvents

/// The C library's sine and tangent, kept apart so that geometry needs no further import.
enum Trigonometry {
    /// The point of the unit circle at an angle in radians.
    static func unit(_ angle: Double) -> Point { Point(cos(angle), sin(angle)) }

    /// The tangent of an angle in radians.
    static func tangent(_ angle: Double) -> Double { tan(angle) }
}
