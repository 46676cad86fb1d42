import EventLoop
import InputEvents

/// The pointer: its main button is a touch, a wheel goes to what is under it.
extension EventRouter {
    /// The pointer moved; only a held button makes that news.
    func dispatch(_ motion: PointerEvent) {
        guard let touch = pointer else { return }
        change(touch, to: motion.location, phase: .moved, at: motion.timestamp)
    }

    /// A button went down or up; the main one makes a touch.
    func dispatch(_ button: ButtonEvent) {
        guard button.button == .left else { return }
        if let touch = pointer {
            if button.isDown {
                cancelTouches { $0 === touch }
            } else {
                let phase: TouchPhase = button.isCancelled ? .cancelled : .ended
                change(touch, to: button.location, phase: phase, at: button.timestamp)
                return
            }
        }
        guard button.isDown else { return }
        pointerCount += 1
        let event = Event(timestamp: button.timestamp)
        // The upper half of the identities is the pointer's; fingers count from 1.
        let touch = Touch(
            id: TouchID(rawValue: 1 << 63 | pointerCount), kind: .pointer, device: button.device,
            location: button.location, timestamp: button.timestamp, event: event)
        pointer = touch
        prepare(event, button.timestamp)
        event.touches.append(touch)
        deliver(event)
        finish(event)
    }

    private func change(_ touch: Touch, to location: Point, phase: TouchPhase, at time: Timestamp) {
        let event = touch.event
        prepare(event, time)
        if move(touch, to: location, phase: phase, at: time) { deliver(event) }
        if !touch.isLive { pointer = nil }
        finish(event)
    }

    /// A wheel turned, or fingers scrolled on a touchpad; such a scroll keeps its target (T-41).
    func dispatch(_ scroll: ScrollEvent) {
        let target = scrollTarget ?? view(at: scroll.location)
        scrollTarget = scroll.source == .wheel || scroll.stoppedX || scroll.stoppedY ? nil : target
        target?.scrolled(scroll)
    }

    private func view(at location: Point) -> View? {
        for window in windows.reversed() {
            guard let point = window.pointFromSuperview(location), let view = window.hitTest(point) else {
                continue
            }
            return view
        }
        return nil
    }
}
