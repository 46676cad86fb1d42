package import InputEvents

/// Writes the lines of a recording into memory that is used again.
package struct RecordingWriter {
    /// The version of the format that is written; the first line of each recording names it.
    package static let version = 2

    /// What was written since the last `removeAll`.
    package private(set) var bytes: [UInt8] = []
    /// The tools as this recording described them last; the first line of a tool does it.
    var describedTools: [UInt32: TabletTool] = [:]

    package init() { bytes.reserveCapacity(1024) }

    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    package mutating func header(display: Size, scale: Double, rotation: Rotation, extras: [String] = []) {
        put("penstock-recording \(Self.version)\n")
        put("display \(display.width)x\(display.height) scale=\(scale) rotation=\(rotation.rawValue)")
        finish(extras)
    }

    package mutating func line(_ time: Int64, _ event: InputEvent, extras: [String] = []) {
        put(seconds: time)
        switch event {
        case .deviceAdded(let device): put(device)
        case .deviceRemoved(let device): put(" removed \(device.id.rawValue)")
        case .touch(let frame): put(frame)
        case .pointer(let event): put(event)
        case .button(let event):
            let phase = event.isDown ? "down" : event.isCancelled ? "cancelled" : "up"
            put(" button \(event.device.rawValue) 0x\(String(event.button.rawValue, radix: 16)) \(phase)")
        case .scroll(let event): put(event)
        case .key(let event):
            let phase = event.isDown ? "down" : event.phase == .cancelled ? "cancelled" : "up"
            put(" key \(event.device.rawValue) \(event.keycode) \(phase)")
        case .gesture(let event): put(event)
        case .tabletTool(let event): put(event)
        case .tabletPad(let event): put(event)
        case .switched(let event):
            put(" switch \(event.device.rawValue) \(event.kind.name) \(event.isOn ? "on" : "off")")
        }
        if let stamp = event.timestamp, let arrival = event.arrival, arrival > stamp {
            put(" read=")
            put(seconds: arrival.nanoseconds &- stamp.nanoseconds)
        }
        finish(extras)
    }

    package mutating func end(_ time: Int64) {
        put(seconds: time)
        put(" end\n")
    }

    private mutating func put(_ device: Device) {
        put(" added \(device.id.rawValue) \(Self.quoted(device.name)) ")
        let names = Device.Capabilities.names.filter { device.capabilities.contains($0.value) }.map(\.name)
        put(names.isEmpty ? "none" : names.joined(separator: ","))
        put(" vendor=0x\(String(device.vendor, radix: 16)) product=0x\(String(device.product, radix: 16))")
        if !device.node.isEmpty { put(" node=\(Self.quoted(device.node))") }
        if let size = device.millimetres { put(" mm=\(size.width)x\(size.height)") }
        if let output = device.outputName { put(" output=\(Self.quoted(output))") }
        if device.seat != "default" { put(" seat=\(Self.quoted(device.seat))") }
    }

    private mutating func put(_ frame: TouchFrame) {
        put(" touch \(frame.device.rawValue)")
        for touch in frame.touches {
            put(" \(touch.id.rawValue):\(touch.phase.name):\(touch.location.x),\(touch.location.y)")
        }
    }

    private mutating func put(_ event: PointerEvent) {
        put(" pointer \(event.device.rawValue) ")
        switch event.motion {
        case .relative(let delta, let raw): put("relative \(delta.x),\(delta.y) raw=\(raw.x),\(raw.y)")
        case .absolute(let place): put("absolute \(place.x),\(place.y)")
        }
    }

    private mutating func put(_ event: ScrollEvent) {
        put(" scroll \(event.device.rawValue) \(event.source.name) \(event.delta.x),\(event.delta.y)")
        if event.clicks != .zero { put(" clicks=\(event.clicks.x),\(event.clicks.y)") }
        if event.stoppedX || event.stoppedY {
            put(" stop=\(event.stoppedX ? "x" : "")\(event.stoppedY ? "y" : "")")
            if event.isCancelled { put(" cancelled=yes") }
        }
    }

    mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func put(seconds time: Int64) {
        let time = max(time, 0)
        let fraction = String(time % 1_000_000_000)
        put("\(time / 1_000_000_000).\(String(repeating: "0", count: 9 - fraction.count))\(fraction)")
    }

    private mutating func finish(_ extras: [String]) {
        for extra in extras { put(" \(extra)") }
        put("\n")
    }

    /// A text in double quotes; what would end it has a backslash before it, a control character becomes `?`.
    package static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f: result += "?"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

extension Device.Capabilities {
    /// The words of a recording for each capability.
    package static let names: [(name: String, value: Device.Capabilities)] = [
        ("keyboard", .keyboard), ("pointer", .pointer), ("touch", .touch), ("tablet", .tabletTool),
        ("pad", .tabletPad), ("gesture", .gesture), ("switch", .switches),
    ]
}

extension TouchPhase {
    package static let names: [(name: Substring, value: TouchPhase)] = [
        ("began", .began), ("moved", .moved), ("stationary", .stationary), ("ended", .ended),
        ("cancelled", .cancelled),
    ]
    /// The word of a recording for the phase.
    package var name: Substring {
        switch self {
        case .began: "began"
        case .moved: "moved"
        case .stationary: "stationary"
        case .ended: "ended"
        case .cancelled: "cancelled"
        }
    }
}

extension ScrollEvent.Source {
    /// The word of a recording for the source.
    package var name: String {
        switch self {
        case .wheel: "wheel"
        case .finger: "finger"
        case .continuous: "continuous"
        }
    }
}
