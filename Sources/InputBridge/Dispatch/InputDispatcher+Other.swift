import InputEvents

// Scrolls, gestures, tablets and switches: each is checked by its tracker before the handler sees it.
extension InputDispatcher {
    func scrolled(_ event: ScrollEvent) {
        var event = event
        guard trackers.scrolls.accept(&event) else { return }
        event.location = pointerLocation
        deliver(.scroll(event))
    }

    func gestured(_ event: TouchpadGestureEvent) {
        if event.phase == .began { cancelGestures(of: event.device, at: event.timestamp) }
        guard trackers.gestures.accept(event) else { return noteAnomalies(of: event.device) }
        var event = event
        event.location = pointerLocation
        deliver(.gesture(event))
    }

    func drew(_ event: TabletToolEvent) {
        var event = event
        let mapping = mappings.mapping(of: event.device, isHeld: trackers.tools.isDown(on: event.device))
        event.location = mapping.point(for: event.location)
        while let release = trackers.tools.releaseNext(before: event) { deliver(.tabletTool(release)) }
        guard trackers.tools.accept(event) else { return noteAnomalies(of: event.device) }
        deliver(.tabletTool(event))
    }

    func pressed(_ event: TabletPadEvent) {
        guard trackers.pads.accept(event) else { return noteAnomalies(of: event.device) }
        deliver(.tabletPad(event))
    }

    func switched(_ event: SwitchEvent) {
        guard trackers.switches.accept(event) else { return }
        deliver(.switched(event))
    }

    private func noteAnomalies(of device: DeviceID) {
        guard trackers.anomalies != trackers.toldAnomalies else { return }
        trackers.toldAnomalies = trackers.anomalies
        report(oddOf: device)
    }

    /// Says once that a device does what does not fit.
    func report(oddOf device: DeviceID) {
        guard oddities.note(device) else { return }
        let name = knownDevices.first { $0.id == device }?.name ?? "device \(device.rawValue)"
        seat.report(
            .info, "\(name) reports what does not fit; it is mended, and counted from now on without a word")
    }

    /// Takes back what goes on, of one device or of all when `nil`.
    func cancelOthers(_ device: DeviceID?, at time: Timestamp) {
        while let event = trackers.tools.cancelNext(of: device, at: time) { deliver(.tabletTool(event)) }
        while let event = trackers.pads.cancelNext(of: device, at: time) { deliver(.tabletPad(event)) }
        cancelGestures(of: device, at: time)
        while var event = trackers.scrolls.cancelNext(of: device, at: time) {
            event.location = pointerLocation
            deliver(.scroll(event))
        }
    }

    private func cancelGestures(of device: DeviceID?, at time: Timestamp) {
        while var event = trackers.gestures.cancelNext(of: device, at: time) {
            event.location = pointerLocation
            deliver(.gesture(event))
        }
    }
}

/// What the dispatcher knows of everything that goes on but touches, buttons and keys.
struct EventTrackers {
    var scrolls = ScrollTracker()
    var gestures = GestureTracker()
    var tools = TabletToolTracker()
    var pads = TabletPadTracker()
    var switches = SwitchTracker()

    /// How many of them the log has heard of.
    var toldAnomalies = 0

    var anomalies: Int { gestures.anomalies + tools.anomalies + pads.anomalies }
}
