public import InputEvents

/// A mouse that does what a test says, in points of the display.
///
/// Thread: main.
@MainActor
public final class ScriptedMouse {
    weak var harness: Harness?
    private var device: Device?
    private var isPressed = false

    /// Plugs it in, as a new device.
    public func plug() {
        guard let harness, device == nil else { return }
        let device = Device(id: harness.newDevice(), name: "scripted mouse", capabilities: .pointer)
        self.device = device
        harness.post(.deviceAdded(device))
        harness.turn()
    }

    /// Pulls it out; a held button is cancelled first (T-17).
    public func unplug() {
        guard let harness, let device else { return }
        if isPressed {
            isPressed = false
            harness.post(
                .button(
                    ButtonEvent(
                        device: device.id, timestamp: harness.now, button: .left, isDown: false,
                        isCancelled: true)))
        }
        harness.post(.deviceRemoved(device))
        self.device = nil
        harness.turn()
    }

    /// Moves the pointer there at once.
    public func move(to location: Point) {
        guard let harness, let device else { return }
        let unit = Point(location.x / harness.size.width, location.y / harness.size.height)
        let event = PointerEvent(device: device.id, timestamp: harness.now, motion: .absolute(unit))
        harness.post(.pointer(event))
        harness.turn()
    }

    /// Presses the main button.
    public func press() { button(true) }

    /// Releases the main button.
    public func release() { button(false) }

    /// Turns the wheel by clicks; down is positive.
    public func scroll(clicks: Double) {
        guard let harness, let device else { return }
        let event = ScrollEvent(
            device: device.id, timestamp: harness.now, source: .wheel, delta: Point(0, clicks * 15),
            clicks: Point(0, clicks))
        harness.post(.scroll(event))
        harness.turn()
    }

    /// Presses and releases a button without running the loop; handled whenever it runs next.
    public func queueButton(_ button: ButtonEvent.Button) {
        guard let harness, let device else { return }
        for isDown in [true, false] {
            harness.post(
                .button(
                    ButtonEvent(
                        device: device.id, timestamp: harness.now, button: button, isDown: isDown)))
        }
    }

    private func button(_ isDown: Bool) {
        guard let harness, let device, isDown != isPressed else { return }
        isPressed = isDown
        let event = ButtonEvent(
            device: device.id, timestamp: harness.now, button: .left, isDown: isDown)
        harness.post(.button(event))
        harness.turn()
    }
}
