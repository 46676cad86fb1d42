package import InputEvents

/// Knows what is held on the tablets' pads, so that each press has one release and each finger on a ring one lift.
package struct TabletPadTracker {
    private var held: [TabletPadEvent] = []
    /// What was taken from the app and is not yet let go: ignored up to its lift (T-19).
    private var ignored: [TabletPadEvent] = []

    /// Events that did not fit.
    package private(set) var anomalies = 0

    package init() {}

    /// Answers whether the app shall see the event.
    package mutating func accept(_ event: TabletPadEvent) -> Bool {
        if let place = ignored.firstIndex(where: {
            $0.device == event.device && $0.control.isSame(as: event.control)
        }) {
            if event.isLift { ignored.remove(at: place) }
            return false
        }
        let place = held.firstIndex { $0.device == event.device && $0.control.isSame(as: event.control) }
        switch event.control {
        case .button, .key:
            guard event.isLift == (place != nil) else {
                anomalies += 1
                return false
            }
        case .ring(_, let value), .strip(_, let value):
            // Some rings say once more that no finger is there.
            guard place != nil || !event.isLift else { return false }
            guard value?.isFinite ?? true else {
                anomalies += 1
                return false
            }
        }
        if let place {
            if event.isLift { held.remove(at: place) } else { held[place] = event }
        } else {
            held.append(event)
        }
        return true
    }

    /// Takes back one thing that is held on a device, or on any when `nil`; call it until it answers `nil`.
    package mutating func cancelNext(of device: DeviceID?, at time: Timestamp) -> TabletPadEvent? {
        guard let place = held.lastIndex(where: { device == nil || $0.device == device }) else {
            if let device { ignored.removeAll { $0.device == device } }
            return nil
        }
        var event = held.remove(at: place)
        if device == nil { ignored.append(event) }
        event.timestamp = max(time, event.timestamp)
        event.arrival = event.timestamp
        event.isCancelled = true
        switch event.control {
        case .button(let number, _): event.control = .button(number, isDown: false)
        case .key(let code, _): event.control = .key(code, isDown: false)
        case .ring(let number, _): event.control = .ring(number, angle: nil)
        case .strip(let number, _): event.control = .strip(number, position: nil)
        }
        return event
    }
}

extension TabletPadEvent.Control {
    fileprivate func isSame(as other: TabletPadEvent.Control) -> Bool {
        switch (self, other) {
        case (.button(let a, _), .button(let b, _)): a == b
        case (.key(let a, _), .key(let b, _)): a == b
        case (.ring(let a, _), .ring(let b, _)): a == b
        case (.strip(let a, _), .strip(let b, _)): a == b
        default: false
        }
    }
}
