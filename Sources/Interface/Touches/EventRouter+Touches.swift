import EventLoop
import InputEvents

/// Fingers: from what a touchscreen reports to the recognizers and the views.
extension EventRouter {
    /// Takes one frame of a touchscreen in, and the frames that were joined into it, itself the last.
    func dispatch(_ frame: TouchFrame, _ samples: [TouchFrame]) {
        let event: Event
        if let current = sequence {
            event = current
        } else {
            guard frame.touches.contains(where: { $0.phase == .began }) else { return }
            event = Event(timestamp: frame.timestamp)
            sequence = event
        }
        for sample in frame.touches where sample.phase == .began {
            if let old = event.touches.first(where: { $0.id == sample.id }) { cancelTouches { $0 === old } }
        }
        prepare(event, frame.timestamp)
        for earlier in samples.dropLast() { note(earlier, in: event) }
        var changed = false
        for sample in frame.touches {
            if update(event, sample, frame) { changed = true }
        }
        if changed { deliver(event) }
        finish(event)
    }

    /// Brings one touch up to date; answers whether anything of it changed (T-12).
    private func update(_ event: Event, _ sample: TouchSample, _ frame: TouchFrame) -> Bool {
        if sample.phase == .began {
            let touch = Touch(
                id: sample.id, kind: .direct, device: frame.device, location: sample.location,
                timestamp: frame.timestamp, event: event)
            event.touches.append(touch)
            return true
        }
        guard let touch = event.touches.first(where: { $0.id == sample.id }) else { return false }
        return move(touch, to: sample.location, phase: sample.phase, at: frame.timestamp)
    }

    /// Notes where fingers were on their way (T-10), for gestures and the tap count.
    private func note(_ frame: TouchFrame, in event: Event) {
        for sample in frame.touches where sample.location.isFinite {
            guard let touch = event.touches.first(where: { $0.id == sample.id }),
                frame.timestamp >= touch.timestamp
            else { continue }
            let last = event.samples.last { $0.touch == touch.id }?.location ?? touch.location
            guard last != sample.location else { continue }
            touch.farthest = max(touch.farthest, sample.location.distance(to: touch.start.location))
            event.samples.append(
                Event.Sample(touch: touch.id, location: sample.location, timestamp: frame.timestamp))
        }
    }

    /// Gives a touch its new place and phase; answers whether that is news.
    func move(_ touch: Touch, to location: Point, phase: TouchPhase, at time: Timestamp) -> Bool {
        let isNew = location != touch.location && location.isFinite
        guard isNew || phase.isFinal else { return false }
        touch.timestamp = max(touch.timestamp, time)
        if isNew {
            touch.location = location
            touch.farthest = max(touch.farthest, location.distance(to: touch.start.location))
            touch.event.samples.append(
                Event.Sample(touch: touch.id, location: location, timestamp: touch.timestamp))
        }
        touch.phase = phase.isFinal ? phase : .moved
        return true
    }

    /// Starts a new event of a sequence: nothing has moved yet.
    func prepare(_ event: Event, _ timestamp: Timestamp) {
        serial += 1
        event.serial = serial
        event.timestamp = timestamp
        event.samples.removeAll(keepingCapacity: true)
        for touch in event.touches {
            touch.phase = .stationary
            touch.previousLocation = touch.location
        }
    }

    /// Hit tests what is new, then tells recognizers, then views.
    func deliver(_ event: Event) {
        for touch in event.touches where touch.phase == .began { place(touch) }
        arbiter.serve(event)
        arbiter.settleFreed()
        for touch in event.touches { offer(touch) }
        hand(event, .began)
        hand(event, .moved)
        hand(event, .ended)
    }

    /// Lets go of what was lifted; the last lift ends the sequence.
    func finish(_ event: Event) {
        event.samples.removeAll(keepingCapacity: true)
        guard event.touches.contains(where: { !$0.isLive }) else { return }
        for touch in event.touches where touch.phase == .ended {
            guard let window = touch.window else { continue }
            tapCounter.up(
                count: touch.tapCount, from: touch.start, to: (touch.location, touch.timestamp),
                farthest: touch.farthest, in: ObjectIdentifier(window))
        }
        event.touches.removeAll { !$0.isLive }
        if event.touches.isEmpty, sequence === event { sequence = nil }
    }

    /// Finds the view under a new touch, once (T-22), and who else sees it.
    private func place(_ touch: Touch) {
        loop.trace?.mark("hit test")
        for window in windows.reversed() {
            guard let point = window.pointFromSuperview(touch.location), let view = window.hitTest(point)
            else { continue }
            touch.window = window
            touch.view = view
            touch.tapCount = tapCounter.down(
                at: touch.location, time: touch.timestamp, in: ObjectIdentifier(window))
            arbiter.attach(touch)
            touch.claimView()
            return
        }
    }

    /// Notes what the touch's view is to be given with this event, or keeps it.
    private func offer(_ touch: Touch) {
        guard touch.phase != .stationary, touch.view != nil, !touch.delivery.isOver else { return }
        if touch.phase == .cancelled {
            touch.cancelDelivery()
        } else if touch.delivery.pending.isEmpty, touch.mayDeliver(touch.phase) {
            touch.delivery.ready = touch.phase
        } else {
            touch.keep()
            arbiter.list(touch)
        }
    }

    /// Gives the views what is ready of one phase: one call a view (T-05).
    private func hand(_ event: Event, _ phase: TouchPhase) {
        for touch in event.touches where touch.delivery.ready == phase {
            guard let view = touch.view, touch.delivery.ready == phase else { continue }
            var touches = batch
            batch = []
            for other in event.touches where other.view === view && other.delivery.ready == phase {
                other.delivery.ready = nil
                if other.noteDelivery(phase) { touches.append(other) }
            }
            if !touches.isEmpty { view.hand(touches, phase, event) }
            touches.removeAll(keepingCapacity: true)
            batch = touches
        }
    }

    /// Cancels the live touches that `isMeant` picks: for recognizers and views, once (T-19).
    func cancelTouches(_ isMeant: (Touch) -> Bool) {
        for event in [sequence, pointer?.event].compactMap({ $0 }) {
            let meant = event.touches.filter { $0.isLive && isMeant($0) }
            guard !meant.isEmpty else { continue }
            prepare(event, event.timestamp)
            for touch in meant { touch.phase = .cancelled }
            deliver(event)
            finish(event)
            if let pointer, !pointer.isLive { self.pointer = nil }
        }
        for touch in arbiter.unsettled where isMeant(touch) { touch.cancelDelivery() }
    }

    /// A view is about to leave its window: it and what is in it lose their touches (T-21).
    func viewWillLeave(_ view: View) {
        let affected =
            (sequence?.touches ?? []) + (pointer.map { [$0] } ?? []) + arbiter.unsettled
        for touch in affected {
            guard let hit = touch.view, hit.isDescendant(of: view) else { continue }
            touch.cancelDelivery()
            touch.view = nil
        }
        for recognizer in arbiter.followers {
            guard let owner = recognizer.view, owner.isDescendant(of: view) else { continue }
            recognizer.breakOff()
        }
        arbiter.reviewHeld()
        if let responder = view.window?.firstResponder as? View, responder.isDescendant(of: view) {
            view.window?.makeFirstResponder(nil)
        }
        if let target = scrollTarget as? View, target.isDescendant(of: view) { scrollTarget = nil }
    }
}
