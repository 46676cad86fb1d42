import FakeDevices

/// What is sent: frames of a device at a rate, the same for every side.
struct Workload {
    let name: String
    /// Frames a second.
    let rate: Int
    let isTouch: Bool

    static let all = [
        Workload(name: "mouse-1000", rate: 1000, isTouch: false),
        Workload(name: "mouse-8000", rate: 8000, isTouch: false),
        Workload(name: "touch-240", rate: 240, isTouch: true),
    ]

    /// A device of this workload's own, plugged in.
    func makeDevice(_ side: String) -> Sender {
        let device: FakeDevice =
            isTouch ? FakeTouchscreen("\(name) \(side)") : FakeMouse("\(name) \(side)")
        device.plug()
        return Sender(device)
    }
}

/// Sends the frames of a workload, one after the other.
final class Sender: @unchecked Sendable {
    // Safety: used by one thread at a time; the fake device itself may be called from any.

    let device: FakeDevice
    private var round = 0

    init(_ device: FakeDevice) { self.device = device }

    /// Ten fingers come down; a mouse just moves.
    func begin() {
        guard let screen = device as? FakeTouchscreen else { return next() }
        for slot: Int32 in 0..<10 { screen.down(slot, x: 0.1, y: 0.05 + 0.08 * Double(slot)) }
        screen.sync()
    }

    /// One frame: every finger moves, or the mouse does.
    func next() {
        round += 1
        if let mouse = device as? FakeMouse {
            mouse.move(round & 64 == 0 ? 3 : -3, round & 32 == 0 ? 2 : -2)
        } else if let screen = device as? FakeTouchscreen {
            let step = Double(round & 1023) / 1280
            for slot: Int32 in 0..<10 {
                screen.move(slot, x: 0.1 + step, y: 0.05 + 0.08 * Double(slot) + step / 100)
            }
            screen.sync()
        }
    }

    /// What tells the receiver to stop: a button, or the lift of all fingers.
    func end() {
        if let mouse = device as? FakeMouse {
            mouse.button(down: true)
        } else if let screen = device as? FakeTouchscreen {
            for slot: Int32 in 0..<10 { screen.up(slot) }
            screen.sync()
        }
    }
}
