import InputEvents

/// Checks that everything that begins ends once, whatever kind of event it is.
struct BalanceChecker {
    /// What goes on now, in words.
    private(set) var open: Set<String> = []
    private(set) var violations: [String] = []
    /// How often something began, was ended, or was cancelled.
    private(set) var began = 0, ended = 0, cancelled = 0
    private var devices: Set<DeviceID> = []

    mutating func take(_ events: [InputEvent]) { for event in events { take(event) } }

    mutating func take(_ event: InputEvent) {
        let device = event.device.rawValue
        if case .deviceAdded(let device) = event {
            if !devices.insert(device.id).inserted { violations.append("\(device.id.rawValue) added twice") }
            return
        }
        if case .deviceRemoved(let device) = event {
            if devices.remove(device.id) == nil { violations.append("\(device.id.rawValue) removed twice") }
            let left = open.filter { $0.hasPrefix("\(device.id.rawValue) ") }
            if !left.isEmpty { violations.append("\(left) goes on after its device went") }
            return
        }
        if !devices.contains(event.device) {
            violations.append("an event of device \(device), which is not there")
        }
        switch event {
        case .touch(let frame):
            for touch in frame.touches {
                let name = "\(device) touch \(touch.id.rawValue)"
                switch touch.phase {
                case .began: begin(name)
                case .moved, .stationary: need(name)
                case .ended, .cancelled: end(name, cancelled: touch.phase == .cancelled)
                }
            }
        case .button(let event):
            note("\(device) button \(event.button.rawValue)", event.isDown, event.isCancelled)
        case .key(let event):
            let name = "\(device) key \(event.keycode)"
            if event.phase == .repeats {
                need(name)
            } else {
                note(name, event.isDown, event.phase == .cancelled)
            }
        case .scroll(let event) where event.source != .wheel:
            for (axis, delta, stops) in [
                ("x", event.delta.x, event.stoppedX), ("y", event.delta.y, event.stoppedY),
            ] {
                let name = "\(device) scroll \(axis)"
                if delta != 0, !open.contains(name) { begin(name) }
                if stops { end(name, cancelled: event.isCancelled) }
            }
        case .gesture(let event):
            let name = "\(device) gesture"
            switch event.phase {
            case .began: begin(name)
            case .changed: need(name)
            case .ended, .cancelled: end(name, cancelled: event.phase == .cancelled)
            }
        case .tabletTool(let event): take(event)
        case .tabletPad(let event):
            switch event.control {
            case .button(let number, _):
                note("\(device) pad button \(number)", !event.isLift, event.isCancelled)
            case .key(let code, _): note("\(device) pad key \(code)", !event.isLift, event.isCancelled)
            case .ring(let number, _): hold("\(device) ring \(number)", !event.isLift, event.isCancelled)
            case .strip(let number, _): hold("\(device) strip \(number)", !event.isLift, event.isCancelled)
            }
        default: break
        }
    }

    private mutating func take(_ event: TabletToolEvent) {
        let name = "\(event.device.rawValue) tool \(event.tool.id)"
        switch event.action {
        case .near: begin(name)
        case .away: end(name, cancelled: event.isCancelled)
        case .moved: need(name)
        case .down: begin(name + " tip")
        case .up: end(name + " tip", cancelled: event.isCancelled)
        case .press(let button): begin(name + " button \(button.rawValue)")
        case .release(let button): end(name + " button \(button.rawValue)", cancelled: event.isCancelled)
        }
        if event.action == .away {
            let left = open.filter { $0.hasPrefix(name + " ") }
            if !left.isEmpty { violations.append("\(left) goes on after the tool went") }
        }
    }

    private mutating func note(_ name: String, _ isDown: Bool, _ isCancelled: Bool) {
        if isDown { begin(name) } else { end(name, cancelled: isCancelled) }
    }

    private mutating func hold(_ name: String, _ isDown: Bool, _ isCancelled: Bool) {
        if !isDown { end(name, cancelled: isCancelled) } else if !open.contains(name) { begin(name) }
    }

    private mutating func begin(_ name: String) {
        began += 1
        if !open.insert(name).inserted { violations.append("\(name) began twice") }
    }

    private mutating func need(_ name: String) {
        if !open.contains(name) { violations.append("\(name) goes on without having begun") }
    }

    private mutating func end(_ name: String, cancelled isCancelled: Bool) {
        if isCancelled { cancelled += 1 } else { ended += 1 }
        if open.remove(name) == nil { violations.append("\(name) ended without having begun") }
    }
}
