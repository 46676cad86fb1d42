public import InputEvents

/// What is called when a gesture says something.
struct GestureAction {
    /// Who asked for it, so that asking twice changes nothing; `nil` for plain closures.
    weak var target: AnyObject?
    var isTargeted: Bool
    var body: (GestureRecognizer) -> Void
}

extension GestureRecognizer {
    /// Calls `action` for each state from `began` or `ended` on; several are called in the order added.
    public final func addAction(_ action: @escaping (GestureRecognizer) -> Void) {
        actions.append(GestureAction(target: nil, isTargeted: false, body: action))
    }

    /// Calls `action` while `target` lives; a target added again keeps its place and has the new action only.
    public final func addTarget(_ target: AnyObject, _ action: @escaping (GestureRecognizer) -> Void) {
        let entry = GestureAction(target: target, isTargeted: true, body: action)
        if let index = actions.firstIndex(where: { $0.target === target }) {
            actions[index] = entry
        } else {
            actions.append(entry)
        }
    }

    /// Ends the calls for a target.
    public final func removeTarget(_ target: AnyObject) {
        actions.removeAll { $0.target === target }
    }

    /// Waits, whenever it would be recognized, until another one failed (G-15, G-16).
    ///
    /// Several may be required; a circle of requirements is a programming error and traps.
    public final func require(toFail other: GestureRecognizer) {
        precondition(other !== self && !other.requires(self), "BUG (caller): gestures wait for each other")
        guard !requirements.contains(where: { $0.recognizer === other }) else { return }
        requirements.append(Requirement(recognizer: other))
    }

    private func requires(_ other: GestureRecognizer) -> Bool {
        requirements.contains { entry in
            guard let required = entry.recognizer else { return false }
            return required === other || required.requires(other)
        }
    }

    /// Stops following a touch: it is neither heard of nor cancelled any more (G-21).
    public final func ignore(_ touch: Touch) {
        attempt.removeAll { $0 === touch }
        touch.recognizers.removeAll { $0 === self }
        arbiter?.list(touch)
    }

    /// How many touches it follows that are down.
    public final var numberOfTouches: Int { attempt.reduce(0) { $0 + ($1.isLive ? 1 : 0) } }

    /// Where the gesture is, in the points of a view, or of the display for `nil`.
    public final func location(in view: View?) -> Point { view?.pointFromDisplay(location) ?? location }

    /// Where one of its touches is that are down, in the points of a view; the first one is 0.
    public final func location(ofTouch index: Int, in view: View?) -> Point? {
        var left = index
        for touch in attempt where touch.isLive {
            if left == 0 { return touch.location(in: view) }
            left -= 1
        }
        return nil
    }

    /// Moves to another state; for subclasses.
    ///
    /// Leaving `possible` for `began` or `ended` is a wish: it may be held back, refused or prevented (G-11),
    /// so look at `state` afterwards. `failed` under way counts as `cancelled`. Another illegal move traps in
    /// debug and is ignored in release (G-01).
    public final func transition(to wanted: GestureState) {
        if held != nil {
            switch wanted {
            case .changed: return
            case .ended: heldHasEnded = true
            case .failed, .cancelled: arbiter?.fail(self)
            case .possible, .began: refuse(wanted)
            }
            return
        }
        let next = wanted == .failed && currentState.isActive ? .cancelled : wanted
        guard currentState.allows(next, isDiscrete: isDiscrete) else { return refuse(wanted) }
        guard let arbiter else {
            currentState = next
            return
        }
        switch (currentState, next) {
        case (.possible, .failed): arbiter.fail(self)
        case (.possible, _): arbiter.wish(self, next)
        default: arbiter.move(self, to: next)
        }
    }

    /// Asks for `deadlineReached` at a moment of the touches' clock, or for none.
    public final func setDeadline(_ moment: Timestamp?) {
        guard deadline != moment else { return }
        deadline = moment
        arbiter?.deadlineChanged(self)
    }

    /// Cancels what is under way, fails what is undecided.
    final func breakOff() {
        if currentState.isActive {
            transition(to: .cancelled)
        } else if currentState == .possible, !attempt.isEmpty || held != nil {
            transition(to: .failed)
        }
    }

    private func refuse(_ next: GestureState) {
        assertionFailure("BUG (caller): \(type(of: self)) cannot go from \(currentState) to \(next)")
    }
}
