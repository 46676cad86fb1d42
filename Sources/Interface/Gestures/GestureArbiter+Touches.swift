import InputEvents

/// Who sees which touch, and who is served when.
extension GestureArbiter {
    /// Attaches to a new touch those who want it, the hit view's first (G-06 to G-09).
    func attach(_ touch: Touch) {
        var view = touch.view
        while let current = view {
            for recognizer in current.gestureRecognizers where wants(recognizer, touch) {
                recognizer.arbiter = self
                if recognizer.attempt.isEmpty { followers.append(recognizer) }
                recognizer.attempt.append(touch)
                touch.recognizers.append(recognizer)
                if recognizer.currentState.isActive, recognizer.cancelsTouchesInView {
                    touch.delivery.close()  // G-66
                }
            }
            view = current.superview
        }
    }

    private func wants(_ recognizer: GestureRecognizer, _ touch: Touch) -> Bool {
        guard recognizer.isEnabled, recognizer.held == nil, !recognizer.currentState.isFinal,
            recognizer.allowedTouchKinds.contains(Touch.Kinds(rawValue: 1 << touch.kind.rawValue))
        else { return false }
        if recognizer.requiresExclusiveTouchKind, let first = recognizer.attempt.first,
            first.kind != touch.kind
        {
            return false
        }
        return recognizer.delegate?.gesture(recognizer, shouldReceive: touch) ?? true
    }

    /// Tells the recognizers of an event, each once, before the views hear of it.
    func serve(_ event: Event) {
        for touch in event.touches {
            for recognizer in touch.recognizers where recognizer.servedEvent != event.serial {
                recognizer.servedEvent = event.serial
                tell(recognizer, .began, event)
                tell(recognizer, .moved, event)
                tell(recognizer, .ended, event)
                tell(recognizer, .cancelled, event)
                failIfIdle(recognizer)
            }
        }
    }

    private func tell(_ recognizer: GestureRecognizer, _ phase: TouchPhase, _ event: Event) {
        guard !recognizer.currentState.isFinal else { return }
        var list = scratch
        scratch = []
        for touch in event.touches where touch.phase == phase {
            if touch.recognizers.contains(where: { $0 === recognizer }) { list.append(touch) }
        }
        if !list.isEmpty {
            switch phase {
            case .began: recognizer.touchesBegan(list, with: event)
            case .moved: recognizer.touchesMoved(list, with: event)
            case .ended: recognizer.touchesEnded(list, with: event)
            case .cancelled: recognizer.touchesCancelled(list, with: event)
            case .stationary: break
            }
        }
        list.removeAll(keepingCapacity: true)
        scratch = list
    }

    /// One that neither decided nor waits for a moment has failed when its last touch lifted.
    private func failIfIdle(_ recognizer: GestureRecognizer) {
        guard recognizer.currentState == .possible, recognizer.held == nil, recognizer.deadline == nil,
            !recognizer.attempt.isEmpty, !recognizer.attempt.contains(where: \.isLive)
        else { return }
        fail(recognizer)
    }
}
