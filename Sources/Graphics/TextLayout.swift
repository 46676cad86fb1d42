import CCairo
import CPangoCairo
public import InputEvents

/// Where lines of text stand between the edges.
///
/// Thread: any (a plain value).
public enum TextAlignment: Hashable, Sendable {
    /// At the left edge.
    case left
    /// In the middle.
    case center
    /// At the right edge.
    case right
}

/// What happens to text that does not fit.
///
/// Thread: any (a plain value).
public enum TextTruncation: Hashable, Sendable {
    /// It is drawn beyond the edge.
    case none
    /// Its beginning gives way to an ellipsis.
    case start
    /// Its middle gives way to an ellipsis.
    case middle
    /// Its end gives way to an ellipsis.
    case end
}

/// Text in lines: shaped once, measured and drawn any number of times.
///
/// Laid out by Pango without hinting, so that the lines break at the same places at every scale. The first
/// layout of a process loads Pango's fonts, some 4 ms. Thread: one at a time; different layouts may be used
/// on different threads.
public final class TextLayout {
    /// What it was made of.
    public struct Attributes: Hashable, Sendable {
        /// The letters.
        public var font: Font
        /// The width at which lines break or end, in points; `nil` for as wide as the text is.
        public var width: Double?
        /// How many lines at most of each paragraph; 0 for as many as needed.
        public var maximumLines: Int
        /// Where the lines stand; needs a width.
        public var alignment: TextAlignment
        /// What happens to text that does not fit; needs a width and a limit of lines.
        public var truncation: TextTruncation

        /// Makes attributes of their parts.
        public init(
            font: Font, width: Double? = nil, maximumLines: Int = 0, alignment: TextAlignment = .left,
            truncation: TextTruncation = .end
        ) {
            self.font = font
            self.width = width.map { $0 > 0 ? min($0, 100_000) : 0 }
            self.maximumLines = max(maximumLines, 0)
            self.alignment = alignment
            self.truncation = truncation
        }
    }

    /// The text.
    public let text: String
    /// How it was laid out.
    public let attributes: Attributes
    /// The extent of the lines in points: the widest line, and all line heights.
    public let size: Size
    /// From the upper edge down to the first line's baseline, in points.
    public let firstBaseline: Double
    /// Whether something was left out for an ellipsis.
    public let isTruncated: Bool
    /// How many lines there are.
    public let lineCount: Int
    /// How many characters no font had; they are drawn as boxes.
    public let missingGlyphs: Int
    // Safety: a PangoLayout; made, used and released under the text system's lock only.
    private let layout: OpaquePointer?

    /// Lays out text.
    public init(_ text: String, _ attributes: Attributes) {
        self.text = text
        self.attributes = attributes
        let made = TextSystem.use { system in Made(text, attributes, &system) }
        layout = made.layout
        size = made.size
        firstBaseline = made.firstBaseline
        isTruncated = made.isTruncated
        lineCount = made.lineCount
        missingGlyphs = made.missingGlyphs
    }

    /// Lays out text on one line, or on several where it has line breaks.
    public convenience init(_ text: String, font: Font) { self.init(text, Attributes(font: font)) }

    deinit {
        guard let layout else { return }
        let address = UInt(bitPattern: layout)
        TextSystem.use { _ in g_object_unref(UnsafeMutableRawPointer(bitPattern: address)) }
    }

    func draw(in context: OpaquePointer) {
        guard let layout else { return }
        let target = UInt(bitPattern: context), source = UInt(bitPattern: layout)
        TextSystem.use { _ in
            pango_cairo_show_layout(OpaquePointer(bitPattern: target), OpaquePointer(bitPattern: source))
        }
    }
}

extension Canvas {
    /// Draws laid-out text with its upper left corner at a point.
    public func draw(_ layout: TextLayout, at point: Point, color: Color) {
        guard point.isFinite else { return }
        cairo_save(context)
        cairo_move_to(context, point.x, point.y)
        setSource(color)
        layout.draw(in: context)
        cairo_restore(context)
        cairo_new_path(context)
    }

    /// Lays out text anew and draws it; keep a `TextLayout` where the same text is drawn again.
    public func draw(_ text: String, at point: Point, font: Font, color: Color) {
        draw(TextLayout(text, font: font), at: point, color: color)
    }
}

/// What comes of laying out, before it is in the object.
// Safety: holds one pointer on its way out of the lock into the object that owns it.
private struct Made: @unchecked Sendable {
    var layout: OpaquePointer?
    var size = Size.zero
    var firstBaseline = 0.0
    var isTruncated = false
    var lineCount = 0
    var missingGlyphs = 0

    init(_ text: String, _ attributes: TextLayout.Attributes, _ system: inout TextSystem) {
        layout = Self.make(text, attributes, everything: false, &system)
        if let first = layout, pango_layout_get_unknown_glyphs_count(first) > 0,
            let wider = Self.make(text, attributes, everything: true, &system)
        {
            g_object_unref(UnsafeMutableRawPointer(first))
            layout = wider
        }
        guard let layout else { return }
        var logical = PangoRectangle()
        pango_layout_get_extents(layout, nil, &logical)
        let unit = Double(PANGO_SCALE)
        size = Size(Double(logical.width) / unit, Double(logical.height) / unit)
        firstBaseline = Double(pango_layout_get_baseline(layout)) / unit
        isTruncated = pango_layout_is_ellipsized(layout) != 0
        lineCount = Int(pango_layout_get_line_count(layout))
        missingGlyphs = Int(pango_layout_get_unknown_glyphs_count(layout))
    }

    static func make(
        _ text: String, _ attributes: TextLayout.Attributes, everything: Bool, _ system: inout TextSystem
    ) -> OpaquePointer? {
        guard
            let context = system.context(family: attributes.font.family, everything: everything),
            let layout = pango_layout_new(context)
        else { return nil }
        let unit = Double(PANGO_SCALE)
        let description = pango_font_description_new()
        pango_font_description_set_family(description, attributes.font.family)
        pango_font_description_set_absolute_size(description, attributes.font.size * unit)
        pango_font_description_set_weight(
            description, PangoWeight(rawValue: UInt32(attributes.font.weight.value)))
        pango_layout_set_font_description(layout, description)
        pango_font_description_free(description)
        pango_layout_set_text(layout, text, -1)
        if let width = attributes.width {
            pango_layout_set_width(layout, CInt((width * unit).rounded(.up)))
            pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        }
        if attributes.maximumLines > 0 {
            pango_layout_set_height(layout, -CInt(clamping: attributes.maximumLines))
        }
        let ellipsis =
            switch attributes.truncation {
            case .none: PANGO_ELLIPSIZE_NONE
            case .start: PANGO_ELLIPSIZE_START
            case .middle: PANGO_ELLIPSIZE_MIDDLE
            case .end: PANGO_ELLIPSIZE_END
            }
        // Without a limit of lines Pango would take an ellipsis to mean one line.
        if attributes.width != nil && attributes.maximumLines > 0 {
            pango_layout_set_ellipsize(layout, ellipsis)
        }
        let alignment =
            switch attributes.alignment {
            case .left: PANGO_ALIGN_LEFT
            case .center: PANGO_ALIGN_CENTER
            case .right: PANGO_ALIGN_RIGHT
            }
        pango_layout_set_alignment(layout, alignment)
        return layout
    }
}
