import EventLoop
import InputEvents

/// Keeps a touch-down from the content of a scroll view for a moment, since it may become a scroll.
///
/// It is never recognized: it fails when its time is over or the finger lifts, which sets the touch free, or
/// is made to fail by the scroll view's pan, which drops it (G-22).
@MainActor
final class ContentDelayGestureRecognizer: GestureRecognizer {
    var delay = GestureLimits.contentDelay

    override init() {
        super.init()
        cancelsTouchesInView = false
        delaysTouchesBegan = true
        delaysTouchesEnded = false
    }

    override var isDiscrete: Bool { true }

    override func canPrevent(_ other: GestureRecognizer) -> Bool { false }

    override func touchesBegan(_ touches: [Touch], with event: Event) {
        guard deadline == nil, let touch = touches.first else { return }
        setDeadline(touch.timestamp.later(by: delay.clampedNanoseconds))
    }

    override func touchesEnded(_ touches: [Touch], with event: Event) { transition(to: .failed) }

    override func deadlineReached(_ moment: Timestamp) { transition(to: .failed) }
}
