import InputEvents

/// Left and right of a mouse change places for the left hand.
///
/// libinput 1.22 can do it by itself, and aborts when such a mouse is unplugged with a button down: it maps the held
/// button a second time and finds that it is not held (its issue 881, mended in 1.23). A press and its release are
/// turned alike, whatever is set in between. To be removed with the last libinput before 1.23.
struct MouseHand {
    /// Whether the mouse is used by the left hand.
    var isLeft = false
    /// Buttons that are down and were turned.
    private var turned: [ButtonEvent.Button] = []

    /// Whether this does the device's left hand, not libinput: mice; touchpads and tablets do well there.
    func isNeeded(for device: Device) -> Bool {
        device.capabilities.contains(.pointer)
            && device.capabilities.isDisjoint(with: [.gesture, .tabletTool, .tabletPad])
    }

    mutating func turn(_ event: inout ButtonEvent) {
        let physical = event.button
        if event.isDown {
            guard isLeft, physical == .left || physical == .right else { return }
            turned.append(physical)
        } else {
            guard let place = turned.firstIndex(of: physical) else { return }
            turned.remove(at: place)
        }
        event.button = physical == .left ? .right : .left
    }
}
