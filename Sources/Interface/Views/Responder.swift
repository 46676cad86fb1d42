public import InputEvents

/// Something that input can be handed to: a view, a window, the application.
///
/// What a responder does not want it hands to `next`: from a view to its superview, on to the window and to
/// the application (T-31). The methods do exactly that unless overridden; whoever overrides one of the touch
/// methods should override all four. Thread: main.
@MainActor
open class Responder {
    /// Makes a responder.
    public init() {}

    /// Who is asked after this one; `nil` at the end of the chain.
    open var next: Responder? { nil }

    /// Fingers came down.
    ///
    /// `touches` holds only those whose phase is `began`.
    ///
    /// The array is valid during the call; copy what is kept.
    open func touchesBegan(_ touches: [Touch], with event: Event) { next?.touchesBegan(touches, with: event) }

    /// Fingers moved.
    open func touchesMoved(_ touches: [Touch], with event: Event) { next?.touchesMoved(touches, with: event) }

    /// Fingers lifted.
    open func touchesEnded(_ touches: [Touch], with event: Event) { next?.touchesEnded(touches, with: event) }

    /// The system took the fingers away, by a gesture or because a device or the focus went: undo, do not act.
    open func touchesCancelled(_ touches: [Touch], with event: Event) {
        next?.touchesCancelled(touches, with: event)
    }

    /// A key went down or repeats.
    open func keyDown(_ key: KeyEvent) { next?.keyDown(key) }

    /// A key went up; given to whoever got its press (T-52).
    open func keyUp(_ key: KeyEvent) { next?.keyUp(key) }

    /// A pressed key counts as up because its keyboard or the focus went: undo, do not act.
    open func keyCancelled(_ key: KeyEvent) { next?.keyCancelled(key) }

    /// A wheel was turned, or fingers scrolled on a touchpad, with the pointer over this responder.
    open func scrolled(_ scroll: ScrollEvent) { next?.scrolled(scroll) }

    /// Whether keys may be given to it.
    open var canBecomeFirstResponder: Bool { false }
}
