import EventLoop
public import InputEvents

/// Recognizes one or more taps with one or more fingers (G-30 to G-32).
///
/// Thread: main.
@MainActor
open class TapGestureRecognizer: GestureRecognizer {
    private var machine = TapMachine()

    /// How many taps in a row make the gesture; less than 1 counts as 1.
    public final var numberOfTapsRequired: Int {
        get { machine.settings.taps }
        set { machine.settings.taps = max(newValue, 1) }
    }

    /// How many fingers tap together; less than 1 counts as 1.
    public final var numberOfTouchesRequired: Int {
        get { machine.settings.touches }
        set { machine.settings.touches = max(newValue, 1) }
    }

    /// The longest time that the fingers stay down.
    public final var maximumHold: Duration {
        get { machine.settings.hold }
        set { machine.settings.hold = newValue }
    }

    /// The longest time from a lift to the next touch-down of a series.
    public final var maximumInterval: Duration {
        get { machine.settings.interval }
        set { machine.settings.interval = newValue }
    }

    /// Points that a finger may move.
    public final var allowableMovement: Double {
        get { machine.settings.slop }
        set { machine.settings.slop = newValue }
    }

    /// Makes a recognizer of single taps of one finger.
    public override init() { super.init() }

    /// Makes a recognizer that calls `action` at each tap, or series of taps.
    public convenience init(
        taps: Int = 1, touches: Int = 1, action: @escaping (TapGestureRecognizer) -> Void
    ) {
        self.init()
        numberOfTapsRequired = taps
        numberOfTouchesRequired = touches
        addAction { gesture in
            if let tap = gesture as? TapGestureRecognizer { action(tap) }
        }
    }

    /// A tap has no states between.
    open override var isDiscrete: Bool { true }
    /// The trace calls it a tap.
    open override var traceMark: GestureTraceMarks { .tap }
    /// Where the taps are: the centroid of the fingers before the first of them lifted.
    open override var location: Point { machine.location }

    /// A tap does not take the chance from one that waits for more taps (G-14).
    open override func canPrevent(_ other: GestureRecognizer) -> Bool {
        guard let tap = other as? TapGestureRecognizer else { return true }
        return tap.numberOfTapsRequired <= numberOfTapsRequired
    }

    /// Follows a finger of a tap.
    open override func touchesBegan(_ touches: [Touch], with event: Event) {
        for touch in touches where state == .possible {
            let answer = machine.down(touch.sample)
            if answer == .restart { arbiter?.restart(self, with: touch) }
            act(on: answer)
        }
    }

    /// Fails when a finger left the place.
    open override func touchesMoved(_ touches: [Touch], with event: Event) {
        for sample in event.samples where state == .possible {
            guard let touch = touches.first(where: { $0.id == sample.touch }) else { continue }
            act(on: machine.move(touch.sample(at: sample)))
        }
    }

    /// Recognizes at the last lift that is needed.
    open override func touchesEnded(_ touches: [Touch], with event: Event) {
        for touch in touches where state == .possible && held == nil { act(on: machine.up(touch.sample)) }
    }

    /// Fails when the time for the lift, or for the next tap, is over.
    open override func deadlineReached(_ moment: Timestamp) { act(on: machine.timeout(at: moment)) }

    /// Forgets the series.
    open override func reset() { machine.reset() }

    private func act(on answer: TapMachine.Action) {
        switch answer {
        case .none, .restart: setDeadline(machine.deadline)
        case .fail: transition(to: .failed)
        case .recognise: transition(to: .ended)
        }
    }
}

extension Touch {
    /// The touch as it was at an earlier place of the event.
    func sample(at place: Event.Sample) -> GestureSample {
        GestureSample(
            id: id, location: place.location, time: place.timestamp, isPointer: kind == .pointer)
    }
}
