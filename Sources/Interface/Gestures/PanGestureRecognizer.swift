public import InputEvents

/// Follows fingers that drag (G-34 to G-36).
///
/// Thread: main.
@MainActor
open class PanGestureRecognizer: GestureRecognizer {
    private var machine = PanMachine()

    /// How many fingers it takes to begin; less than 1 counts as 1.
    public final var minimumNumberOfTouches: Int {
        get { machine.settings.minimumTouches }
        set { machine.settings.minimumTouches = max(newValue, 1) }
    }

    /// With how many fingers it still begins; those that come later join whatever their number (G-66).
    public final var maximumNumberOfTouches: Int {
        get { machine.settings.maximumTouches }
        set { machine.settings.maximumTouches = max(newValue, 1) }
    }

    /// Points: the displacement at which it begins.
    public final var slop: Double {
        get { machine.settings.slop }
        set { machine.settings.slop = newValue }
    }

    /// Makes a recognizer of drags with any number of fingers.
    public override init() { super.init() }

    /// Makes a recognizer that calls `action` at its states from `began` on.
    public convenience init(action: @escaping (PanGestureRecognizer) -> Void) {
        self.init()
        addAction { gesture in
            if let pan = gesture as? PanGestureRecognizer { action(pan) }
        }
    }

    /// The trace calls it a pan.
    open override var traceMark: GestureTraceMarks { .pan }
    /// The centroid of the fingers, in points of the display.
    open override var location: Point { machine.location }

    /// How far the fingers have dragged since they came down, in points of the display.
    public final var translation: Point { machine.translation }

    /// How far the fingers have dragged, in the points of a view, or of the display for `nil`.
    public final func translation(in view: View?) -> Point {
        view?.vectorFromDisplay(translation) ?? translation
    }

    /// Sets how far the fingers count as having dragged so far, in the points of a view.
    public final func setTranslation(_ translation: Point, in view: View?) {
        machine.translation = view?.vectorToDisplay(translation) ?? translation
    }

    /// How fast the fingers drag, in points of a view, or of the display for `nil`, per second (G-42).
    public final func velocity(in view: View?) -> Point {
        view?.vectorFromDisplay(machine.velocity) ?? machine.velocity
    }

    /// Follows a finger; one that joins a drag does not move it (G-35).
    open override func touchesBegan(_ touches: [Touch], with event: Event) {
        for touch in touches where !state.isFinal { act(on: machine.down(touch.sample)) }
    }

    /// Takes in every place on the way, so that a late turn changes nothing (G-44).
    open override func touchesMoved(_ touches: [Touch], with event: Event) {
        var news = PanMachine.Action.none
        for sample in event.samples {
            guard let touch = touches.first(where: { $0.id == sample.touch }) else { continue }
            let answer = machine.move(touch.sample(at: sample))
            if answer == .begin { news = .begin }
            if answer == .change, news == .none { news = .change }
        }
        act(on: news)
    }

    /// Goes on until the last finger lifts.
    open override func touchesEnded(_ touches: [Touch], with event: Event) {
        for touch in touches where !state.isFinal { act(on: machine.up(touch.sample)) }
    }

    /// A finger that is taken away counts as lifted while others drag on.
    open override func touchesCancelled(_ touches: [Touch], with event: Event) {
        for touch in touches where !state.isFinal {
            let answer = machine.up(touch.sample)
            if answer == .end || answer == .fail { breakOff() }
        }
    }

    /// Forgets the drag.
    open override func reset() { machine.reset() }

    private func act(on answer: PanMachine.Action) {
        switch answer {
        case .none: break
        case .begin: transition(to: .began)
        case .change: transition(to: .changed)
        case .end: transition(to: .ended)
        case .fail: transition(to: .failed)
        }
    }
}

extension View {
    /// A displacement on the display, in the points of this view.
    final func vectorFromDisplay(_ vector: Point) -> Point {
        pointFromDisplay(vector) - pointFromDisplay(.zero)
    }

    /// A displacement in this view, in points of the display.
    final func vectorToDisplay(_ vector: Point) -> Point { pointOnDisplay(vector) - pointOnDisplay(.zero) }
}
