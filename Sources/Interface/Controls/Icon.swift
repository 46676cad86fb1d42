public import Graphics
public import InputEvents

/// A small drawing of one colour, made of lines and areas, sharp at every size.
///
/// Described in a square of 24 by 24 units by a short text: `M x y` moves, `L x y …` draws lines,
/// `C x y x y x y …` curves, `Z` closes, `O x y r` is a circle and `E x y rx ry` an ellipse.
/// Thread: any (a plain value).
public struct Icon: Hashable, Sendable {
    /// The side of the square in which the paths lie.
    public static let side = 24.0

    /// Drawn along, with round ends.
    public var lines: Path
    /// Filled.
    public var areas: Path
    /// How thick the lines are, in units of the square.
    public var weight: Double

    /// Makes an icon of paths in the square.
    public init(lines: Path, areas: Path = Path(), weight: Double = 1.8) {
        self.lines = lines
        self.areas = areas
        self.weight = weight
    }

    /// Makes an icon of its description; a description that cannot be read traps, as it is part of the code.
    public init(lines: StaticString = "", areas: StaticString = "", weight: Double = 1.8) {
        self.init(
            lines: IconReader.read(lines.description), areas: IconReader.read(areas.description),
            weight: weight)
    }

    /// Draws the icon in the middle of a rectangle, as large as it fits.
    public func draw(in canvas: Canvas, rect: Rect, color: Color) {
        let side = min(rect.width, rect.height)
        guard side > 0 else { return }
        let scale = side / Self.side
        canvas.withSavedState {
            canvas.translate(by: Point(rect.midX - side / 2, rect.midY - side / 2))
            canvas.concatenate(.scale(scale, scale))
            canvas.fill(areas, color: color)
            canvas.stroke(lines, color: color, style: StrokeStyle(width: weight, cap: .round, join: .round))
        }
    }
}
