public import InputEvents
import LayerTree

/// The root of a tree of views, and where keys go in it.
///
/// Shown by an `EventRouter`, which asks its windows for touches from the topmost level down (T-32).
/// Thread: main.
@MainActor
open class Window: View {
    /// Higher ones are above lower ones; equal ones are in the order in which they were shown.
    public final var level = 0 {
        didSet { if level != oldValue { router?.sortWindows() } }
    }

    /// Who hears of what no view of the window wanted; usually the application.
    public final weak var nextResponder: Responder?

    /// What gives the window its input; `nil` while it is not shown.
    public internal(set) final weak var router: EventRouter?

    /// Who gets keys; the window itself when there is none.
    public private(set) final weak var firstResponder: Responder?

    private weak var content: View?

    /// Makes a window with the theme's background.
    public override init(frame: Rect = .zero) {
        super.init(frame: frame)
        layer.backgroundColor = Theme.current.background
    }

    /// Makes a window with one view that fills it.
    public convenience init(_ content: () -> View) {
        self.init(frame: .zero)
        setContent(content())
    }

    /// The view that fills the window.
    public final var contentView: View? { content }

    /// Puts a view in the place of the one that fills the window.
    public final func setContent(_ view: View) {
        content?.removeFromSuperview()
        content = view
        insertSubview(view, at: 0)
        view.frame = Rect(origin: .zero, size: bounds.size)
    }

    /// Keeps the content as large as the window.
    open override func layoutSubviews() {
        content?.frame = Rect(origin: .zero, size: bounds.size)
    }

    /// Who is asked after the window.
    open override var next: Responder? { nextResponder }

    /// Gives keys to a responder from now on, or to the window for `nil`; answers whether it took them.
    @discardableResult
    public final func makeFirstResponder(_ responder: Responder?) -> Bool {
        if let responder, !responder.canBecomeFirstResponder { return false }
        guard responder !== firstResponder else { return true }
        router?.cancelKeys()
        firstResponder = responder
        return true
    }

    /// The exclusive view that has a touch, if any (T-30).
    final weak var exclusiveView: View?
    /// How many touches its views count as theirs.
    final var deliveredTouches = 0
}
