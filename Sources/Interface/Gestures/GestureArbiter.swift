import EventLoop
import InputEvents

/// Decides between recognizers and keeps what the gesture pass has to do: actions, resets, waiting touches.
///
/// One for each router. Order for a wish (G-11): requirements, `shouldBegin`, prevention at the event; touches
/// in the view and actions in the pass. Thread: main.
@MainActor
final class GestureArbiter {
    struct QueuedAction {
        var recognizer: GestureRecognizer
        var state: GestureState
    }

    let loop: Loop
    var actions: [QueuedAction] = []
    var held: [GestureRecognizer] = []
    /// In a final state, until their reset.
    var finished: [GestureRecognizer] = []
    /// Touches with something kept from their view, or taken from it.
    var unsettled: [Touch] = []
    /// Storage that the list above takes turns with.
    var spareList: [Touch] = []
    /// Those that wait for a moment.
    var waiting: [GestureRecognizer] = []
    /// Those that follow a touch, so that dynamic requirements can be asked across trees.
    var followers: [GestureRecognizer] = []
    var isReviewing = false
    /// A pass runs: it ends what its own actions set off.
    var isInPass = false
    var keptTouches = 0
    /// What was recognized since the beginning.
    private(set) var counts = GestureCounts()
    /// The pass of this turn is over and the loop may go to sleep: new work must wake it.
    var isPastPass = false
    /// Used again for each call of a touch method.
    var scratch: [Touch] = []
    lazy var alarm = GestureAlarm(loop: loop)

    init(loop: Loop) { self.loop = loop }

    // MARK: Wishes

    /// A recognizer wants to leave `possible` for `began` or `ended`.
    func wish(_ recognizer: GestureRecognizer, _ next: GestureState) {
        for touch in recognizer.attempt { keep(touch) }
        recognizer.setDeadline(nil)
        askForRequirements(recognizer)
        switch status(ofRequirements: recognizer) {
        case .recognized:
            fail(recognizer)
        case .open:
            recognizer.held = next
            recognizer.heldHasEnded = false
            held.append(recognizer)
        case .failed:
            recognise(recognizer, next)
        }
    }

    private func recognise(_ recognizer: GestureRecognizer, _ next: GestureState) {
        let mayBegin =
            recognizer.shouldBegin() && recognizer.delegate?.gestureShouldBegin(recognizer) ?? true
        guard recognizer.currentState == .possible else { return }
        guard mayBegin, !isPrevented(recognizer) else { return fail(recognizer) }
        recognizer.currentState = next
        counts.count(recognizer)
        queue(recognizer, next)
        for touch in recognizer.attempt {
            if recognizer.cancelsTouchesInView { take(touch) }
            for other in touch.recognizers where other !== recognizer && other.currentState == .possible {
                if prevents(recognizer, other) { fail(other) }
            }
        }
        if next.isFinal { finish(recognizer) }
        reviewHeld()
    }

    /// A gesture under way goes on or comes to its end.
    func move(_ recognizer: GestureRecognizer, to next: GestureState) {
        recognizer.currentState = next
        queue(recognizer, next)
        if next.isFinal { finish(recognizer) }
    }

    func fail(_ recognizer: GestureRecognizer) {
        guard recognizer.currentState == .possible else { return }
        drop(recognizer)
        recognizer.currentState = .failed
        trace(recognizer, .failed)
        finish(recognizer)
        reviewHeld()
    }

    /// The attempt so far failed for all who wait on it, and goes on with one touch (G-30).
    func restart(_ recognizer: GestureRecognizer, with touch: Touch) {
        for old in recognizer.attempt where old !== touch {
            old.recognizers.removeAll { $0 === recognizer }
            list(old)
        }
        recognizer.attempt.removeAll { $0 !== touch }
        recognizer.currentState = .failed
        reviewHeld()
        if recognizer.currentState == .failed { recognizer.currentState = .possible }
    }

    // MARK: Requirements

    private enum Status {
        case open
        case failed
        case recognized
    }

    private func status(of recognizer: GestureRecognizer) -> Status {
        switch recognizer.currentState {
        case .failed: .failed
        case .began, .changed, .ended, .cancelled: .recognized
        case .possible:
            recognizer.attempt.isEmpty || !recognizer.isEnabled || recognizer.view?.window == nil
                ? .failed : .open
        }
    }

