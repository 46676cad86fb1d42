import InputEvents

/// Reads the text of a recording.
///
/// First line, display line, then events up to the `end` line. A last line without its line break is what a
/// cut leaves; it is passed over with a warning.
struct RecordingParser {
    let name: String
    private var devices: [UInt32: Device] = [:]
    private var limits = RecordingLimits()
    var tools: [UInt32: TabletTool] = [:]
    private var recording = InputRecording(display: Size(1, 1), end: .zero)
    private var stage = Stage.version

    private enum Stage { case version, display, events, ended }

    init(name: String) { self.name = name }

    mutating func parse(_ text: String) throws(InputError) -> InputRecording {
        recording.isComplete = false
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, bytes) in lines.enumerated() {
            let line = Substring(bytes)
            // Only an event can be cut: the writer puts nothing behind the end line.
            let mayBeCut = index == lines.count - 1 && stage != .ended
            let whole = recording.entries.count
            do {
                try take(line)
            } catch {
                if mayBeCut { break }
                throw InputError(error, in: name, line: index + 1)
            }
            if mayBeCut, recording.entries.count > whole { recording.entries.removeLast() }
        }
        guard stage == .events || stage == .ended else {
            throw InputError(
                wanted: "\(name):\(lines.count)", found: "found the end of the file, expected \(expectation)")
        }
        if stage == .events {
            recording.end = recording.entries.map(\.time).max() ?? .zero
            recording.warning = "\(name):\(lines.count): the recording was cut here; it plays up to this line"
        }
        return recording
    }

    private var expectation: String {
        stage == .version ? "penstock-recording \(RecordingWriter.version)" : "display WxH scale=F rotation=N"
    }

    private mutating func take(_ line: Substring) throws(Mismatch) {
        var fields = try RecordingFields(line)
        guard !fields.isEmpty, line.utf8.first != UInt8(ascii: "#") else { return }
        switch stage {
        case .version: try version(&fields)
        case .display: try display(&fields)
        case .events: try event(&fields)
        case .ended: throw Mismatch(found: "\"\(line)\"", expected: "nothing behind the end line")
        }
    }

    private mutating func version(_ fields: inout RecordingFields) throws(Mismatch) {
        let expected = expectation
        _ = try fields.next(expected) { $0 == "penstock-recording" ? $0 : nil }
        let newest = RecordingWriter.version
        _ = try fields.next("version \(newest) or an older one") { field in
            Int(field).flatMap { (1...newest).contains($0) ? $0 : nil }
        }
        stage = .display
    }

    private mutating func display(_ fields: inout RecordingFields) throws(Mismatch) {
        let expected = expectation
        _ = try fields.next(expected) { $0 == "display" ? $0 : nil }
        recording.display = try fields.next("a size such as 800x480", RecordingFields.size)
        let scale = try fields.take("scale", "a number above 0") { field in
            RecordingFields.number(field).flatMap { $0 > 0 ? $0 : nil }
        }
        let rotation = try fields.take("rotation", "0, 90, 180 or 270") { Int($0).flatMap(Rotation.init) }
        recording.scale = scale ?? 1
        recording.rotation = rotation ?? .none
        recording.displayExtras = try fields.rest()
        stage = .events
    }

    private mutating func event(_ fields: inout RecordingFields) throws(Mismatch) {
        let time = try fields.next("a time in seconds such as 1.250000000", RecordingFields.nanoseconds)
        guard time <= RecordingLimits.time * 1_000_000_000 else {
            throw Mismatch(
                found: "second \(time / 1_000_000_000)",
                expected: "\(RecordingLimits.time) seconds, a year, at most")
        }
        let kinds = "added, removed, touch, pointer, button, scroll, key, gesture, tool, pad, switch or end"
        let kind = try fields.next(kinds)
        if kind == "end" {
            recording.end = .nanoseconds(time)
            recording.isComplete = true
            stage = .ended
            return
        }
        let stamp = Timestamp(nanoseconds: time)
        var event: InputEvent
        switch kind {
        case "added": event = .deviceAdded(try added(&fields))
        case "removed": event = .deviceRemoved(try removed(&fields))
        case "touch": event = .touch(try touch(&fields, stamp))
        case "pointer": event = .pointer(try pointer(&fields, stamp))
        case "button": event = .button(try button(&fields, stamp))
        case "scroll": event = .scroll(try scroll(&fields, stamp))
        case "key": event = .key(try key(&fields, stamp))
        case "gesture": event = .gesture(try gesture(&fields, stamp))
        case "tool": event = .tabletTool(try tool(&fields, stamp))
        case "pad": event = .tabletPad(try pad(&fields, stamp))
        case "switch": event = .switched(try switched(&fields, stamp))
        default: throw Mismatch(found: "\"\(kind)\"", expected: kinds)
        }
        if event.timestamp != nil, let read = try fields.take("read", "seconds", RecordingFields.nanoseconds)
        {
            event.rewrite(
                device: event.device, timestamp: stamp,
                arrival: Timestamp(nanoseconds: stamp.nanoseconds &+ read))
        }
        let extras = try fields.rest()
        try limits.admit(event)
        recording.entries.append(.init(time: .nanoseconds(time), event: event, extras: extras))
    }

    private mutating func added(_ fields: inout RecordingFields) throws(Mismatch) -> Device {
        let id = try fields.next("a device's number", RecordingFields.unsigned)
        guard devices[id] == nil else {
            throw Mismatch(found: "device \(id) a second time", expected: "a number that is not in use")
        }
        let name = try fields.next("a device's name in quotes")
        let capabilities = try fields.next("what it can do, such as touch or keyboard,pointer") { field in
            field == "none" ? [] : Self.capabilities(field)
        }
        var device = Device(id: DeviceID(rawValue: id), name: String(name), capabilities: capabilities)
        if let node = try fields.take("node", "a name", { String($0) }) { device.node = node }
        if let vendor = try fields.take("vendor", "a number", RecordingFields.unsigned) {
            device.vendor = vendor
        }
        if let product = try fields.take("product", "a number", RecordingFields.unsigned) {
            device.product = product
        }
        device.millimetres = try fields.take("mm", "a size such as 220x125", RecordingFields.size)
        device.outputName = try fields.take("output", "a name") { String($0) }
        if let seat = try fields.take("seat", "a name", { String($0) }) { device.seat = seat }
        devices[id] = device
        return device
    }

    private static func capabilities(_ field: Substring) -> Device.Capabilities? {
        var result: Device.Capabilities = []
        for word in field.split(separator: ",", omittingEmptySubsequences: false) {
            guard let known = Device.Capabilities.names.first(where: { $0.name == word }) else { return nil }
            result.insert(known.value)
        }
        return result
    }

    private mutating func removed(_ fields: inout RecordingFields) throws(Mismatch) -> Device {
        let id = try device(&fields)
        guard let device = devices.removeValue(forKey: id.rawValue) else {
            throw Mismatch(found: "device \(id.rawValue)", expected: "a device that was added")
        }
        return device
    }

    private func touch(_ fields: inout RecordingFields, _ stamp: Timestamp) throws(Mismatch) -> TouchFrame {
        let device = try device(&fields)
        let form = "a finger such as 1:began:0.5,0.25 (began, moved, stationary, ended or cancelled)"
        var touches = TouchList([try fields.next(form, RecordingFields.touch)])
        while let field = fields.peek, !field.contains("=") {
            touches.append(try fields.next(form, RecordingFields.touch))
        }
        return TouchFrame(device: device, timestamp: stamp, touches: touches)
    }

    private func pointer(_ fields: inout RecordingFields, _ stamp: Timestamp) throws(Mismatch) -> PointerEvent
    {
        let device = try device(&fields)
        let kind = try fields.next("relative or absolute") {
            ["relative", "absolute"].contains($0) ? $0 : nil
        }
        let point = try fields.next("two numbers such as 1.5,-2", RecordingFields.point)
        guard kind == "relative" else {
            return PointerEvent(device: device, timestamp: stamp, motion: .absolute(point))
        }
        let raw = try fields.take("raw", "two numbers", RecordingFields.point) ?? point
        return PointerEvent(
            device: device, timestamp: stamp, motion: .relative(delta: point, unaccelerated: raw))
    }

    private func button(_ fields: inout RecordingFields, _ stamp: Timestamp) throws(Mismatch) -> ButtonEvent {
        let device = try device(&fields)
        let code = try fields.next("a button's code such as 0x110", RecordingFields.unsigned)
        let phase = try phase(&fields)
        return ButtonEvent(
            device: device, timestamp: stamp, button: .init(rawValue: code), isDown: phase == .down,
            isCancelled: phase == .cancelled)
    }

    private func scroll(_ fields: inout RecordingFields, _ stamp: Timestamp) throws(Mismatch) -> ScrollEvent {
        let device = try device(&fields)
        let source = try fields.next("wheel, finger or continuous") { field -> ScrollEvent.Source? in
            let all: [ScrollEvent.Source] = [.wheel, .finger, .continuous]
            return all.first { $0.name == field }
        }
        var event = ScrollEvent(
            device: device, timestamp: stamp, source: source,
            delta: try fields.next("two numbers such as 0,15", RecordingFields.point))
        event.clicks = try fields.take("clicks", "two numbers", RecordingFields.point) ?? .zero
        let stop = try fields.take("stop", "x, y or xy") { ["x", "y", "xy"].contains($0) ? $0 : nil }
        event.stoppedX = stop?.contains("x") ?? false
        event.stoppedY = stop?.contains("y") ?? false
        event.isCancelled = try cancelled(&fields)
        return event
    }

    private func key(_ fields: inout RecordingFields, _ stamp: Timestamp) throws(Mismatch) -> KeyEvent {
        let device = try device(&fields)
        let code = try fields.next("a key's evdev code such as 30", RecordingFields.unsigned)
        return KeyEvent(device: device, timestamp: stamp, keycode: code, phase: try phase(&fields))
    }

    func phase(_ fields: inout RecordingFields) throws(Mismatch) -> KeyEvent.Phase {
        try fields.next("down, up or cancelled") { field in
            switch field {
            case "down": .down
            case "up": .up
            case "cancelled": .cancelled
            default: nil
            }
        }
    }

    func device(_ fields: inout RecordingFields) throws(Mismatch) -> DeviceID {
        let id = try fields.next("the number of a device", RecordingFields.unsigned)
        guard devices[id] != nil else {
            throw Mismatch(found: "device \(id)", expected: "a device that an earlier line added")
        }
        return DeviceID(rawValue: id)
    }
}
