import EventLoop
import InputEvents

// Frames of touches: debounced where that is asked for, mapped to the display, made legal, then handed on.
extension InputDispatcher {
    func touched(_ frame: TouchFrame) {
        let outer = currentFrame
        currentFrame = frame
        defer { currentFrame = outer }
        guard debouncer.isUsed else { return pass(frame) }
        var frames: [TouchFrame] = []
        debouncer.accept(frame) { frames.append($0) }
        for frame in frames { pass(frame) }
        setDebounceTimer()
    }

    func cancelTouches(_ device: DeviceID?) {
        var frames: [TouchFrame] = []
        tracker.cancel(device, time: now) { frames.append($0) }
        // What is held back is up by now: after a loss of focus those fingers need not be waited for.
        debouncer.forget(device) { if device == nil { tracker.accept($0, emit: { _ in }) } }
        if prediction != nil { predictor.forgetAll() }
        for frame in frames { deliver(.touch(frame)) }
    }

    func mapped(_ frame: TouchFrame) -> TouchFrame {
        var frame = frame
        let mapping = mappings.mapping(of: frame.device, isHeld: tracker.hasTouches(of: frame.device))
        frame.touches.updateEach { $0.location = mapping.point(for: $0.location) }
        return frame
    }

    private func pass(_ frame: TouchFrame) {
        var mapped = mapped(frame)
        switch tracker.acceptMotion(&mapped) {
        case .seen:
            if prediction != nil { predict(frame, mapped) }
            return deliver(.touch(mapped))
        case .unseen:
            if prediction != nil { predict(frame, nil) }
            return
        case .other: break
        }
        // The tracker is put back before the app is called, for the app may run the loop or cancel everything.
        var accepted: TouchFrame?
        var more: [TouchFrame] = []
        let before = tracker.anomalies
        tracker.accept(mapped) { if accepted == nil { accepted = $0 } else { more.append($0) } }
        if tracker.anomalies != before { report(oddOf: frame.device) }
        if prediction != nil { predict(frame, accepted) }
        if let accepted { deliver(.touch(accepted)) }
        for frame in more { deliver(.touch(frame)) }
    }

    private func predict(_ frame: TouchFrame, _ accepted: TouchFrame?) {
        // The samples that were joined tell the speed best; phases are those of the event.
        for sample in run.samples(of: frame).dropLast() {
            predictor.observe(mapped(debouncer.rewritten(sample)))
        }
        if let accepted { predictor.observe(accepted) }
    }

    /// Lets the timer fire when the next lift that is held back is due; it is made when there is one first.
    private func setDebounceTimer() {
        guard let deadline = debouncer.nextDeadline else {
            debounceTimer?.nextFire = .distantFuture
            return
        }
        let moment = max(Instant(nanoseconds: deadline.nanoseconds), loop.now)
        if let debounceTimer {
            debounceTimer.nextFire = moment
            return
        }
        let timer = Loop.Timer(at: moment, every: .seconds(1), label: "contact debounce") {
            [weak self] timer in
            timer.nextFire = .distantFuture
            guard let self else { return }
            var frames: [TouchFrame] = []
            debouncer.release(until: now) { frames.append($0) }
            for frame in frames { pass(frame) }
            setDebounceTimer()
        }
        loop.add(timer, to: mode)
        debounceTimer = timer
    }
}
