import EventLoop
import InputEvents
import LayerTree

/// Something to press: looks pressed while a finger is on it, acts when the finger made a tap.
///
/// The look follows the touches at once; the action comes from a tap recognizer, so a scroll view around it
/// can take the finger away. Thread: main.
open class Control: View {
    /// What a tap does.
    public final var action: (() -> Void)?

    /// Called when a press begins and when it is over, after the look changed.
    public final var onPress: ((_ isPressed: Bool) -> Void)?

    /// Whether it can be pressed.
    public final var isEnabled = true {
        didSet {
            guard isEnabled != oldValue else { return }
            tap.isEnabled = isEnabled
            if !isEnabled { isPressed = false }
            stateChanged()
        }
    }

    /// Whether a finger is on it, or not far from it.
    public private(set) final var isPressed = false {
        didSet {
            guard isPressed != oldValue else { return }
            stateChanged()
            onPress?(isPressed)
        }
    }

    /// How far a finger may slide off without the press being lost, in points.
    private static let reach = 24.0

    private let tap = TapGestureRecognizer()

    /// Makes a control with what a tap on it does.
    public init(action: (() -> Void)? = nil) {
        self.action = action
        super.init()
        tap.addAction { [weak self] gesture in
            guard gesture.state == .ended else { return }
            self?.action?()
        }
        addGesture(tap)
    }

    /// Called when `isEnabled` or `isPressed` changed: the place to change the look.
    open func stateChanged() {}

    /// Changes the look: at once under a finger, fading when it left.
    public final func show(_ changes: () -> Void) {
        guard !isPressed, window != nil else { return changes() }
        View.animate(duration: Theme.current.releaseFade, timing: .easeOut, changes)
    }

    /// The press begins.
    open override func touchesBegan(_ touches: [Touch], with event: Event) {
        guard isEnabled else { return }
        isPressed = true
    }

    /// The press lasts while the finger stays near.
    open override func touchesMoved(_ touches: [Touch], with event: Event) {
        guard isEnabled, let touch = touches.first else { return }
        isPressed = bounds.insetBy(dx: -Self.reach, dy: -Self.reach).contains(touch.location(in: self))
    }

    /// The press is over.
    open override func touchesEnded(_ touches: [Touch], with event: Event) { isPressed = false }

    /// The press is over.
    open override func touchesCancelled(_ touches: [Touch], with event: Event) { isPressed = false }
}
