import CCairo
public import InputEvents

/// How a line is drawn along a path.
///
/// Thread: any (a plain value).
public struct StrokeStyle: Hashable, Sendable {
    /// What a line's two ends look like.
    public enum Cap: Sendable {
        /// Cut off at the point.
        case butt
        /// Half a circle around the point.
        case round
        /// Half a square around the point.
        case square
    }

    /// What a corner looks like.
    public enum Join: Sendable {
        /// Pointed.
        case miter
        /// Rounded.
        case round
        /// Cut off.
        case bevel
    }

    /// How thick, in points.
    public var width: Double
    /// The ends.
    public var cap: Cap
    /// The corners.
    public var join: Join

    /// Makes a style of its parts.
    public init(width: Double = 1, cap: Cap = .butt, join: Join = .miter) {
        self.width = width
        self.cap = cap
        self.join = join
    }
}

extension Canvas {
    /// Fills the area that a path encloses (by winding number).
    public func fill(_ path: Path, color: Color) {
        guard !path.isEmpty else { return }
        trace(path)
        setSource(color)
        cairo_fill(context)
    }

    /// Fills a rectangle.
    public func fill(_ rect: Rect, color: Color) {
        guard rect.isFinite else { return }
        let r = rect.standardized
        cairo_new_path(context)
        cairo_rectangle(context, r.minX, r.minY, r.width, r.height)
        setSource(color)
        cairo_fill(context)
    }

    /// Fills a rectangle with round corners.
    public func fill(roundedRect rect: Rect, radius: Double, color: Color) {
        fill(Path(roundedRect: rect, radius: radius), color: color)
    }

    /// Fills the ellipse that touches the edges of a rectangle.
    public func fill(ellipseIn rect: Rect, color: Color) { fill(Path(ellipseIn: rect), color: color) }

    /// Draws a line along a path; a width that is not positive draws nothing.
    public func stroke(_ path: Path, color: Color, style: StrokeStyle) {
        guard !path.isEmpty, style.width > 0, style.width.isFinite else { return }
        trace(path)
        setSource(color)
        cairo_set_line_width(context, style.width)
        let cap =
            switch style.cap {
            case .butt: CAIRO_LINE_CAP_BUTT
            case .round: CAIRO_LINE_CAP_ROUND
            case .square: CAIRO_LINE_CAP_SQUARE
            }
        let join =
            switch style.join {
            case .miter: CAIRO_LINE_JOIN_MITER
            case .round: CAIRO_LINE_JOIN_ROUND
            case .bevel: CAIRO_LINE_JOIN_BEVEL
            }
        cairo_set_line_cap(context, cap)
        cairo_set_line_join(context, join)
        cairo_stroke(context)
    }

    /// Draws a line of the given thickness along a path.
    public func stroke(_ path: Path, color: Color, width: Double = 1) {
        stroke(path, color: color, style: StrokeStyle(width: width))
    }

    /// Draws a picture into a rectangle, stretched to it, with its alpha times `opacity`.
    public func draw(_ image: Image, in rect: Rect, opacity: Double = 1) {
        let target = rect.standardized
        guard target.isFinite, !target.isEmpty, opacity > 0 else { return }
        let bitmap = image.bitmap
        // Safety: Cairo only reads the bitmap, and the surface is gone before this function returns; the
        // pattern that the context would keep is replaced below.
        let source = cairo_image_surface_create_for_data(
            bitmap.bytes.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, CInt(bitmap.width),
            CInt(bitmap.height), CInt(bitmap.bytesPerRow))
        cairo_save(context)
        cairo_rectangle(context, target.minX, target.minY, target.width, target.height)
        cairo_clip(context)
        cairo_translate(context, target.minX, target.minY)
        cairo_scale(
            context, target.width / Double(bitmap.width), target.height / Double(bitmap.height))
        cairo_set_source_surface(context, source, 0, 0)
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        cairo_paint_with_alpha(context, min(opacity, 1))
        cairo_restore(context)
        cairo_set_source_rgba(context, 0, 0, 0, 0)
        cairo_surface_destroy(source)
    }

    /// Draws a picture in its own size.
    public func draw(_ image: Image, at point: Point, opacity: Double = 1) {
        draw(image, in: Rect(origin: point, size: image.size), opacity: opacity)
    }
}
