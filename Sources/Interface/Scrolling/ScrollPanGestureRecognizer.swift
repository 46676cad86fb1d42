import InputEvents

/// The pan of a scroll view: begins only along an axis that can be scrolled.
@MainActor
final class ScrollPanGestureRecognizer: PanGestureRecognizer {
    weak var scrollView: ScrollView?

    override func shouldBegin() -> Bool {
        guard let scrollView else { return false }
        let way = translation(in: scrollView.superview)
        let limits = scrollView.limits
        return abs(way.y) >= abs(way.x) ? limits.scrollsY : limits.scrollsX
    }

    override func touchesBegan(_ touches: [Touch], with event: Event) {
        scrollView?.fingerDown()
        super.touchesBegan(touches, with: event)
    }

    override func reset() {
        super.reset()
        scrollView?.fingersGone()
    }
}
