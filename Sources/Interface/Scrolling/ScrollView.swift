import EventLoop
public import InputEvents
import LayerTree

/// Shows a part of a content that is larger than the view, and moves it with a finger or a wheel.
///
/// From the beginning of a drag to the end of the motion that follows it the app's loop runs in the tracking
/// mode: timers of the default mode pause, those of the common modes go on. The content scrolls by the
/// origin of the bounds. Thread: main.
@MainActor
open class ScrollView: View {
    /// The recognizer that drags the content.
    public let pan: PanGestureRecognizer

    /// The size that is scrolled over, in points; set by the layout when the view was made with a content.
    public final var contentSize = Size.zero {
        didSet {
            if contentSize != oldValue, !isDragging, !isDecelerating {
                contentOffset = limits.clamp(contentOffset)
            }
        }
    }
    /// Room around the content, in points.
    public final var contentInset = EdgeInsets.zero
    /// Whether fingers and wheels scroll it.
    public final var isScrollEnabled = true {
        didSet { pan.isEnabled = isScrollEnabled }
    }
    /// Whether a drag goes past the edges, with a spring behind it.
    public final var bounces = true
    /// What of the velocity of a fling is left after a millisecond; see `ScrollKinetics.Rate`.
    public final var decelerationRate = ScrollKinetics.Rate.normal
    /// Whether a touch-down is kept from the content for a moment, since it may become a scroll.
    public final var delaysContentTouches = true {
        didSet { contentDelay.isEnabled = delaysContentTouches }
    }
    /// Called whenever the content has moved.
    public final var onScroll: ((ScrollView) -> Void)?

    /// Whether a finger drags the content.
    public private(set) final var isDragging = false
    /// Whether the content moves on after a drag.
    public final var isDecelerating: Bool { ticker != nil }

    /// Whether a bar at the edge shows, while the content moves, where in it the view is.
    public final var showsIndicators = true

    private let indicators = [ScrollIndicator(isVertical: false), ScrollIndicator(isVertical: true)]
    private let contentDelay = ContentDelayGestureRecognizer()
    private weak var content: View?
    private var contentIsStale = true
    private var laidOutSize = Size.zero
    private var dragOrigin = Point.zero
    private var ticker: FrameTicker?
    private var trackingRunner: MainRunner?

    /// Makes a scroll view with a frame in its superview's points and nothing to scroll.
    public override init(frame: Rect = .zero) {
        let pan = ScrollPanGestureRecognizer()
        self.pan = pan
        super.init(frame: frame)
        layer.masksToBounds = true
        for indicator in indicators { layer.addSublayer(indicator.layer) }
        pan.scrollView = self
        pan.addAction { [weak self] _ in self?.dragged() }
        addGesture(contentDelay)
        addGesture(pan)
    }

    /// Makes a scroll view of a content that is as wide as the view and as high as it wants to be.
    public convenience init(_ content: View) {
        self.init(frame: .zero)
        self.content = content
        addSubview(content)
    }

    /// The point of the content at the view's upper left corner, in points.
    public final var contentOffset: Point {
        get { layer.bounds.origin }
        set {
            guard newValue != layer.bounds.origin, newValue.isFinite else { return }
            layer.bounds.origin = newValue
            for indicator in indicators { indicator.place(visible: layer.bounds, content: contentSize) }
            onScroll?(self)
        }
    }

    /// Between which offsets the content rests.
    final var limits: ScrollLimits {
        ScrollLimits(content: contentSize, insets: contentInset, visible: bounds.size)
    }

    /// Asks for the content to be measured and laid out again.
    open override func setNeedsLayout() {
        contentIsStale = true
        super.setNeedsLayout()
    }

    /// Sizes the content; costs nothing while only the offset changed.
    open override func layoutSubviews() {
        guard let content, contentIsStale || laidOutSize != bounds.size else { return }
        contentIsStale = false
        laidOutSize = bounds.size
        let width = bounds.width - contentInset.left - contentInset.right
        let wanted = content.sizeThatFits(Size(width, .infinity))
        let height = wanted.height.isFinite ? wanted.height : bounds.height
        content.frame = Rect(x: 0, y: 0, width: max(width, 0), height: height)
        contentSize = content.frame.size
    }

    /// As large as the content, as far as there is room.
    open override func sizeThatFits(_ proposal: Size) -> Size {
        guard let content else { return super.sizeThatFits(proposal) }
        let wanted = content.sizeThatFits(Size(proposal.width, .infinity))
        return Size(min(wanted.width, proposal.width), min(wanted.height, proposal.height))
    }

