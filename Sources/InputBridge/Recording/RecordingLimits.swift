import InputEvents

/// What may be there at a time in a recording.
///
/// Far above any hardware; what is more is a mistake or malice, and costs of a frame grow with the square of its
/// fingers. Chosen by us.
struct RecordingLimits {
    static let devices = 256
    static let fingers = 64
    static let held = 256
    /// In seconds: a year of 365 days, as `--duration` allows.
    static let time: Int64 = 31_536_000

    private struct Held: Hashable {
        enum Kind { case key, button, padButton, padKey, ring, strip, tool, toolButton }
        var kind: Kind
        var number: UInt64
    }

    private struct Use {
        var fingers: Set<TouchID> = []
        var held: Set<Held> = []
    }

    private var uses: [DeviceID: Use] = [:]

    /// Throws when the event makes it too much.
    mutating func admit(_ event: InputEvent) throws(Mismatch) {
        switch event {
        case .deviceAdded(let device):
            uses[device.id] = Use()
            try check(uses.count, Self.devices, "devices at a time")
        case .deviceRemoved(let device): uses[device.id] = nil
        case .touch(let frame): try admit(frame)
        case .button(let event):
            try hold(.button, UInt64(event.button.rawValue), event.isDown, event.device)
        case .key(let event): try hold(.key, UInt64(event.keycode), event.isDown, event.device)
        case .tabletTool(let event): try admit(event)
        case .tabletPad(let event): try admit(event)
        case .pointer, .scroll, .gesture, .switched: break
        }
    }

    private mutating func admit(_ frame: TouchFrame) throws(Mismatch) {
        try check(frame.touches.count, Self.fingers, "fingers in a frame")
        for touch in frame.touches {
            if touch.phase.isFinal {
                uses[frame.device]?.fingers.remove(touch.id)
            } else {
                uses[frame.device]?.fingers.insert(touch.id)
            }
        }
        try check(uses[frame.device]?.fingers.count ?? 0, Self.fingers, "fingers on a device at a time")
    }

    private mutating func admit(_ event: TabletToolEvent) throws(Mismatch) {
        let tool = UInt64(event.tool.id) << 32
        switch event.action {
        case .press(let button): try hold(.toolButton, tool | UInt64(button.rawValue), true, event.device)
        case .release(let button): try hold(.toolButton, tool | UInt64(button.rawValue), false, event.device)
        case .near, .down, .up, .moved: try hold(.tool, tool, true, event.device)
        case .away: try hold(.tool, tool, false, event.device)
        }
    }

    private mutating func admit(_ event: TabletPadEvent) throws(Mismatch) {
        let isDown = !event.isLift && !event.isCancelled
        switch event.control {
        case .button(let number, _): try hold(.padButton, UInt64(number), isDown, event.device)
        case .key(let code, _): try hold(.padKey, UInt64(code), isDown, event.device)
        case .ring(let number, _): try hold(.ring, UInt64(number), isDown, event.device)
        case .strip(let number, _): try hold(.strip, UInt64(number), isDown, event.device)
        }
    }

    private mutating func hold(
        _ kind: Held.Kind, _ number: UInt64, _ isDown: Bool, _ device: DeviceID
    ) throws(Mismatch) {
        let thing = Held(kind: kind, number: number)
        guard isDown else {
            uses[device]?.held.remove(thing)
            return
        }
        uses[device]?.held.insert(thing)
        try check(uses[device]?.held.count ?? 0, Self.held, "things held on a device at a time")
    }

    private func check(_ count: Int, _ limit: Int, _ what: String) throws(Mismatch) {
        if count > limit { throw Mismatch(found: "\(count) \(what)", expected: "\(limit) at most") }
    }
}
