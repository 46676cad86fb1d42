package import InputEvents

// The lines of touchpad gestures and tablets.
extension RecordingWriter {
    mutating func put(_ event: TouchpadGestureEvent) {
        put(" gesture \(event.device.rawValue) \(event.kind.name) \(event.fingerCount) \(event.phase.name)")
        if event.delta != .zero || event.unaccelerated != .zero {
            put(" by=\(event.delta.x),\(event.delta.y) raw=\(event.unaccelerated.x),\(event.unaccelerated.y)")
        }
        if event.kind == .pinch || event.scale != 1 || event.angleDelta != 0 {
            put(" scale=\(event.scale) angle=\(event.angleDelta)")
        }
    }

    mutating func put(_ event: TabletToolEvent) {
        put(" tool \(event.device.rawValue) \(event.tool.id) \(event.action.word)")
        put(" \(event.location.x),\(event.location.y)")
        let known = describedTools.updateValue(event.tool, forKey: event.tool.id)
        if known != event.tool {
            let axes = TabletTool.Axes.names.filter { event.tool.axes.contains($0.value) }.map(\.name)
            put(" kind=\(event.tool.kind.name) has=\(axes.isEmpty ? "none" : axes.joined(separator: ","))")
            if event.tool.serial != known?.serial ?? 0 {
                put(" serial=0x\(String(event.tool.serial, radix: 16))")
            }
            if event.tool.make != known?.make ?? 0 { put(" make=0x\(String(event.tool.make, radix: 16))") }
        }
        if event.pressure != 0 { put(" pressure=\(event.pressure)") }
        if event.distance != 0 { put(" distance=\(event.distance)") }
        if event.tilt != .zero { put(" tilt=\(event.tilt.x),\(event.tilt.y)") }
        if event.rotation != 0 { put(" turned=\(event.rotation)") }
        if event.slider != 0 { put(" slider=\(event.slider)") }
        if event.wheel != 0 { put(" wheel=\(event.wheel)") }
        if event.wheelClicks != 0 { put(" clicks=\(event.wheelClicks)") }
        if event.delta != .zero { put(" by=\(event.delta.x),\(event.delta.y)") }
        if event.isCancelled { put(" cancelled=yes") }
    }

    mutating func put(_ event: TabletPadEvent) {
        put(" pad \(event.device.rawValue) ")
        let down = event.isCancelled ? "cancelled" : event.isLift ? "up" : "down"
        let off = event.isCancelled ? "cancelled" : "off"
        switch event.control {
        case .button(let number, _): put("button \(number) \(down)")
        case .key(let code, _): put("key \(code) \(down)")
        case .ring(let number, let angle): put("ring \(number) \(angle.map { "\($0)" } ?? off)")
        case .strip(let number, let place): put("strip \(number) \(place.map { "\($0)" } ?? off)")
        }
        if event.group != 0 { put(" group=\(event.group)") }
        if event.mode != 0 { put(" mode=\(event.mode)") }
    }
}

extension TouchpadGestureEvent.Kind {
    /// The word of a recording for the kind.
    package var name: String {
        switch self {
        case .swipe: "swipe"
        case .pinch: "pinch"
        case .hold: "hold"
        }
    }
}

extension TouchpadGestureEvent.Phase {
    /// The word of a recording for the phase.
    package var name: String {
        switch self {
        case .began: "began"
        case .changed: "changed"
        case .ended: "ended"
        case .cancelled: "cancelled"
        }
    }
}

extension TabletTool.Kind {
    /// The word of a recording for the kind.
    package var name: String {
        switch self {
        case .pen: "pen"
        case .eraser: "eraser"
        case .brush: "brush"
        case .pencil: "pencil"
        case .airbrush: "airbrush"
        case .mouse: "mouse"
        case .lens: "lens"
        case .totem: "totem"
        }
    }
}

extension TabletTool.Axes {
    /// The words of a recording for each axis.
    package static let names: [(name: String, value: TabletTool.Axes)] = [
        ("pressure", .pressure), ("distance", .distance), ("tilt", .tilt), ("rotation", .rotation),
        ("slider", .slider), ("wheel", .wheel),
    ]
}

extension TabletToolEvent.Action {
    /// The word of a recording for the action; a button's code stands behind a colon.
    package var word: String {
        switch self {
        case .near: "near"
        case .away: "away"
        case .down: "down"
        case .up: "up"
        case .moved: "moved"
        case .press(let button): "press:0x\(String(button.rawValue, radix: 16))"
        case .release(let button): "release:0x\(String(button.rawValue, radix: 16))"
        }
    }

    /// The action for a word of a recording; `nil` for another word.
    package init?(word: Substring) {
        let plain: [(Substring, TabletToolEvent.Action)] = [
            ("near", .near), ("away", .away), ("down", .down), ("up", .up), ("moved", .moved),
        ]
        if let action = plain.first(where: { $0.0 == word })?.1 {
            self = action
            return
        }
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let code = RecordingFields.unsigned(parts[1]) else { return nil }
        switch parts[0] {
        case "press": self = .press(.init(rawValue: code))
        case "release": self = .release(.init(rawValue: code))
        default: return nil
        }
    }
}

extension SwitchEvent.Kind {
    /// The word of a recording for the switch.
    package var name: String {
        switch self {
        case .lid: "lid"
        case .tabletMode: "tablet-mode"
        }
    }
}
