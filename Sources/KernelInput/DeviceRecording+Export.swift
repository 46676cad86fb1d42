public import InputBridge
import InputEvents

extension DeviceRecording {
    /// What kernel devices could have said so that a recording of ours comes out, as far as that can be expressed.
    ///
    /// Touches, motions, buttons, wheel clicks and keys can. What has no form below libinput is counted in the warning:
    /// scrolls of fingers, touches that were cancelled (they become lifts), and kinds that a device cannot be guessed for.
    public init(_ recording: InputRecording) {
        var export = Export()
        for entry in recording.entries {
            export.take(
                entry.event,
                at: entry.time.components.seconds * 1_000_000
                    + entry.time.components.attoseconds / 1_000_000_000_000)
        }
        self.init(devices: export.devices)
        if export.leftOut > 0 {
            warning = "\(export.leftOut) events have no form below libinput and were left out or changed"
        }
    }
}

/// The export under way.
private struct Export {
    var devices: [RecordedDevice] = []
    var leftOut = 0
    private var places: [DeviceID: Int] = [:]
    private var states: [State] = []

    /// What a device holds, and the fractions that its whole numbers could not tell.
    private struct State {
        var slots: [TouchID?] = Array(repeating: nil, count: 10)
        var nextTracking: Int32 = 1
        var held: Set<UInt16> = []
        var rest = Point.zero
    }

    private static let extent: Int32 = 32767

    mutating func take(_ event: InputEvent, at time: Int64) {
        switch event {
        case .deviceAdded(let device): add(device)
        case .deviceRemoved(let device): release(device.id, at: time)
        case .touch(let frame): touch(frame, at: time)
        case .pointer(let event): motion(event, at: time)
        case .button(let event):
            press(event.device, UInt16(truncatingIfNeeded: event.button.rawValue), event.isDown, at: time)
        case .key(let event):
            if event.phase != .repeats {
                press(event.device, UInt16(truncatingIfNeeded: event.keycode), event.isDown, at: time)
            }
        case .scroll(let event): scroll(event, at: time)
        default: leftOut += 1
        }
    }

    private mutating func add(_ device: Device) {
        var description = DeviceDescription()
        description.name = device.name
        description.vendor = UInt16(truncatingIfNeeded: device.vendor)
        description.product = UInt16(truncatingIfNeeded: device.product)
        if device.capabilities.contains(.keyboard) {
            for code: UInt16 in 1...127 { description.allow(1, code) }
        }
        if device.capabilities.contains(.pointer) {
            for code: UInt16 in 0x110...0x114 { description.allow(1, code) }
            for code: UInt16 in [0, 1, 6, 8] { description.allow(2, code) }
        }
        if device.capabilities.contains(.touch) {
            func axis(_ millimetres: Double?) -> DeviceDescription.Axis {
                let resolution = millimetres.map { Double(Self.extent) / $0 } ?? 0
                return .init(0, Self.extent, resolution: resolution < 1e6 ? Int32(resolution.rounded()) : 0)
            }
            description.properties = [1]
            description.allow(1, 0x14a)
            for code: UInt16 in [0, 0x35] { description.allow(axis: code, axis(device.millimetres?.width)) }
            for code: UInt16 in [1, 0x36] { description.allow(axis: code, axis(device.millimetres?.height)) }
            description.allow(axis: 0x2f, .init(0, 9))
            description.allow(axis: 0x39, .init(0, 65535))
        }
        places[device.id] = devices.count
        devices.append(RecordedDevice(description: description))
        states.append(State())
    }

    private mutating func touch(_ frame: TouchFrame, at time: Int64) {
        guard let place = places[frame.device] else { return leftOut += 1 }
        let before = devices[place].events.count
        for touch in frame.touches {
            guard let slot = slot(of: touch, place) else {
                leftOut += 1
                continue
            }
            send(place, time, 3, 0x2f, Int32(slot))
            switch touch.phase {
            case .began:
                send(place, time, 3, 0x39, states[place].nextTracking)
                states[place].nextTracking = states[place].nextTracking % 65535 + 1
                locate(touch.location, place, time)
                if states[place].slots.filter({ $0 != nil }).count == 1 { send(place, time, 1, 0x14a, 1) }
            case .moved, .stationary: locate(touch.location, place, time)
            case .ended, .cancelled:
                if touch.phase == .cancelled { leftOut += 1 }
                lift(slot, place, time)
            }
        }
        if devices[place].events.count > before { send(place, time, 0, 0, 0) }
    }

