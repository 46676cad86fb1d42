public import Graphics
public import InputEvents
import LayerTree

/// Text on one line or a few.
///
/// Takes no touches. The text is laid out again only when it, the font or the width changed. Thread: main.
open class Label: View {
    /// What is read.
    public final var text: String {
        didSet { if text != oldValue { contentChanged() } }
    }

    /// The letters.
    public final var font: Font {
        didSet { if font != oldValue { contentChanged() } }
    }

    /// The colour of the letters.
    public final var color: Color {
        didSet { if color != oldValue { setNeedsDisplay() } }
    }

    /// Where the text stands between the edges; up and down it is always in the middle.
    public final var alignment = TextAlignment.left {
        didSet { if alignment != oldValue { contentChanged() } }
    }

    /// How many lines at most; what does not fit ends with an ellipsis.
    public final var maximumLines = 1 {
        didSet { if maximumLines != oldValue { contentChanged() } }
    }

    private var laidOut: TextLayout?

    /// Makes a label in a step of the type scale.
    public init(_ text: String, style: TextStyle = .body, color: Color? = nil) {
        self.text = text
        font = style.font
        self.color = color ?? Theme.current.ink
        super.init()
        isUserInteractionEnabled = false
        layer.needsDisplayOnBoundsChange = true
        setNeedsDisplay()
    }

    /// The size of the text, on whole points.
    open override func sizeThatFits(_ proposal: Size) -> Size {
        let size = layout(width: proposal.width).size
        return Size(size.width.rounded(.up), size.height.rounded(.up))
    }

    /// Draws the text.
    open override func draw(in canvas: Canvas) {
        let layout = layout(width: bounds.width)
        let top = bounds.minY + ((bounds.height - layout.size.height) / 2).rounded()
        canvas.draw(layout, at: Point(bounds.minX, top), color: color)
    }

    private func layout(width: Double) -> TextLayout {
        let width = width.isFinite ? width : nil
        if let laidOut, laidOut.attributes.width == width { return laidOut }
        let made = TextLayout(
            text,
            TextLayout.Attributes(font: font, width: width, maximumLines: maximumLines, alignment: alignment))
        laidOut = made
        return made
    }

    private func contentChanged() {
        laidOut = nil
        setNeedsDisplay()
        superview?.setNeedsLayout()
    }
}
