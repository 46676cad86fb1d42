import InputEvents

/// What a touch's view has seen of it and has yet to see (G-20 to G-24).
struct TouchDelivery {
    /// A state of the touch that is kept from the view.
    struct Record {
        var phase: TouchPhase
        var location: Point
        var previousLocation: Point
        var timestamp: Timestamp
    }

    /// The view was given the touch-down.
    var hasBegan = false
    /// The view is given nothing more.
    private(set) var isOver = false
    /// The view counts the touch among its own.
    var isCounted = false
    /// A recognizer wished in this turn: the view hears nothing before the gesture pass.
    var isKept = false
    /// A recognizer that cancels touches in the view was recognized.
    var isTaken = false
    /// It is in the arbiter's list of touches that need another look.
    var isListed = false
    /// What was kept, oldest first.
    var pending: [Record] = []
    /// What is to be delivered with this event.
    var ready: TouchPhase?

    /// The view is given nothing from now on.
    mutating func close() {
        isOver = true
        ready = nil
        pending.removeAll()
    }
}

extension Touch {
    /// Whether the view may be given the touch in a phase now.
    func mayDeliver(_ phase: TouchPhase) -> Bool {
        if delivery.isKept { return false }
        for recognizer in recognizers where recognizer.currentState == .possible {
            if recognizer.delaysTouchesBegan, !delivery.hasBegan { return false }
            if recognizer.delaysTouchesEnded, phase == .ended { return false }
        }
        return true
    }

    /// Puts the touch's present state behind what is kept.
    func keep() {
        delivery.pending.append(
            TouchDelivery.Record(
                phase: phase, location: location, previousLocation: previousLocation, timestamp: timestamp))
    }

    /// Gives the view what was kept, as far as nothing withholds it, each with the state of its moment.
    func flush() {
        var delivered = 0
        while delivered < delivery.pending.count, !delivery.isOver {
            let record = delivery.pending[delivered]
            guard mayDeliver(record.phase) else { break }
            delivered += 1
            let now = TouchDelivery.Record(
                phase: phase, location: location, previousLocation: previousLocation, timestamp: timestamp)
            restore(record)
            deliverAlone(record.phase)
            restore(now)
        }
        if delivered > 0, !delivery.isOver { delivery.pending.removeFirst(delivered) }
    }

    /// Tells the view that the touch is cancelled, if it has heard of it, and nothing afterwards.
    func cancelDelivery() {
        guard !delivery.isOver else { return }
        delivery.pending.removeAll()
        delivery.ready = nil
        let actual = phase
        phase = .cancelled
        deliverAlone(.cancelled)
        phase = actual
    }

    /// Counts the touch as one of its view's, or refuses it to the view for good (T-29, T-30).
    func claimView() {
        guard !delivery.isOver, let view, let window else { return }
        let isAlone = window.exclusiveView == nil || window.exclusiveView === view
        let mayExclude = !view.isExclusiveTouch || window.deliveredTouches == view.liveTouches
        guard isAlone, mayExclude, view.isMultipleTouchEnabled || view.liveTouches == 0 else {
            delivery.close()
            return
        }
        delivery.isCounted = true
        view.liveTouches += 1
        window.deliveredTouches += 1
        if view.isExclusiveTouch { window.exclusiveView = view }
    }

    /// Ends what the view is given.
    func closeDelivery() {
        delivery.close()
        guard delivery.isCounted, let view else { return }
        delivery.isCounted = false
        view.liveTouches -= 1
        window?.deliveredTouches -= 1
        if view.liveTouches == 0, window?.exclusiveView === view { window?.exclusiveView = nil }
    }

    /// Notes that the view is about to be given the touch in a phase; answers whether it is to be told.
    func noteDelivery(_ phase: TouchPhase) -> Bool {
        guard view != nil, !delivery.isOver else { return false }
        if phase == .began { delivery.hasBegan = true }
        if phase.isFinal { closeDelivery() }
        return delivery.hasBegan
    }

    private func deliverAlone(_ phase: TouchPhase) {
        guard noteDelivery(phase), let view else { return }
        view.hand([self], phase, event)
    }

    private func restore(_ record: TouchDelivery.Record) {
        phase = record.phase
        location = record.location
        previousLocation = record.previousLocation
        timestamp = record.timestamp
    }
}

extension Responder {
    /// Calls the touch method of a phase.
    final func hand(_ touches: [Touch], _ phase: TouchPhase, _ event: Event) {
        switch phase {
        case .began: touchesBegan(touches, with: event)
        case .moved: touchesMoved(touches, with: event)
        case .ended: touchesEnded(touches, with: event)
        case .cancelled: touchesCancelled(touches, with: event)
        case .stationary: break
        }
    }
}
