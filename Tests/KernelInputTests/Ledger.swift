import InputEvents

/// Checks that what reaches an app is legal whatever came in: `began (moved|stationary)* (ended|cancelled)` for a finger,
/// one release for a press, nothing of a device that is not there.
final class Ledger {
    private(set) var began = 0, ended = 0, cancelled = 0
    private(set) var presses = 0, motions = 0, scrolls = 0, keys: [UInt32] = []
    /// The first thing that was not legal.
    private(set) var fault: String?
    private var fingers: [TouchID: DeviceID] = [:]
    private var buttons: Set<UInt32> = [], heldKeys: Set<UInt32> = []
    private var devices: Set<DeviceID> = []
    private var last: [DeviceID: Timestamp] = [:]

    /// Nothing is held down.
    var isAtRest: Bool {
        fingers.isEmpty && buttons.isEmpty && heldKeys.isEmpty && began == ended + cancelled
    }

    func take(_ event: InputEvent) {
        switch event {
        case .deviceAdded(let device): check(devices.insert(device.id).inserted, event)
        case .deviceRemoved(let device):
            check(devices.remove(device.id) != nil && !fingers.values.contains(device.id), event)
        case .touch(let frame): take(frame, event)
        case .pointer(let motion):
            motions += 1
            check(motion.location.isFinite, event)
        case .button(let button):
            check(button.isDown == !buttons.contains(button.button.rawValue), event)
            if button.isDown { presses += 1 }
            if button.isDown {
                buttons.insert(button.button.rawValue)
            } else {
                buttons.remove(button.button.rawValue)
            }
        case .scroll(let scroll):
            scrolls += 1
            check(scroll.delta.isFinite && scroll.clicks.isFinite, event)
        case .key(let key):
            check((key.phase == .down) == !heldKeys.contains(key.keycode), event)
            if key.phase == .down { keys.append(key.keycode) }
            if key.isDown { heldKeys.insert(key.keycode) } else { heldKeys.remove(key.keycode) }
        default: break
        }
    }

    private func take(_ frame: TouchFrame, _ event: InputEvent) {
        check(frame.timestamp >= last[frame.device] ?? frame.timestamp, event, "time went back for a finger")
        last[frame.device] = frame.timestamp
        var seen: Set<TouchID> = []
        for touch in frame.touches {
            check(
                seen.insert(touch.id).inserted && touch.location.isFinite, event, "a finger twice or nowhere")
            check((fingers[touch.id] == nil) == (touch.phase == .began), event, "\(touch) out of order")
            switch touch.phase {
            case .began:
                began += 1
                fingers[touch.id] = frame.device
            case .ended, .cancelled:
                if touch.phase == .ended { ended += 1 } else { cancelled += 1 }
                fingers[touch.id] = nil
            case .moved, .stationary: break
            }
        }
        let down = fingers.filter { $0.value == frame.device }
        check(down.keys.allSatisfy(seen.contains), event, "a finger that is down is left out")
        if down.isEmpty { last[frame.device] = nil }
    }

    private func check(_ isLegal: Bool, _ event: InputEvent, _ why: String = "out of order") {
        if !isLegal, fault == nil { fault = "\(why): \(event)" }
    }
}
