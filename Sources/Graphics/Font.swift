/// Which letters: a family, a size and a weight.
///
/// Thread: any (a plain value).
public struct Font: Hashable, Sendable {
    /// How heavy the strokes are; the numbers are those of OpenType.
    public struct Weight: Hashable, Sendable {
        /// From 1 to 1000; 400 is regular and 700 is bold.
        public var value: Int

        /// Makes a weight of its number, limited to 1...1000.
        public init(_ value: Int) { self.value = min(max(value, 1), 1000) }

        /// The weight of running text, 400.
        public static let regular = Weight(400)
        /// A little heavier, 500.
        public static let medium = Weight(500)
        /// For headings, 600.
        public static let semibold = Weight(600)
        /// For what must be seen, 700.
        public static let bold = Weight(700)
    }

    /// The family that every machine gives the same pictures with; Debian's package fonts-inter.
    public static let standardFamily = "Inter"

    /// The family's name, as fontconfig knows it.
    public var family: String
    /// The size of the em square in points, not negative.
    public var size: Double
    /// How heavy the strokes are.
    public var weight: Weight

    /// Makes a font; a size that is not a number, or negative, is taken as 0 and above 2,000 as 2,000.
    public init(size: Double, weight: Weight = .regular, family: String = Font.standardFamily) {
        self.family = family
        self.size = size > 0 ? min(size, 2000) : 0
        self.weight = weight
    }

    /// The standard family in a size and a weight.
    public static func system(_ size: Double, weight: Weight = .regular) -> Font {
        Font(size: size, weight: weight)
    }
}
