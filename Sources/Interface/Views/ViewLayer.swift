public import Graphics
public import LayerTree

/// A layer that knows the view it shows.
@MainActor
protocol ViewBacked: AnyObject {
    var backedView: View? { get set }
}

/// The layer of a plain view: hands layout and drawing to the view.
///
/// Thread: main.
@MainActor
open class ViewLayer: Layer, ViewBacked {
    final weak var backedView: View?

    /// Lets the view place its subviews.
    open override func layoutSublayers() { backedView?.layoutSubviews() }

    /// Lets the view draw.
    open override func draw(in canvas: Canvas) { backedView?.draw(in: canvas) }
}
