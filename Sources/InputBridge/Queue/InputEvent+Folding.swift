package import InputEvents

extension InputEvent {
    /// Whether it only tells a motion, so that a later one of the same device may stand for both (T-09).
    package var isPureMotion: Bool {
        switch self {
        case .touch(let frame): frame.isPureMotion
        case .pointer: true
        case .deviceAdded, .deviceRemoved, .button, .scroll, .key: false
        }
    }

    /// Whether it may be joined with a later one when the queue runs full: motions, and turns without a stop.
    package var isFoldable: Bool {
        if case .scroll(let scroll) = self { return !scroll.stoppedX && !scroll.stoppedY }
        return isPureMotion
    }

    /// Takes a later event of the same device into this one; answers whether that was possible.
    ///
    /// Displacements add up, places are the later ones. Fingers must be the same ones.
    package mutating func fold(_ later: InputEvent) -> Bool {
        switch (self, later) {
        case (.touch(var frame), .touch(let next)):
            guard frame.fold(next) else { return false }
            self = .touch(frame)
        case (.pointer(var event), .pointer(let next)):
            guard event.fold(next) else { return false }
            self = .pointer(event)
        case (.scroll(var event), .scroll(let next)):
            guard isFoldable, later.isFoldable, event.fold(next) else { return false }
            self = .scroll(event)
        default:
            return false
        }
        return true
    }
}

extension TouchFrame {
    fileprivate mutating func fold(_ later: TouchFrame) -> Bool {
        guard device == later.device, isPureMotion, later.isPureMotion,
            touches.count == later.touches.count,
            zip(touches, later.touches).allSatisfy({ $0.id == $1.id })
        else { return false }
        timestamp = later.timestamp
        for index in touches.indices {
            touches[index].location = later.touches[index].location
            if later.touches[index].phase == .moved { touches[index].phase = .moved }
        }
        return true
    }
}

extension PointerEvent {
    fileprivate mutating func fold(_ later: PointerEvent) -> Bool {
        guard device == later.device else { return false }
        switch (motion, later.motion) {
        case (.relative(let delta, let raw), .relative(let nextDelta, let nextRaw)):
            motion = .relative(delta: delta + nextDelta, unaccelerated: raw + nextRaw)
        case (.absolute, .absolute):
            motion = later.motion
        default:
            return false
        }
        timestamp = later.timestamp
        return true
    }
}

extension ScrollEvent {
    fileprivate mutating func fold(_ later: ScrollEvent) -> Bool {
        guard device == later.device, source == later.source else { return false }
        delta += later.delta
        clicks += later.clicks
        timestamp = later.timestamp
        return true
    }
}