    /// While the content moves by itself a finger stops it and presses nothing.
    open override func hitTest(_ point: Point) -> View? {
        if isDecelerating, isTouchable, contains(point) { return self }
        return super.hitTest(point)
    }

    /// Ends every motion when the view leaves its window.
    open override func didMoveToWindow() {
        guard window == nil else { return }
        isDragging = false
        settle()
    }

    /// Turns of a wheel scroll at once; what cannot be scrolled goes on to the next responder.
    open override func scrolled(_ scroll: ScrollEvent) {
        let points = scroll.source == .wheel ? pointsPerClick / degreesPerClick : 1
        let limits = self.limits
        let target = limits.clamp(contentOffset + scroll.delta * points)
        guard isScrollEnabled, target != contentOffset else { return super.scrolled(scroll) }
        stop()
        contentOffset = target
    }

    /// Ends the motion after a drag where the content is; one past an edge comes back at once.
    public final func stop() {
        ticker?.stop()
        ticker = nil
        if !isDragging { leaveTracking() }
    }

    /// A finger came down: what moves stops under it.
    final func fingerDown() {
        ticker?.stop()
        ticker = nil
    }

    /// The fingers are gone without a drag.
    final func fingersGone() {
        guard !isDragging, !isDecelerating else { return }
        if limits.clamp(contentOffset) != contentOffset, window != nil {
            glide(velocity: .zero)
        } else {
            leaveTracking()
        }
    }

    private func dragged() {
        switch pan.state {
        case .began:
            ticker?.stop()
            ticker = nil
            isDragging = true
            enterTracking()
            dragOrigin = contentOffset
            follow()
        case .changed:
            follow()
        case .ended, .cancelled:
            follow()
            isDragging = false
            glide(velocity: pan.state == .ended ? pan.velocity(in: superview) : .zero)
        case .possible, .failed:
            break
        }
    }

    private func follow() {
        let limits = self.limits
        let dragged = pan.translation(in: superview)
        var wanted = dragOrigin
        if limits.scrollsX { wanted.x -= dragged.x }
        if limits.scrollsY { wanted.y -= dragged.y }
        contentOffset = bounces ? limits.rubberBand(wanted, visible: bounds.size) : limits.clamp(wanted)
    }

    /// Lets the content go on by itself, if it has to (T-42).
    private func glide(velocity: Point) {
        let limits = self.limits
        guard let router = window?.router else { return settle() }
        let horizontal = ScrollKinetics(
            position: contentOffset.x, velocity: limits.scrollsX ? -velocity.x : 0, limits: limits.x,
            rate: decelerationRate, bounces: bounces)
        let vertical = ScrollKinetics(
            position: contentOffset.y, velocity: limits.scrollsY ? -velocity.y : 0, limits: limits.y,
            rate: decelerationRate, bounces: bounces)
        if horizontal.isAtRest(at: 0), vertical.isAtRest(at: 0) { return settle() }
        let start = router.loop.now
        ticker = FrameTicker(router) { [weak self] moment in
            let time = Double(max(start.duration(to: moment).clampedNanoseconds, 0)) * 1e-9
            self?.step(horizontal, vertical, at: time)
        }
    }

    private func step(_ horizontal: ScrollKinetics, _ vertical: ScrollKinetics, at time: Double) {
        if horizontal.isAtRest(at: time), vertical.isAtRest(at: time) {
            settle()
        } else {
            contentOffset = Point(horizontal.position(at: time), vertical.position(at: time))
        }
    }

    /// Comes to rest inside the limits, on a whole point.
    private func settle() {
        ticker?.stop()
        ticker = nil
        let place = limits.clamp(contentOffset)
        contentOffset = limits.clamp(Point(place.x.rounded(), place.y.rounded()))
        leaveTracking()
    }

    private func enterTracking() {
        guard trackingRunner == nil, let runner = window?.router?.runner else { return }
        trackingRunner = runner
        runner.push(.tracking)
        guard showsIndicators else { return }
        for indicator in indicators { indicator.place(visible: layer.bounds, content: contentSize) }
        if limits.scrollsX { indicators[0].show() }
        if limits.scrollsY { indicators[1].show() }
    }

    private func leaveTracking() {
        for indicator in indicators { indicator.fade() }
        trackingRunner?.pop(.tracking)
        trackingRunner = nil
    }
}

/// Degrees of a usual wheel from one click to the next (T-39).
private let degreesPerClick = 15.0
/// Points that one click scrolls.
///
/// Chosen by us: three lines of text.
private let pointsPerClick = 48.0
