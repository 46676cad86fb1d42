package import InputEvents

/// Sees to it that pens come as legal sequences: `near (moved | down | up | press | release)* away`, with tip and
/// buttons up before `away` (T-55).
///
/// What does not fit is dropped and counted.
package struct TabletToolTracker {
    private struct Live {
        /// What came last, with the axes and the place.
        var last: TabletToolEvent
        var isDown = false
        var buttons: [ButtonEvent.Button] = []
        /// It was taken from the app: what it does is ignored until it goes (T-19).
        var isIgnored = false
    }

    private var live: [Live] = []

    /// Events that did not fit.
    package private(set) var anomalies = 0

    package init() {}

    /// Answers whether the app shall see the event, whose place is in points already.
    package mutating func accept(_ event: TabletToolEvent) -> Bool {
        let place = live.firstIndex { $0.last.tool.id == event.tool.id && $0.last.device == event.device }
        guard event.location.isFinite, event.pressure.isFinite, event.tilt.isFinite, let place else {
            guard case .near = event.action, place == nil, event.location.isFinite else {
                anomalies += 1
                return false
            }
            live.append(Live(last: event))
            return true
        }
        if live[place].isIgnored {
            if event.action == .away { live.remove(at: place) }
            return false
        }
        guard fits(event, live[place]) else {
            anomalies += 1
            return false
        }
        live[place].last = event
        switch event.action {
        case .down: live[place].isDown = true
        case .up: live[place].isDown = false
        case .press(let button): live[place].buttons.append(button)
        case .release(let button): live[place].buttons.removeAll { $0 == button }
        case .away: live.remove(at: place)
        case .near, .moved: break
        }
        return true
    }

    /// Whether the tip of a tool touches the tablet.
    package func isDown(on device: DeviceID) -> Bool {
        live.contains { $0.isDown && $0.last.device == device }
    }

    /// Takes back one thing of a tool that works on the device, or on any when `nil`: a button, the touch of the tip,
    /// then its being near.
    ///
    /// Call it until it answers `nil`.
    package mutating func cancelNext(of device: DeviceID?, at time: Timestamp) -> TabletToolEvent? {
        guard
            let place = live.firstIndex(where: {
                !$0.isIgnored && (device == nil || $0.last.device == device)
            })
        else {
            if let device { live.removeAll { $0.last.device == device } }
            return nil
        }
        return takeBack(place, at: time, ignoring: device == nil)
    }

    /// Takes back what a tool still holds down before it goes, button by button; `nil` when it holds nothing.
    package mutating func releaseNext(before event: TabletToolEvent) -> TabletToolEvent? {
        guard event.action == .away,
            let place = live.firstIndex(where: {
                $0.last.tool.id == event.tool.id && $0.last.device == event.device
            }), !live[place].isIgnored, live[place].isDown || !live[place].buttons.isEmpty
        else { return nil }
        return takeBack(place, at: event.timestamp, ignoring: false)
    }

    private mutating func takeBack(_ place: Int, at time: Timestamp, ignoring: Bool) -> TabletToolEvent {
        var event = live[place].last
        event.timestamp = max(time, event.timestamp)
        event.arrival = event.timestamp
        event.isCancelled = true
        event.delta = .zero
        event.wheel = 0
        event.wheelClicks = 0
        if let button = live[place].buttons.popLast() {
            event.action = .release(button)
        } else if live[place].isDown {
            live[place].isDown = false
            event.action = .up
            event.pressure = 0
        } else {
            event.action = .away
            if ignoring { live[place].isIgnored = true } else { live.remove(at: place) }
        }
        return event
    }

    private func fits(_ event: TabletToolEvent, _ tool: Live) -> Bool {
        switch event.action {
        case .near: false
        case .down: !tool.isDown
        case .up: tool.isDown
        case .press(let button): !tool.buttons.contains(button)
        case .release(let button): tool.buttons.contains(button)
        case .moved, .away: true
        }
    }
}
