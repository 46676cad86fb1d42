public import Graphics
public import InputEvents

/// A layer that shows text.
///
/// Lines break at the width of the bounds. The text is shaped once and its layout kept while text, font and
/// width are the same; it is drawn into the layer's own bitmap at the host's scale. Thread: main.
public final class TextLayer: Layer {
    /// The text; none unless set.
    public var text: String = "" {
        didSet { if text != oldValue { setNeedsDisplay() } }
    }
    /// The letters.
    public var font = Font(size: 16) {
        didSet { if font != oldValue { setNeedsDisplay() } }
    }
    /// The colour of the letters.
    public var color = Color.black {
        didSet { if color != oldValue { setNeedsDisplay() } }
    }
    /// Where the lines stand between the left and the right edge.
    public var alignment = TextAlignment.left {
        didSet { if alignment != oldValue { setNeedsDisplay() } }
    }
    /// Where the lines stand between the upper and the lower edge.
    public var verticalAlignment = VerticalAlignment.top {
        didSet { if verticalAlignment != oldValue { setNeedsDisplay() } }
    }
    /// How many lines at most, 1 unless set; 0 for as many as needed.
    public var maximumLines = 1 {
        didSet { if maximumLines != oldValue { setNeedsDisplay() } }
    }
    /// What happens to text that does not fit.
    public var truncation = TextTruncation.end {
        didSet { if truncation != oldValue { setNeedsDisplay() } }
    }

    /// Where text stands between the upper and the lower edge.
    public enum VerticalAlignment: Hashable, Sendable {
        /// At the upper edge.
        case top
        /// In the middle.
        case middle
        /// At the lower edge.
        case bottom
    }

    private var kept: TextLayout?
    private var measured: TextLayout?
    /// How often text was laid out, for tests.
    package private(set) var layoutCount = 0

    /// Makes a layer without text.
    public override init() {
        super.init()
        needsDisplayOnBoundsChange = true
    }

    /// Makes a layer that shows a text.
    public convenience init(_ text: String, font: Font, color: Color = .black) {
        self.init()
        self.text = text
        self.font = font
        self.color = color
    }

    /// The size that the text needs at most `width` wide, in points, rounded up to whole ones.
    ///
    /// Without a width no line breaks but those in the text. The layout is kept for the next call.
    public func preferredSize(width: Double? = nil) -> Size {
        let layout = layOut(width: width, &measured)
        return Size(layout.size.width.rounded(.up), layout.size.height.rounded(.up))
    }

    /// From the upper edge of the bounds down to the first line's baseline, in points.
    public var firstBaseline: Double {
        let layout = layOut(width: bounds.width, &kept)
        return top(of: layout) - bounds.minY + layout.firstBaseline
    }

    /// Whether something of the text is left out in the present bounds.
    public var isTruncated: Bool { layOut(width: bounds.width, &kept).isTruncated }

    /// Draws the text.
    public override func draw(in canvas: Canvas) {
        guard !text.isEmpty else { return }
        let layout = layOut(width: bounds.width, &kept)
        canvas.draw(layout, at: Point(bounds.minX, top(of: layout)), color: color)
    }

    private func top(of layout: TextLayout) -> Double {
        let rest = bounds.height - layout.size.height
        return switch verticalAlignment {
        case .top: bounds.minY
        case .middle: bounds.minY + (rest / 2).rounded()
        case .bottom: bounds.minY + rest
        }
    }

    private func layOut(width: Double?, _ cache: inout TextLayout?) -> TextLayout {
        let attributes = TextLayout.Attributes(
            font: font, width: width, maximumLines: maximumLines, alignment: alignment,
            truncation: truncation)
        if let layout = cache, layout.text == text, layout.attributes == attributes { return layout }
        let layout = TextLayout(text, attributes)
        layoutCount += 1
        cache = layout
        return layout
    }
}
