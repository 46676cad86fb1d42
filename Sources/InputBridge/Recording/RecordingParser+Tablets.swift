import InputEvents

// The lines of touchpad gestures, tablets and switches.
extension RecordingParser {
    func gesture(
        _ fields: inout RecordingFields, _ stamp: Timestamp
    ) throws(Mismatch) -> TouchpadGestureEvent {
        let device = try device(&fields)
        let kind = try fields.next("swipe, pinch or hold") { field in
            TouchpadGestureEvent.Kind.allCases.first { $0.name == field }
        }
        let count = try fields.next("a number of fingers, 1 to 10") { field in
            Int(field).flatMap { (1...10).contains($0) ? $0 : nil }
        }
        let phase = try fields.next("began, changed, ended or cancelled") { field in
            TouchpadGestureEvent.Phase.allCases.first { $0.name == field }
        }
        let delta = try fields.take("by", "two numbers", RecordingFields.point) ?? .zero
        var event = TouchpadGestureEvent(
            device: device, timestamp: stamp, kind: kind, phase: phase, fingerCount: count, delta: delta,
            unaccelerated: try fields.take("raw", "two numbers", RecordingFields.point))
        event.scale = try fields.take("scale", "a number", RecordingFields.number) ?? 1
        event.angleDelta = try fields.take("angle", "degrees", RecordingFields.number) ?? 0
        return event
    }

    mutating func tool(_ fields: inout RecordingFields, _ stamp: Timestamp) throws(Mismatch)
        -> TabletToolEvent
    {
        let device = try device(&fields)
        let id = try fields.next("the number of a tool", RecordingFields.unsigned)
        let actions = "near, away, down, up, moved, press:CODE or release:CODE"
        let action = try fields.next(actions) { TabletToolEvent.Action(word: $0) }
        let place = try fields.next("a place such as 0.5,0.25", RecordingFields.point)
        let tool = try description(of: id, &fields)
        tools[id] = tool
        var event = TabletToolEvent(
            device: device, timestamp: stamp, tool: tool, action: action, location: place,
            isCancelled: try cancelled(&fields))
        event.pressure = try fields.take("pressure", "0 to 1", RecordingFields.number) ?? 0
        event.distance = try fields.take("distance", "0 to 1", RecordingFields.number) ?? 0
        event.tilt = try fields.take("tilt", "two numbers", RecordingFields.point) ?? .zero
        event.rotation = try fields.take("turned", "degrees", RecordingFields.number) ?? 0
        event.slider = try fields.take("slider", "-1 to 1", RecordingFields.number) ?? 0
        event.wheel = try fields.take("wheel", "degrees", RecordingFields.number) ?? 0
        event.wheelClicks = try fields.take("clicks", "a whole number") { Int($0) } ?? 0
        event.delta = try fields.take("by", "two numbers", RecordingFields.point) ?? .zero
        return event
    }

    func pad(_ fields: inout RecordingFields, _ stamp: Timestamp) throws(Mismatch) -> TabletPadEvent {
        let device = try device(&fields)
        let words = "button, key, ring or strip"
        let word = try fields.next(words)
        let number = try fields.next("a number", RecordingFields.unsigned)
        var isCancelled = false
        let control: TabletPadEvent.Control
        switch word {
        case "button", "key":
            let phase = try phase(&fields)
            isCancelled = phase == .cancelled
            let isDown = phase == .down
            control = word == "key" ? .key(number, isDown: isDown) : .button(Int(number), isDown: isDown)
        case "ring", "strip":
            let field = try fields.next("a number, off or cancelled") { field -> Substring? in
                field == "off" || field == "cancelled" || RecordingFields.number(field) != nil ? field : nil
            }
            isCancelled = field == "cancelled"
            let value = RecordingFields.number(field)
            control =
                word == "ring" ? .ring(Int(number), angle: value) : .strip(Int(number), position: value)
        default: throw Mismatch(found: "\"\(word)\"", expected: words)
        }
        let group = try fields.take("group", "a number", RecordingFields.unsigned) ?? 0
        let mode = try fields.take("mode", "a number", RecordingFields.unsigned) ?? 0
        return TabletPadEvent(
            device: device, timestamp: stamp, control: control, group: Int(group), mode: Int(mode),
            isCancelled: isCancelled)
    }

    func switched(_ fields: inout RecordingFields, _ stamp: Timestamp) throws(Mismatch) -> SwitchEvent {
        let device = try device(&fields)
        let kind = try fields.next("lid or tablet-mode") { field in
            SwitchEvent.Kind.allCases.first { $0.name == field }
        }
        let isOn = try fields.next("on or off") { $0 == "on" ? true : $0 == "off" ? false : nil }
        return SwitchEvent(device: device, timestamp: stamp, kind: kind, isOn: isOn)
    }

    func cancelled(_ fields: inout RecordingFields) throws(Mismatch) -> Bool {
        try fields.take("cancelled", "yes or no") { $0 == "yes" ? true : $0 == "no" ? false : nil } ?? false
    }

    /// What earlier lines said of a tool, changed by what this line says.
    private func description(of id: UInt32, _ fields: inout RecordingFields) throws(Mismatch) -> TabletTool {
        var tool = tools[id] ?? TabletTool(id: id)
        let kinds = "pen, eraser, brush, pencil, airbrush, mouse, lens or totem"
        let kind = try fields.take("kind", kinds) { field in
            TabletTool.Kind.allCases.first { $0.name == field }
        }
        let axes = try fields.take("has", "axes such as pressure,tilt, or none") { field in
            field == "none" ? [] : Self.axes(field)
        }
        tool.kind = kind ?? tool.kind
        tool.axes = axes ?? tool.axes
        tool.serial = try fields.take("serial", "a number", Self.wide) ?? tool.serial
        tool.make = try fields.take("make", "a number", Self.wide) ?? tool.make
        return tool
    }

    private static func axes(_ field: Substring) -> TabletTool.Axes? {
        var result: TabletTool.Axes = []
        for word in field.split(separator: ",", omittingEmptySubsequences: false) {
            guard let known = TabletTool.Axes.names.first(where: { $0.name == word }) else { return nil }
            result.insert(known.value)
        }
        return result
    }

    private static func wide(_ field: Substring) -> UInt64? {
        field.hasPrefix("0x") ? UInt64(field.dropFirst(2), radix: 16) : UInt64(field)
    }
}
