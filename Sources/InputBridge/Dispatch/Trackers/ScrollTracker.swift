package import InputEvents

/// Knows the scrolls of fingers that go on, so that each axis is stopped once (T-40), whatever happens to its device.
package struct ScrollTracker {
    private var live: [ScrollEvent] = []
    /// Devices whose scroll was taken from the app: ignored up to its stop (T-19).
    private var ignored: [DeviceID] = []

    package init() {}

    /// Answers whether the app shall see the event; the stop of an axis that does not move is taken out of it.
    package mutating func accept(_ event: inout ScrollEvent) -> Bool {
        guard event.delta.isFinite, event.clicks.isFinite else { return false }
        guard event.source != .wheel else { return event.delta != .zero || event.clicks != .zero }
        if let place = ignored.firstIndex(of: event.device) {
            if event.stoppedX || event.stoppedY { ignored.remove(at: place) }
            return false
        }
        let place = live.firstIndex { $0.device == event.device && $0.source == event.source }
        var state = place.map { live[$0] } ?? event
        let movedX = event.delta.x != 0 || (place != nil && state.delta.x != 0)
        let movedY = event.delta.y != 0 || (place != nil && state.delta.y != 0)
        event.stoppedX = event.stoppedX && movedX
        event.stoppedY = event.stoppedY && movedY
        guard event.delta != .zero || event.stoppedX || event.stoppedY else { return false }
        // In `live` a delta of 1 stands for an axis that moves.
        state.delta = Point(movedX && !event.stoppedX ? 1 : 0, movedY && !event.stoppedY ? 1 : 0)
        if let place { live.remove(at: place) }
        if state.delta != .zero { live.append(state) }
        return true
    }

    /// Stops one scroll of a device, or of any when `nil`; call it until it answers `nil`.
    package mutating func cancelNext(of device: DeviceID?, at time: Timestamp) -> ScrollEvent? {
        guard let place = live.firstIndex(where: { device == nil || $0.device == device }) else {
            if let device { ignored.removeAll { $0 == device } }
            return nil
        }
        let scroll = live.remove(at: place)
        if device == nil { ignored.append(scroll.device) }
        return ScrollEvent(
            device: scroll.device, timestamp: time, source: scroll.source, delta: .zero,
            stoppedX: scroll.delta.x != 0, stoppedY: scroll.delta.y != 0, isCancelled: true)
    }
}
