/// A colour in sRGB with straight (not premultiplied) alpha, each part from 0 to 1.
///
/// Parts outside 0…1 are clamped when the colour is drawn; NaN counts as 0. Thread: any (a plain value).
public struct Color: Hashable, Sendable {
    /// How much red.
    public var red: Double
    /// How much green.
    public var green: Double
    /// How much blue.
    public var blue: Double
    /// How opaque: 0 is invisible.
    public var alpha: Double

    /// Makes a colour of its parts.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Makes an opaque colour of `0xRRGGBB`.
    public init(hex: UInt32) {
        self.init(
            red: Double(hex >> 16 & 0xff) / 255, green: Double(hex >> 8 & 0xff) / 255,
            blue: Double(hex & 0xff) / 255)
    }

    /// The same colour with another alpha.
    public func withAlpha(_ alpha: Double) -> Color {
        Color(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// Nothing at all.
    public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
    /// White.
    public static let white = Color(hex: 0xffffff)
    /// Black.
    public static let black = Color(hex: 0x000000)
    /// The blue of things that can be pressed.
    public static let systemBlue = Color(hex: 0x0a64d8)
    /// The green of success.
    public static let systemGreen = Color(hex: 0x1f8a4c)
    /// The red of danger.
    public static let systemRed = Color(hex: 0xc8322b)
    /// The orange of attention.
    public static let systemOrange = Color(hex: 0xd9730d)
    /// A middle grey for what is not important.
    public static let systemGray = Color(hex: 0x8a8f98)

    /// The colour as one premultiplied pixel, `0xAARRGGBB`.
    public var premultipliedPixel: UInt32 {
        func part(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
        let a = part(alpha)
        func byte(_ value: Double) -> UInt32 { UInt32((part(value) * a * 255).rounded()) }
        return UInt32((a * 255).rounded()) << 24 | byte(red) << 16 | byte(green) << 8 | byte(blue)
    }
}
