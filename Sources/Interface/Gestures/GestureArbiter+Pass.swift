import EventLoop
import InputEvents

/// What the gesture pass at order 0 does with what the events of the turn left behind.
extension GestureArbiter {
    /// Whether a touch-down has to wait for the pass, since a recognizer still has to be reset (G-63).
    var isResetDue: Bool {
        if keptTouches > 0 { return true }
        for recognizer in finished where mayReset(recognizer) { return true }
        return false
    }

    /// Lets those act whose moment came, settles the touches, calls the actions, resets.
    ///
    /// What actions and resets set off is done at once, a few times over; what is left then wakes the loop.
    func runPass() {
        isInPass = true
        defer { isInPass = false }
        fireDeadlines()
        var rounds = 0
        repeat {
            settleTouches()
            callActions()
            resetFinished()
            settleTouches()
            rounds += 1
        } while !actions.isEmpty && rounds < Self.roundLimit
        if !actions.isEmpty { loop.wakeUp() }
    }

    /// How often a pass starts over because of what its own actions did.
    ///
    /// Chosen by us.
    private static let roundLimit = 8

    private func fireDeadlines() {
        guard alarm.takeDue() else { return }
        let now = Timestamp(nanoseconds: loop.now.nanoseconds)
        var due = waiting.filter { $0.deadline.map { $0 <= now } ?? false }
        due.sort { ($0.deadline ?? now) < ($1.deadline ?? now) }
        for recognizer in due {
            guard let moment = recognizer.deadline, moment <= now else { continue }
            recognizer.setDeadline(nil)
            recognizer.deadlineReached(moment)
        }
        alarm.set(waiting.lazy.compactMap(\.deadline).min())
    }

    /// Cancels in views what was recognized, gives them what nothing withholds any more (G-20).
    func settleTouches() {
        forEachUnsettled { touch in
            if touch.delivery.isKept {
                touch.delivery.isKept = false
                keptTouches -= 1
            }
            settle(touch)
        }
    }

    /// After the recognizers saw an event: the views get what failures set free, but nothing that is kept.
    func settleFreed() {
        forEachUnsettled { touch in
            if touch.delivery.isKept { list(touch) } else { settle(touch) }
        }
    }

    /// Empties the list into `body`, which may list touches again for the next time.
    private func forEachUnsettled(_ body: (Touch) -> Void) {
        guard !unsettled.isEmpty else { return }
        var touches: [Touch] = []
        swap(&touches, &unsettled)
        swap(&unsettled, &spareList)
        for touch in touches {
            touch.delivery.isListed = false
            body(touch)
        }
        touches.removeAll(keepingCapacity: true)
        spareList = touches
    }

    private func settle(_ touch: Touch) {
        if touch.delivery.isTaken {
            touch.cancelDelivery()
        } else {
            touch.flush()
            if !touch.delivery.pending.isEmpty { list(touch) }
        }
    }

    /// Calls what was queued, in the order in which the states changed (G-27).
    private func callActions() {
        var index = 0
        while index < actions.count {
            let entry = actions[index]
            index += 1
            let outer = entry.recognizer.reportedState
            entry.recognizer.reportedState = entry.state
            for action in entry.recognizer.actions where !action.isTargeted || action.target != nil {
                action.body(entry.recognizer)
            }
            entry.recognizer.reportedState = outer
        }
        actions.removeAll(keepingCapacity: true)
    }

    private func resetFinished() {
        var index = 0
        while index < finished.count {
            let recognizer = finished[index]
            if mayReset(recognizer) {
                finished.remove(at: index)
                reset(recognizer)
            } else {
                index += 1
            }
        }
        reviewHeld()
    }

    /// A failed one keeps its place until its last touch has lifted and nobody waits for it (G-61).
    private func mayReset(_ recognizer: GestureRecognizer) -> Bool {
        guard recognizer.currentState == .failed else { return true }
        if recognizer.attempt.contains(where: \.isLive) { return false }
        return !held.contains { waiter in
            waiter.requirements.contains { $0.recognizer === recognizer }
                || waiter.passingRequirements.contains { $0.recognizer === recognizer }
        }
    }

    /// Touches that are still down are not heard of again (G-04).
    private func reset(_ recognizer: GestureRecognizer) {
        recognizer.reset()
        recognizer.isFinished = false
        recognizer.setDeadline(nil)
        for touch in recognizer.attempt {
            touch.recognizers.removeAll { $0 === recognizer }
            list(touch)
        }
        recognizer.attempt.removeAll(keepingCapacity: true)
        recognizer.passingRequirements.removeAll(keepingCapacity: true)
        recognizer.currentState = .possible
        followers.removeAll { $0 === recognizer }
    }
}
