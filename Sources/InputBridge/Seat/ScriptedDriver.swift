import CLinux
package import EventLoop
package import InputEvents

/// A seat whose events are posted by a test, and come the way that a device's come.
///
/// Owns its eventfd.
package final class ScriptedDriver: SeatDriver {
    private let descriptor = clinux_eventfd()
    private var posted: [InputEvent] = []

    package init() { precondition(descriptor >= 0, "kernel: eventfd failed with errno \(-descriptor)") }

    deinit { close(descriptor) }

    package func post(_ event: InputEvent) {
        posted.append(event)
        _ = clinux_eventfd_write(descriptor)
    }

    package func start(on loop: Loop) -> [CInt] { [descriptor] }

    package func drain(_ descriptor: CInt, into inbox: SeatInbox, now: Instant) {
        _ = clinux_eventfd_read(descriptor)
        for event in posted { inbox.put(event, arrival: now) }
        posted.removeAll(keepingCapacity: true)
    }
}
