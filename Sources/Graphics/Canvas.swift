import CCairo
public import InputEvents

/// A place to draw into: paths, pictures and text on a bitmap, by Cairo.
///
/// Coordinates are points with y down; one point is `scale` pixels. Edges are smoothed by grey levels. The
/// canvas keeps its bitmap alive; what was drawn is in the bitmap once the canvas is gone or `finish()` was
/// called. Thread: one at a time.
public final class Canvas {
    /// What is drawn into.
    public let bitmap: Bitmap
    /// Pixels to a point.
    public let scale: Double
    let context: OpaquePointer
    private let surface: OpaquePointer

    /// Makes a canvas over a bitmap; a scale that is not positive is taken as 1.
    ///
    /// `origin` is the point that lies on the bitmap's upper left corner.
    public init(_ bitmap: Bitmap, scale: Double = 1, origin: Point = .zero) {
        self.bitmap = bitmap
        self.scale = scale > 0 && scale.isFinite ? scale : 1
        // Safety: the bitmap, held by this object, outlives the surface; the stride is the bitmap's own.
        surface = cairo_image_surface_create_for_data(
            bitmap.bytes.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, CInt(bitmap.width),
            CInt(bitmap.height), CInt(bitmap.bytesPerRow))
        context = cairo_create(surface)
        cairo_scale(context, self.scale, self.scale)
        if origin.isFinite { cairo_translate(context, -origin.x, -origin.y) }
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
    }

    /// Brings everything drawn so far into the bitmap's memory.
    public func finish() { cairo_surface_flush(surface) }

    /// Remembers clip and transform until the matching `restore()`.
    public func save() { cairo_save(context) }

    /// Goes back to the clip and the transform of the matching `save()`.
    ///
    /// One without a `save()` spoils the canvas: Cairo draws nothing more.
    public func restore() { cairo_restore(context) }

    /// Draws with clip and transform put back afterwards.
    public func withSavedState<E: Error>(_ body: () throws(E) -> Void) throws(E) {
        save()
        defer { restore() }
        try body()
    }

    /// Moves what is drawn from here on.
    public func translate(by delta: Point) { concatenate(.translation(delta)) }

    /// Maps what is drawn from here on, before the transform so far; one that is singular is ignored.
    public func concatenate(_ map: AffineTransform) {
        guard map.inverted != nil else { return }
        var matrix = cairo_matrix_t(xx: map.a, yx: map.b, xy: map.c, yy: map.d, x0: map.tx, y0: map.ty)
        cairo_transform(context, &matrix)
    }

    /// Keeps what is drawn from here on inside a path, and inside the clips so far.
    public func clip(to path: Path) {
        trace(path)
        cairo_clip(context)
    }

    /// Keeps what is drawn from here on inside a rectangle.
    public func clip(to rect: Rect) { clip(to: Path(rect: rect)) }

    /// Keeps what is drawn from here on inside a rectangle with round corners.
    public func clip(toRoundedRect rect: Rect, radius: Double) {
        clip(to: Path(roundedRect: rect, radius: radius))
    }

    /// Makes everything inside the clip transparent.
    public func clear() {
        cairo_save(context)
        cairo_set_operator(context, CAIRO_OPERATOR_CLEAR)
        cairo_paint(context)
        cairo_restore(context)
    }

    func trace(_ path: Path) {
        cairo_new_path(context)
        for element in path.elements {
            switch element {
            case .move(let p): cairo_move_to(context, p.x, p.y)
            case .line(let p): cairo_line_to(context, p.x, p.y)
            case .curve(let a, let b, let p): cairo_curve_to(context, a.x, a.y, b.x, b.y, p.x, p.y)
            case .close: cairo_close_path(context)
            }
        }
    }

    func setSource(_ color: Color) {
        func part(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
        cairo_set_source_rgba(
            context, part(color.red), part(color.green), part(color.blue), part(color.alpha))
    }
}
