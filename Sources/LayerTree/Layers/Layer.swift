public import Graphics
public import InputEvents

/// Which of a layer's changes are animated by themselves.
///
/// Thread: any (a plain value).
public enum ImplicitActions: Hashable, Sendable {
    /// All, unless the transaction disables actions; what a layer by itself does.
    case always
    /// Those made inside `Transaction.run`; what the layer of a view does.
    case insideAnimationBlocks
    /// None.
    case never
}

/// A rectangle in a tree of rectangles: background, contents, border, and sublayers on top.
///
/// A property changes at once in this, the model; it shows after the transaction's commit, and an animation
/// changes what shows, never the model (L-12, L-13). Numbers that are not finite are refused: the property
/// keeps its value, and it is logged once. Thread: main.
@MainActor
open class Layer {
    var model = LayerProperties()
    /// In model layers the children; in presentation layers unused.
    var children: [Layer] = []
    weak var parent: Layer?
    /// The host whose tree this layer is in.
    weak var host: LayerHost?
    /// What the render tree holds of this layer, from its first commit in a host on.
    var node: RenderNode?
    /// The model behind a presentation layer.
    var original: Layer?
    var attached: [AttachedAnimation] = []
    var timing = LayerTiming()
    var state = LayerState()
    /// What must be drawn anew, in the layer's own coordinates; counts while `needsDisplay` does.
    var dirtyRect = Rect.zero

    /// A name for messages and tests.
    public var name: String?
    /// Which changes are animated by themselves.
    public var implicitActions = ImplicitActions.always
    /// Who is asked before the layer itself.
    public weak var delegate: (any LayerDelegate)?
    /// Actions of this layer, by the property's name, `onOrderIn` or `onOrderOut` (L-05).
    public var actions: [String: ActionAnswer] = [:]
    /// Actions shared with other layers, asked after `actions`.
    public var style: LayerStyle?
    /// Whether another size of the bounds draws the layer anew (L-17).
    public var needsDisplayOnBoundsChange = false

    /// Makes a layer without a size.
    public init() {}

    /// Makes a layer that covers a rectangle of its superlayer.
    public convenience init(frame: Rect) {
        self.init()
        self.frame = frame
    }

    /// Arranges the sublayers; called when the layer needs layout, parents first (L-14).
    ///
    /// What it changes in this layer does not dirty the layer again (L-16). Does nothing by itself.
    open func layoutSublayers() {}

    /// Draws the layer's contents; called once `setNeedsDisplay()` was, at the commit.
    ///
    /// The canvas is in the layer's own coordinates, in points, transparent, and clipped to what must be
    /// drawn. Does nothing by itself.
    open func draw(in canvas: Canvas) {}

    /// Makes new contents; by itself lets `draw(in:)` draw into a bitmap of the host's scale.
    ///
    /// Override it to set `contents` otherwise.
    open func display() { drawContents() }

    /// The class's action for a key; asked when neither delegate, `actions` nor `style` has an answer (L-05).
    ///
    /// By itself: the implicit animation of what changes bit by bit, as `implicitActions` says.
    open func defaultAction(forKey key: String) -> ActionAnswer? {
        animatesImplicitly && Self.animatableKeys.contains(key) ? .animate : nil
    }
}

/// What waits to be done for a layer.
struct LayerState {
    var needsLayout = false
    var needsDisplay = false
    /// Whether the layer is in the host's list of layers to commit.
    var isQueuedForCommit = false
    /// Whether the children must be compared at the next commit.
    var childrenChanged = false
    /// Whether the attached animations must be handed over at the next commit.
    var animationsChanged = false
    /// What of the contents changed since the last commit.
    var contentsDamage: Rect?
    var isInLayout = false
    /// Whether the host's timer looks at the layer's animations.
    var isTimed = false
    /// How deep the layer lies in the host's tree.
    var depth = 0
}
