public import InputEvents
import LayerTree

extension View {
    /// The view's box in its superview's points; what it means under a transform is the layer's word.
    public final var frame: Rect {
        get { layer.frame }
        set {
            guard layer.frame != newValue else { return }
            noteChange()
            layer.frame = newValue
        }
    }

    /// The view's box in its own points; moving the origin scrolls the subviews.
    public final var bounds: Rect {
        get { layer.bounds }
        set {
            guard layer.bounds != newValue else { return }
            noteChange()
            layer.bounds = newValue
        }
    }

    /// Where the middle of the view is, in its superview's points.
    public final var center: Point {
        get { layer.position }
        set {
            noteChange()
            layer.position = newValue
        }
    }

    /// Turns, scales or moves the view about its middle.
    public final var transform: AffineTransform {
        get { layer.transform }
        set {
            noteChange()
            layer.transform = newValue
        }
    }

    /// How opaque the view and all in it are, from 0 to 1.
    public final var alpha: Double {
        get { layer.opacity }
        set {
            noteChange()
            layer.opacity = newValue
        }
    }

    /// Whether neither the view nor anything in it is shown or hit.
    public final var isHidden: Bool {
        get { layer.isHidden }
        set { layer.isHidden = newValue }
    }

    /// The point of this view for a point of its superview; `nil` when the transform has no way back.
    final func pointFromSuperview(_ point: Point) -> Point? {
        let layer = self.layer
        var local = point - layer.position
        let transform = layer.transform
        if !transform.isIdentity {
            guard let back = transform.inverted else { return nil }
            local = back.apply(local)
        }
        let bounds = layer.bounds
        let anchor = layer.anchorPoint
        return local + bounds.origin + Point(anchor.x * bounds.width, anchor.y * bounds.height)
    }

    /// The point of the superview for a point of this view.
    final func pointToSuperview(_ point: Point) -> Point {
        let layer = self.layer
        let bounds = layer.bounds
        let anchor = layer.anchorPoint
        let local = point - bounds.origin - Point(anchor.x * bounds.width, anchor.y * bounds.height)
        let transform = layer.transform
        return (transform.isIdentity ? local : transform.apply(local)) + layer.position
    }

    /// The point of the display for a point of this view; views without a window end at their topmost view.
    public final func pointOnDisplay(_ point: Point) -> Point {
        var point = point
        var view: View? = self
        while let current = view {
            point = current.pointToSuperview(point)
            view = current.superview
        }
        return point
    }

    /// The point of this view for a point of the display; not a number where a transform has no way back.
    public final func pointFromDisplay(_ point: Point) -> Point {
        let outer = superview?.pointFromDisplay(point) ?? point
        return pointFromSuperview(outer) ?? Point(.nan, .nan)
    }

    /// The point of another view, or of the display for `nil`, for a point of this one.
    public final func convert(_ point: Point, to view: View?) -> Point {
        let onDisplay = pointOnDisplay(point)
        return view?.pointFromDisplay(onDisplay) ?? onDisplay
    }

    /// The point of this view for a point of another one, or of the display for `nil`.
    public final func convert(_ point: Point, from view: View?) -> Point {
        pointFromDisplay(view?.pointOnDisplay(point) ?? point)
    }

    /// The box around a rectangle of this view in the points of another one, or of the display for `nil`.
    public final func convert(_ rect: Rect, to view: View?) -> Rect {
        let corners = [
            rect.origin, Point(rect.maxX, rect.minY), Point(rect.minX, rect.maxY),
            Point(rect.maxX, rect.maxY),
        ].map { convert($0, to: view) }
        let left = corners.map(\.x).min() ?? 0, right = corners.map(\.x).max() ?? 0
        let top = corners.map(\.y).min() ?? 0, bottom = corners.map(\.y).max() ?? 0
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
