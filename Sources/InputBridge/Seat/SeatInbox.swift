package import EventLoop
package import InputEvents

/// Where a driver puts what it reads: the queue to the dispatcher, and the list of devices.
///
/// Thread: the loop's own.
package final class SeatInbox {
    package var queue = InputQueue()
    package private(set) var devices: [Device] = []
    /// Events put in since the beginning, folded ones included.
    package private(set) var readCount = 0

    package init() {}

    package func put(_ event: InputEvent, arrival: Instant) {
        switch event {
        case .deviceAdded(let device): devices.append(device)
        case .deviceRemoved(let device): devices.removeAll { $0.id == device.id }
        default: break
        }
        readCount += 1
        queue.append(event, arrival: arrival)
    }
}
