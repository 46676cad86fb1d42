import EventLoop
public import Graphics
public import InputEvents
public import LayerTree

/// A rectangle of the picture that handles input, with a layer that shows it.
///
/// A view owns its layer; the layer owns nothing of the view. Geometry, opacity and visibility are the
/// layer's model values (T-28), so a change shows in the same turn's commit, without an animation unless made
/// inside `View.animate`. Subviews are in drawing order, the last one on top. Thread: main.
@MainActor
open class View: Responder {
    /// What shows the view; its sublayers are those of the subviews and what the view adds itself.
    public let layer: Layer

    /// The views in this one, the lowest first.
    public internal(set) final var subviews: [View] = []

    /// The view that holds this one.
    public internal(set) final weak var superview: View?

    /// The recognizers attached to this view, in the order of their attachment.
    public internal(set) final var gestureRecognizers: [GestureRecognizer] = []

    /// Whether the view and all below it take part in hit tests.
    public final var isUserInteractionEnabled = true

    /// Whether a second finger is given to a view that has one already (T-29).
    public final var isMultipleTouchEnabled = false

    /// Whether the view wants its window's touches alone while it has one (T-30).
    public final var isExclusiveTouch = false

    /// Whether touches are given to the view while a `View.animate` that moves it runs.
    public final var allowsInteractionWhileAnimating = false

    /// A name for tests and logs.
    public final var identifier = ""

    /// How many touches the view was given and has not seen the end of.
    final var liveTouches = 0
    /// Until when, on the loop's clock, the newest animation of the view runs.
    final var animationEnd: Instant?
    private var isLoaded = false
    private var storedWindow: WindowReference?

    private struct WindowReference {
        weak var window: Window?
    }

    /// Makes a view with a frame in its superview's points.
    public init(frame: Rect = .zero) {
        layer = Self.makeLayer()
        layer.implicitActions = .insideAnimationBlocks
        super.init()
        (layer as? any ViewBacked)?.backedView = self
        layer.frame = frame
    }

    /// Makes the layer of a new view.
    ///
    /// Override it to have text or a picture shown by a layer made for it. Only a `ViewLayer`, the default,
    /// calls `layoutSubviews` and `draw(in:)`.
    open class func makeLayer() -> Layer { ViewLayer() }

    /// The superview, or the window for a window's content.
    open override var next: Responder? { superview }

    /// The window that the view is in.
    public final var window: Window? { storedWindow?.window }

    /// Called once, before the view is shown for the first time: the place to add subviews and gestures.
    open func didLoad() {}

    /// Called after the view came into a window or left it.
    open func didMoveToWindow() {}

    /// Places the subviews; called before a commit after the size changed or `setNeedsLayout()`.
    open func layoutSubviews() {}

    /// Draws the view's own picture, in points of its bounds; called after `setNeedsDisplay()`.
    open func draw(in canvas: Canvas) {}

    /// The size the view would like when `proposal` is there to be had.
    ///
    /// The answer may be larger than the proposal; an infinite extent asks for the natural one.
    open func sizeThatFits(_ proposal: Size) -> Size { bounds.size }

    /// The topmost view under a point of this one, itself included; `nil` when there is none (T-23 to T-27).
    ///
    /// Only model values, the order of the subviews and `contains(_:)` are asked; clipping and z positions
    /// are not.
    open func hitTest(_ point: Point) -> View? { defaultHitTest(point) }

    /// Whether a point of this view counts as inside it.
    open func contains(_ point: Point) -> Bool { bounds.contains(point) }

    /// Asks for `layoutSubviews()` before the next commit.
    open func setNeedsLayout() { layer.setNeedsLayout() }

    /// Lays out now what was asked to be laid out.
    public final func layoutIfNeeded() { layer.layoutIfNeeded() }

    /// Asks for `draw(in:)` before the next commit.
    public final func setNeedsDisplay() { layer.setNeedsDisplay() }

    /// Runs `didLoad()` unless that has happened.
    public final func loadIfNeeded() {
        guard !isLoaded else { return }
        isLoaded = true
        didLoad()
    }

    /// Sets the window of this view and of all below it.
    final func enter(_ window: Window?) {
        if self.window === window, (storedWindow == nil) == (window == nil) { return }
        storedWindow = window.map { WindowReference(window: $0) }
        if window != nil { loadIfNeeded() }
        for view in subviews { view.enter(window) }
        didMoveToWindow()
    }
}
