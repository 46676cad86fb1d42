package import EventLoop
package import InputEvents

/// Where a driver puts what it reads: the queue to the dispatcher, and the list of devices.
///
/// Thread: the loop's own.
package final class SeatInbox {
    // Never changed while it is being changed: what is called from in here knows nothing of the inbox. The check
    // at run time would cost more than the queue.
    @exclusivity(unchecked) package var queue = InputQueue()
    package private(set) var devices: [Device] = []
    /// Events put in since the beginning, folded ones included.
    package var readCount: Int { queue.tail + queue.folded }

    package init() {}

    package func put(_ event: consuming InputEvent, arrival: Instant) {
        switch event {
        case .deviceAdded(let device): devices.append(device)
        case .deviceRemoved(let device): devices.removeAll { $0.id == device.id }
        default: break
        }
        queue.append(event, arrival: arrival)
    }
}
