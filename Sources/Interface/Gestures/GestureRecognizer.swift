public import InputEvents

/// Watches the touches of a view and of all below it, and says when they make a gesture.
///
/// A subclass overrides the four touch methods and `reset()`, and says what it found with `transition(to:)`.
/// States move at the event; actions are called from the gesture pass at the end of the turn, never inside a
/// touch method (G-25). Thread: main.
@MainActor
open class GestureRecognizer {
    /// The view it is attached to.
    public internal(set) final weak var view: View?
    /// Who has a say in what it does.
    public final weak var delegate: (any GestureDelegate)?
    /// A name for logs and tests.
    public final var name = ""

    /// Whether recognition takes the touches away from the view (G-20).
    public final var cancelsTouchesInView = true
    /// Whether the view hears nothing of a touch before this recognizer failed (G-22).
    public final var delaysTouchesBegan = false
    /// Whether the view does not hear of a lift before this recognizer failed (G-23).
    public final var delaysTouchesEnded = true
    /// The kinds of touches it sees.
    public final var allowedTouchKinds = Touch.Kinds.all
    /// Whether touches of another kind than the first are not seen until the reset (G-09).
    public final var requiresExclusiveTouchKind = true

    /// Whether it takes part; switching off cancels a gesture under way and fails an undecided one (G-19).
    public final var isEnabled = true {
        didSet { if !isEnabled, oldValue { breakOff() } }
    }

    /// Where it is in its attempt; inside an action the state that the action was queued for (G-25).
    public final var state: GestureState { reportedState ?? currentState }

    final var currentState = GestureState.possible
    final var reportedState: GestureState?
    /// The touches of the attempt, lifted ones included, until the reset.
    final var attempt: [Touch] = []
    /// What it wished to become while it waits for others to fail (G-15).
    final var held: GestureState?
    /// A held continuous gesture ended meanwhile (G-62).
    final var heldHasEnded = false
    /// The event that it was served last.
    final var servedEvent = 0
    /// It is in the arbiter's list of those that await their reset.
    final var isFinished = false
    final var requirements: [Requirement] = []
    final var passingRequirements: [Requirement] = []
    final var actions: [GestureAction] = []
    final weak var arbiter: GestureArbiter?
    final var deadline: Timestamp?

    struct Requirement {
        weak var recognizer: GestureRecognizer?
    }

    /// Makes a recognizer that is attached to nothing.
    public init() {}

    /// Whether it is recognized at one moment, without `began` and `changed` (G-02).
    open var isDiscrete: Bool { false }

    /// What the trace calls its states, by `GestureState.rawValue`.
    open var traceMark: GestureTraceMarks { .other }

    /// Fingers that it follows came down.
    open func touchesBegan(_ touches: [Touch], with event: Event) {}
    /// Fingers that it follows moved; `event.samples` has every place on the way.
    open func touchesMoved(_ touches: [Touch], with event: Event) {}
    /// Fingers that it follows lifted.
    open func touchesEnded(_ touches: [Touch], with event: Event) {}
    /// Fingers that it follows were taken away.
    ///
    /// Unless overridden a gesture under way is cancelled and an undecided one fails.
    open func touchesCancelled(_ touches: [Touch], with event: Event) { breakOff() }

    /// The moment given to `setDeadline` has come; called from the gesture pass (G-28).
    open func deadlineReached(_ moment: Timestamp) {}

    /// Forgets the attempt; called once after it, when the state is about to be `possible` again (G-03).
    open func reset() {}

    /// Whether it may make another one fail by being recognized.
    open func canPrevent(_ other: GestureRecognizer) -> Bool { true }
    /// Whether another one may make it fail by being recognized.
    open func canBePrevented(by other: GestureRecognizer) -> Bool { true }
    /// Whether it may be recognized now; asked like the delegate, before it (G-10).
    open func shouldBegin() -> Bool { true }
    /// Whether it has to wait for another one in this attempt; asked like the delegate (G-17).
    open func shouldRequireFailure(of other: GestureRecognizer) -> Bool { false }
    /// Whether another one has to wait for it in this attempt; asked like the delegate (G-17).
    open func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { false }

    /// Where the gesture is, in points of the display: the centroid of its touches (G-29).
    open var location: Point {
        var sum = Point.zero
        var count = 0
        for touch in attempt where touch.isLive {
            sum += touch.location
            count += 1
        }
        if count == 0 { return attempt.last?.location ?? .zero }
        return sum * (1 / Double(count))
    }
}
