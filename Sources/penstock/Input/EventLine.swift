package import EventLoop
import InputBridge
package import InputEvents

/// An event as a line to read: as in a recording, but behind the dispatcher, so places are points and keys have meanings.
package struct EventLine {
    private var writer = RecordingWriter()
    private let origin: Int64

    /// Times are counted from `origin`.
    package init(since origin: Instant) { self.origin = origin.nanoseconds }

    /// The line, without its end.
    package mutating func text(_ event: InputEvent, now: Instant) -> String {
        writer.removeAll()
        writer.line(
            (event.timestamp?.nanoseconds ?? now.nanoseconds) - origin, event, extras: Self.meaning(of: event)
        )
        return String(decoding: writer.bytes.dropLast(), as: UTF8.self)
    }

    /// What the dispatcher adds and a recording does not hold.
    private static func meaning(of event: InputEvent) -> [String] {
        switch event {
        case .pointer(let event): ["at=\(place(event.location))"]
        case .button(let event): ["at=\(place(event.location))"]
        case .scroll(let event): ["at=\(place(event.location))"]
        case .key(let event): key(event)
        default: []
        }
    }

    private static func key(_ event: KeyEvent) -> [String] {
        var fields: [String] = []
        if event.phase == .repeats { fields.append("repeat=yes") }
        if event.keysym != 0 { fields.append("keysym=0x\(String(event.keysym, radix: 16))") }
        if let text = event.characters { fields.append("text=\(text.debugDescription)") }
        let held = modifiers.filter { event.modifiers.contains($0.value) }.map(\.name)
        if !held.isEmpty { fields.append("modifiers=\(held.joined(separator: ","))") }
        return fields
    }

    private static let modifiers: [(name: String, value: KeyEvent.Modifiers)] = [
        ("shift", .shift), ("control", .control), ("alt", .alt), ("logo", .logo), ("caps", .capsLock),
        ("num", .numLock),
    ]

    private static func place(_ point: Point) -> String {
        "\((point.x * 10).rounded() / 10),\((point.y * 10).rounded() / 10)"
    }
}
