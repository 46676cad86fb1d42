import CLinux
package import EventLoop
package import InputEvents

/// A seat whose events are posted by a test, and come the way that a device's come.
///
/// While it is suspended its devices are gone, as libinput's are, and what is posted goes to nobody.
/// Owns its eventfd.
package final class ScriptedDriver: SeatDriver {
    private let descriptor = clinux_eventfd()
    private var posted: [InputEvent] = []
    /// The devices that come back with `resume`; nil when not suspended.
    private var away: [Device]?

    package init() { precondition(descriptor >= 0, "kernel: eventfd failed with errno \(-descriptor)") }

    deinit { close(descriptor) }

    package func post(_ event: InputEvent) {
        guard away == nil else { return }
        posted.append(event)
        _ = clinux_eventfd_write(descriptor)
    }

    package func start(on loop: Loop) -> [CInt] { [descriptor] }

    package func drain(_ descriptor: CInt, into inbox: SeatInbox, now: Instant) {
        _ = clinux_eventfd_read(descriptor)
        for event in posted { inbox.put(event, arrival: now) }
        posted.removeAll(keepingCapacity: true)
    }

    package func suspend(into inbox: SeatInbox, now: Instant) {
        guard away == nil else { return }
        drain(descriptor, into: inbox, now: now)
        away = inbox.devices
        for device in inbox.devices { inbox.put(.deviceRemoved(device), arrival: now) }
    }

    package func resume(into inbox: SeatInbox, now: Instant) {
        for device in away ?? [] { inbox.put(.deviceAdded(device), arrival: now) }
        away = nil
    }
}
