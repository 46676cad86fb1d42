package import InputEvents

/// Lets through what changes a switch: the first event of each says on, and no two in a row are equal (T-60).
package struct SwitchTracker {
    private var on: [(device: DeviceID, kind: SwitchEvent.Kind)] = []

    package init() {}

    /// Answers whether the app shall see the event.
    package mutating func accept(_ event: SwitchEvent) -> Bool {
        let place = on.firstIndex { $0.device == event.device && $0.kind == event.kind }
        guard event.isOn == (place == nil) else { return false }
        if let place { on.remove(at: place) } else { on.append((event.device, event.kind)) }
        return true
    }

    /// Forgets a device; its switches are off when it comes again, until it says otherwise.
    package mutating func remove(_ device: DeviceID) { on.removeAll { $0.device == device } }
}
