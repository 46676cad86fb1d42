package import InputEvents

/// Sees to it that gestures of touchpads come as legal sequences: `began changed* (ended | cancelled)` (T-57).
///
/// One gesture a touchpad. What does not fit is dropped and counted.
package struct GestureTracker {
    private var live: [TouchpadGestureEvent] = []
    /// Touchpads whose gesture was taken from the app: what they still say of it is ignored (T-19).
    private var ignored: [DeviceID] = []

    /// Events that did not fit.
    package private(set) var anomalies = 0

    package init() {}

    /// Answers whether the app shall see the event.
    ///
    /// Before a `began`, end what is live of that device with `cancelNext`.
    package mutating func accept(_ event: TouchpadGestureEvent) -> Bool {
        let place = live.firstIndex { $0.device == event.device && $0.kind == event.kind }
        if event.phase == .began {
            ignored.removeAll { $0 == event.device }
            if live.contains(where: { $0.device == event.device }) { anomalies += 1 }
            live.removeAll { $0.device == event.device }
            live.append(event)
            return true
        }
        guard let place else {
            if let ended = ignored.firstIndex(of: event.device) {
                if event.phase.isFinal { ignored.remove(at: ended) }
            } else {
                anomalies += 1
            }
            return false
        }
        guard event.delta.isFinite, event.scale.isFinite, event.angleDelta.isFinite else {
            anomalies += 1
            return false
        }
        if event.phase.isFinal { live.remove(at: place) } else { live[place].scale = event.scale }
        return true
    }

    /// Whether a gesture of the device goes on.
    package func isLive(_ device: DeviceID) -> Bool { live.contains { $0.device == device } }

    /// Takes back one gesture of a device, or of any when `nil`; call it until it answers `nil`.
    package mutating func cancelNext(of device: DeviceID?, at time: Timestamp) -> TouchpadGestureEvent? {
        guard let place = live.firstIndex(where: { device == nil || $0.device == device }) else {
            if let device { ignored.removeAll { $0 == device } }
            return nil
        }
        let gesture = live.remove(at: place)
        if device == nil { ignored.append(gesture.device) }
        return TouchpadGestureEvent(
            device: gesture.device, timestamp: time, kind: gesture.kind, phase: .cancelled,
            fingerCount: gesture.fingerCount, scale: gesture.scale)
    }
}
