import EventLoop
public import InputEvents

/// Recognizes fingers that stay down in one place; afterwards they may move (G-33, G-67).
///
/// Thread: main.
@MainActor
open class LongPressGestureRecognizer: GestureRecognizer {
    private var machine = LongPressMachine()

    /// How long the fingers have to stay.
    public final var minimumDuration: Duration {
        get { machine.settings.duration }
        set { machine.settings.duration = newValue }
    }

    /// How many fingers press; less than 1 counts as 1.
    public final var numberOfTouchesRequired: Int {
        get { machine.settings.touches }
        set { machine.settings.touches = max(newValue, 1) }
    }

    /// Points that a finger may move before it has begun.
    public final var allowableMovement: Double {
        get { machine.settings.slop }
        set { machine.settings.slop = newValue }
    }

    /// Makes a recognizer of presses of half a second with one finger.
    public override init() { super.init() }

    /// Makes a recognizer that calls `action` at its states from `began` on.
    public convenience init(
        minimumDuration: Duration = GestureLimits.longPress,
        action: @escaping (LongPressGestureRecognizer) -> Void
    ) {
        self.init()
        self.minimumDuration = minimumDuration
        addAction { gesture in
            if let press = gesture as? LongPressGestureRecognizer { action(press) }
        }
    }

    /// The trace calls it a long press.
    open override var traceMark: GestureTraceMarks { .longPress }
    /// The centroid of the fingers, in points of the display.
    open override var location: Point { machine.location }

    /// Starts the time when enough fingers are down.
    open override func touchesBegan(_ touches: [Touch], with event: Event) {
        for touch in touches where !state.isFinal { act(on: machine.down(touch.sample)) }
    }

    /// Fails when a finger leaves the place too early.
    open override func touchesMoved(_ touches: [Touch], with event: Event) {
        for sample in event.samples where !state.isFinal {
            guard let touch = touches.first(where: { $0.id == sample.touch }) else { continue }
            act(on: machine.move(touch.sample(at: sample)))
        }
    }

    /// Ends when the first finger lifts.
    open override func touchesEnded(_ touches: [Touch], with event: Event) {
        for touch in touches where !state.isFinal { act(on: machine.up(touch.sample)) }
    }

    /// The time has come.
    open override func deadlineReached(_ moment: Timestamp) { act(on: machine.timeout(at: moment)) }

    /// Forgets the press.
    open override func reset() { machine.reset() }

    private func act(on answer: LongPressMachine.Action) {
        switch answer {
        case .none: setDeadline(machine.deadline)
        case .begin: transition(to: .began)
        case .change: transition(to: .changed)
        case .end: transition(to: .ended)
        case .fail: transition(to: .failed)
        case .beginAndEnd:
            transition(to: .began)
            if state == .began || held != nil { transition(to: .ended) }
        }
    }
}