    private func status(ofRequirements recognizer: GestureRecognizer) -> Status {
        var answer = Status.failed
        for list in [recognizer.requirements, recognizer.passingRequirements] {
            for entry in list {
                guard let required = entry.recognizer else { continue }
                switch status(of: required) {
                case .recognized: return .recognized
                case .open: answer = .open
                case .failed: break
                }
            }
        }
        return answer
    }

    /// Asks subclasses and delegates, once an attempt and pair, who has to wait for whom (G-17).
    private func askForRequirements(_ recognizer: GestureRecognizer) {
        recognizer.passingRequirements.removeAll(keepingCapacity: true)
        for other in followers where other !== recognizer && other.currentState != .failed {
            let waits =
                recognizer.shouldRequireFailure(of: other)
                || other.shouldBeRequiredToFail(by: recognizer)
                || recognizer.delegate?.gesture(recognizer, shouldRequireFailureOf: other) ?? false
                || other.delegate?.gesture(other, shouldBeRequiredToFailBy: recognizer) ?? false
            guard waits else { continue }
            recognizer.passingRequirements.append(GestureRecognizer.Requirement(recognizer: other))
        }
    }

    /// Looks again at those who wait, since something failed, was recognized or went away.
    func reviewHeld() {
        guard !isReviewing, !held.isEmpty else { return }
        isReviewing = true
        defer { isReviewing = false }
        var index = 0
        while index < held.count {
            let recognizer = held[index]
            switch status(ofRequirements: recognizer) {
            case .open:
                index += 1
            case .recognized:
                fail(recognizer)
                index = 0
            case .failed:
                let next = recognizer.held ?? .ended
                let hasEnded = recognizer.heldHasEnded
                drop(recognizer)
                recognise(recognizer, next)
                if hasEnded, recognizer.currentState == .began { move(recognizer, to: .ended) }
                index = 0
            }
        }
    }

    // MARK: Prevention

    private func isPrevented(_ recognizer: GestureRecognizer) -> Bool {
        for touch in recognizer.attempt {
            for other in touch.recognizers where other !== recognizer {
                let state = other.currentState
                guard state.isActive || state == .ended, prevents(other, recognizer) else { continue }
                return true
            }
        }
        return false
    }

    private func prevents(_ winner: GestureRecognizer, _ loser: GestureRecognizer) -> Bool {
        guard winner.canPrevent(loser), loser.canBePrevented(by: winner) else { return false }
        if winner.delegate?.gesture(winner, shouldRecognizeWith: loser) ?? false { return false }
        return !(loser.delegate?.gesture(loser, shouldRecognizeWith: winner) ?? false)
    }

    // MARK: Lists

    private func drop(_ recognizer: GestureRecognizer) {
        guard recognizer.held != nil else { return }
        recognizer.held = nil
        recognizer.heldHasEnded = false
        held.removeAll { $0 === recognizer }
    }

    private func finish(_ recognizer: GestureRecognizer) {
        recognizer.setDeadline(nil)
        guard !recognizer.isFinished else { return }
        recognizer.isFinished = true
        finished.append(recognizer)
        noteWork()
    }

    /// Queues an action; a run of `changed` is one call (G-26).
    private func queue(_ recognizer: GestureRecognizer, _ state: GestureState) {
        trace(recognizer, state)
        if state == .changed,
            actions.last(where: { $0.recognizer === recognizer })?.state == .changed
        {
            return
        }
        actions.append(QueuedAction(recognizer: recognizer, state: state))
        noteWork()
    }

    private func trace(_ recognizer: GestureRecognizer, _ state: GestureState) {
        guard let trace = loop.trace, let mark = recognizer.traceMark.mark(for: state) else { return }
        trace.mark(mark)
    }

    private func keep(_ touch: Touch) {
        if !touch.delivery.isKept {
            touch.delivery.isKept = true
            keptTouches += 1
        }
        list(touch)
    }

    private func take(_ touch: Touch) {
        touch.delivery.isTaken = true
        list(touch)
    }

    /// Has a touch looked at again.
    func list(_ touch: Touch) {
        guard !touch.delivery.isListed else { return }
        touch.delivery.isListed = true
        unsettled.append(touch)
        noteWork()
    }

    private func noteWork() {
        if isPastPass { loop.wakeUp() }
    }

    /// A recognizer has a new moment to wait for, or none.
    func deadlineChanged(_ recognizer: GestureRecognizer) {
        waiting.removeAll { $0 === recognizer }
        if recognizer.deadline != nil { waiting.append(recognizer) }
        alarm.set(waiting.lazy.compactMap(\.deadline).min())
    }
}
