public import Graphics
public import InputEvents
import LayerTree

/// An icon by itself.
///
/// Takes no touches. Thread: main.
open class IconView: View {
    /// What is shown.
    public final var icon: Icon {
        didSet { if icon != oldValue { setNeedsDisplay() } }
    }

    /// The colour of its lines and areas.
    public final var color: Color {
        didSet { if color != oldValue { setNeedsDisplay() } }
    }

    private let side: Double

    /// Makes a view of an icon that wants to be a square of the given side in points.
    public init(_ icon: Icon, side: Double = 24, color: Color? = nil) {
        self.icon = icon
        self.side = side
        self.color = color ?? Theme.current.ink
        super.init()
        isUserInteractionEnabled = false
        layer.needsDisplayOnBoundsChange = true
        setNeedsDisplay()
    }

    /// A square, whatever is proposed.
    open override func sizeThatFits(_ proposal: Size) -> Size { Size(side, side) }

    /// Draws the icon as large as it fits.
    open override func draw(in canvas: Canvas) { icon.draw(in: canvas, rect: bounds, color: color) }
}