    /// The slot of a finger, a free one when it begins.
    private mutating func slot(of touch: TouchSample, _ place: Int) -> Int? {
        if let slot = states[place].slots.firstIndex(of: touch.id) {
            return touch.phase == .began ? nil : slot
        }
        guard touch.phase == .began, let slot = states[place].slots.firstIndex(of: nil) else { return nil }
        states[place].slots[slot] = touch.id
        return slot
    }

    private mutating func lift(_ slot: Int, _ place: Int, _ time: Int64) {
        states[place].slots[slot] = nil
        send(place, time, 3, 0x39, -1)
        if states[place].slots.allSatisfy({ $0 == nil }) { send(place, time, 1, 0x14a, 0) }
    }

    private mutating func locate(_ point: Point, _ place: Int, _ time: Int64) {
        send(place, time, 3, 0x35, Self.unit(point.x))
        send(place, time, 3, 0x36, Self.unit(point.y))
    }

    private mutating func motion(_ event: PointerEvent, at time: Int64) {
        guard let place = places[event.device] else { return leftOut += 1 }
        switch event.motion {
        case .relative(_, let raw):
            let way = states[place].rest + raw
            let whole = Point(way.x.rounded(), way.y.rounded())
            guard abs(whole.x) < 32768, abs(whole.y) < 32768 else { return leftOut += 1 }
            states[place].rest = way - whole
            if whole.x != 0 { send(place, time, 2, 0, Int32(whole.x)) }
            if whole.y != 0 { send(place, time, 2, 1, Int32(whole.y)) }
            if whole != .zero { send(place, time, 0, 0, 0) }
        case .absolute(let point):
            for code: UInt16 in [0, 1] { devices[place].description.allow(axis: code, .init(0, Self.extent)) }
            send(place, time, 3, 0, Self.unit(point.x))
            send(place, time, 3, 1, Self.unit(point.y))
            send(place, time, 0, 0, 0)
        }
    }

    private mutating func press(_ device: DeviceID, _ code: UInt16, _ isDown: Bool, at time: Int64) {
        guard let place = places[device], code <= DeviceDescription.lastCode else { return leftOut += 1 }
        guard isDown ? states[place].held.insert(code).inserted : states[place].held.remove(code) != nil
        else { return }
        devices[place].description.allow(1, code)
        send(place, time, 1, code, isDown ? 1 : 0)
        send(place, time, 0, 0, 0)
    }

    private mutating func scroll(_ event: ScrollEvent, at time: Int64) {
        guard let place = places[event.device], event.source == .wheel, event.clicks != .zero,
            abs(event.clicks.x) < 32768, abs(event.clicks.y) < 32768
        else { return leftOut += 1 }
        if event.clicks.y != 0 { send(place, time, 2, 8, Int32(-event.clicks.y)) }
        if event.clicks.x != 0 { send(place, time, 2, 6, Int32(event.clicks.x)) }
        send(place, time, 0, 0, 0)
    }

    /// A device that goes holds nothing any more; the kernel device stays.
    private mutating func release(_ device: DeviceID, at time: Int64) {
        guard let place = places.removeValue(forKey: device) else { return }
        let before = devices[place].events.count
        for code in states[place].held.sorted() { send(place, time, 1, code, 0) }
        states[place].held = []
        for slot in states[place].slots.indices where states[place].slots[slot] != nil {
            send(place, time, 3, 0x2f, Int32(slot))
            lift(slot, place, time)
        }
        if devices[place].events.count > before { send(place, time, 0, 0, 0) }
    }

    private mutating func send(_ place: Int, _ time: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32) {
        // Stamps of two devices may cross; one device's may not go back.
        let time = max(time, devices[place].events.last?.time ?? 0)
        devices[place].events.append(DeviceEvent(time: time, type: type, code: code, value: value))
    }

    private static func unit(_ value: Double) -> Int32 {
        guard value.isFinite else { return 0 }
        // libinput divides by the number of units, the last one included.
        return Int32(min(max(value * Double(extent + 1), 0), Double(extent)).rounded(.down))
    }
}
