import EventLoop
import InputEvents
import LayerTree

/// Below this a view is not there for a finger (T-24).
///
/// UIKit's documented limit.
private let leastTouchableAlpha = 0.01

extension View {
    /// Whether the view takes part in hit tests at all: its own values only, not those of its superviews.
    final var isTouchable: Bool {
        guard isUserInteractionEnabled, !layer.isHidden, layer.opacity >= leastTouchableAlpha else {
            return false
        }
        guard let end = animationEnd, !allowsInteractionWhileAnimating else { return true }
        if let now = window?.router?.loop.now, now < end { return false }
        animationEnd = nil
        return true
    }

    /// What a hit test does unless overridden.
    final func defaultHitTest(_ point: Point) -> View? {
        guard isTouchable, contains(point) else { return nil }
        for view in subviews.reversed() {
            guard let inner = view.pointFromSuperview(point) else { continue }
            if let hit = view.hitTest(inner) { return hit }
        }
        return self
    }
}
