import Synchronization

extension Loop: CustomStringConvertible {
    /// The loop with its modes and all items, as one prints a CFRunLoop.
    ///
    /// Orders, activities, dates and labels of the items; a date is said as the time from now. Takes the loop's lock, and
    /// allocates: for people, not for programs. Thread: any.
    public var description: String {
        let moment = now
        let current = currentMode
        let (states, common) = lock.with {
            (
                modes.map { ModeItems($0, ports) },
                commonItems.values.sorted { $0.serial < $1.serial }.map(\.item)
            )
        }
        var text = "Loop \(isMain ? "of the main thread" : "\(ownThread.load(ordering: .relaxed))") {\n"
        text += "    current mode = \(current.map(\.name) ?? "none, it does not run")"
        text += isWaiting ? ", waiting\n" : "\n"
        text += "    common modes = \(states.filter(\.isCommon).map(\.mode.name).joined(separator: ", "))\n"
        text += "    blocks = \(blocks.count)\n"
        text += Loop.list("common items", common, indent: 4, moment)
        for state in states {
            text += "    mode \(state.mode.name)\(state.isCommon ? ", common" : "") {\n"
            text += Loop.list("manual sources", state.manualSources, indent: 8, moment)
            text += Loop.list("port sources", state.portSources, indent: 8, moment)
            text += Loop.list("observers", state.observers, indent: 8, moment)
            text += Loop.list("timers", state.timers, indent: 8, moment)
            text += "    }\n"
        }
        return text + "}"
    }

    private static func list(_ title: String, _ items: [Item], indent: Int, _ moment: Instant) -> String {
        let margin = String(repeating: " ", count: indent)
        guard !items.isEmpty else { return "\(margin)\(title): none\n" }
        return "\(margin)\(title):\n" + items.map { "\(margin)    \($0.summary(at: moment))\n" }.joined()
    }
}

/// What a mode holds, copied under the loop's lock.
private struct ModeItems {
    let mode: Loop.Mode
    let isCommon: Bool
    let manualSources: [Loop.Item]
    let portSources: [Loop.Item]
    let observers: [Loop.Item]
    let timers: [Loop.Item]

    init(_ state: ModeState, _ ports: PortTable) {
        mode = state.mode
        isCommon = state.isCommon
        manualSources = state.manualSources
        observers = state.observers
        var found: [(timer: Loop.Timer, key: Int64, serial: UInt64)] = []
        for group in state.timerGroups {
            group.heap.forEach(upTo: .max) { found.append(($0, $1, $2)) }
        }
        timers = found.sorted { ($0.key, $0.serial) < ($1.key, $1.serial) }.map(\.timer)
        portSources = ports.slots.filter { $0.modes.contains { $0 === state } }.compactMap(\.source)
    }
}

extension Loop.Item: CustomStringConvertible {
    /// One line: what it is, its label, and what it waits for.
    public var description: String { summary(at: nil) }

    func summary(at moment: Instant?) -> String {
        let name = label.isEmpty ? "" : " \"\(label)\""
        return "\(kindName)\(name) {\(isValid ? "" : "invalid, ")\(details(at: moment))}"
    }

    private var kindName: String {
        switch self {
        case is Loop.Timer: "timer"
        case is Loop.Observer: "observer"
        case is Loop.ManualSource: "manual source"
        default: "port source"
        }
    }

    private func details(at moment: Instant?) -> String {
        switch self {
        case let timer as Loop.Timer: timer.schedule(at: moment)
        case let observer as Loop.Observer:
            "order \(order), \(observer.activities.names)\(observer.repeats ? "" : ", once")"
        case let source as Loop.ManualSource: "order \(order)\(source.isSignalled ? ", signalled" : "")"
        case let source as Loop.PortSource: "descriptor \(source.descriptor), \(source.interest.names)"
        default: ""
        }
    }
}

extension Loop.Timer {
    fileprivate func schedule(at moment: Instant?) -> String {
        var text = interval > .zero ? "every \(interval), " : "once, "
        if tolerance > .zero { text += "tolerance \(tolerance), " }
        let date = nextFire
        if let moment, date != .distantFuture {
            text += "fires in \(moment.duration(to: date))"
        } else {
            text += date == .distantFuture ? "fires never" : "fires at \(date.nanoseconds) ns"
        }
        return text
    }
}

extension Loop.Activity {
    /// The names of all activities in the set.
    fileprivate var names: String {
        if self == .all { return "all activities" }
        return (0..<6).map { Loop.Activity(rawValue: 1 << UInt32($0)) }.filter { contains($0) }
            .map { "\($0.name)" }.joined(separator: "|")
    }
}

extension Loop.Interest {
    fileprivate var names: String {
        let names = (contains(.readable) ? ["readable"] : []) + (contains(.writable) ? ["writable"] : [])
        return names.isEmpty ? "hang-up only" : names.joined(separator: "|")
    }
}
