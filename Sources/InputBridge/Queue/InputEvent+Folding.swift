package import InputEvents

extension InputEvent {
    /// Whether it only tells a motion, so that a later one of the same device may stand for both (T-09).
    package var isPureMotion: Bool {
        switch self {
        case .touch(let frame): frame.isPureMotion
        case .pointer: true
        case .gesture(let event): event.phase == .changed
        case .deviceAdded, .deviceRemoved, .button, .scroll, .key, .tabletTool, .tabletPad, .switched: false
        }
    }

    /// Whether it may be joined with a later one when the queue runs full: motions, turns without a stop, and a
    /// pen's motions, each of which counts as long as there is room.
    package var isFoldable: Bool {
        switch self {
        case .scroll(let scroll): !scroll.stoppedX && !scroll.stoppedY
        case .tabletTool(let event): event.action == .moved
        default: isPureMotion
        }
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
        case (.gesture(var event), .gesture(let next)):
            guard event.fold(next) else { return false }
            self = .gesture(event)
        case (.tabletTool(var event), .tabletTool(let next)):
            guard event.fold(next) else { return false }
            self = .tabletTool(event)
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
        arrival = later.arrival
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
        arrival = later.arrival
        return true
    }
}

extension ScrollEvent {
    fileprivate mutating func fold(_ later: ScrollEvent) -> Bool {
        guard device == later.device, source == later.source else { return false }
        delta += later.delta
        clicks += later.clicks
        timestamp = later.timestamp
        arrival = later.arrival
        return true
    }
}

extension TouchpadGestureEvent {
    fileprivate mutating func fold(_ later: TouchpadGestureEvent) -> Bool {
        guard device == later.device, kind == later.kind, phase == .changed, later.phase == .changed else {
            return false
        }
        var sum = later
        sum.delta += delta
        sum.unaccelerated += unaccelerated
        sum.angleDelta += angleDelta
        self = sum
        return true
    }
}

extension TabletToolEvent {
    fileprivate mutating func fold(_ later: TabletToolEvent) -> Bool {
        guard device == later.device, tool.id == later.tool.id, action == .moved, later.action == .moved
        else {
            return false
        }
        var sum = later
        sum.delta += delta
        sum.wheel += wheel
        sum.wheelClicks += wheelClicks
        self = sum
        return true
    }
}
