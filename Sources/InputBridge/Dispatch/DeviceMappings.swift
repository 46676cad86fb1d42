package import InputEvents

/// Which display each device leads to.
///
/// The setting `output` counts before udev's word (`WL_OUTPUT`); a device that names no display, or one that is not
/// there, leads to the main one. What is down keeps its mapping to its lift, so that a finger has one way through
/// the points, however the display is turned meanwhile; everything else follows at once.
package struct DeviceMappings {
    /// The display that devices without a name lead to, and where the pointer begins.
    package var main: OutputMapping { didSet { isStale = true } }
    /// All displays, when there are several.
    package var outputs: [NamedOutput] = [] { didSet { isStale = true } }

    private var entries: [(device: DeviceID, output: String?, mapping: OutputMapping, isStale: Bool)] = []
    private var isStale = false

    package init(main: OutputMapping) { self.main = main }

    /// A device came, or what is known of its display changed.
    package mutating func set(_ device: DeviceID, output: String?) {
        if let place = entries.firstIndex(where: { $0.device == device }) {
            entries[place].output = output
            entries[place].isStale = true
        } else {
            entries.append((device, output, mapping(to: output), false))
        }
    }

    /// A device went.
    package mutating func remove(_ device: DeviceID) { entries.removeAll { $0.device == device } }

    /// Where a device leads; with something down, where it led when that began.
    package mutating func mapping(of device: DeviceID, isHeld: @autoclosure () -> Bool) -> OutputMapping {
        if isStale {
            for place in entries.indices { entries[place].isStale = true }
            isStale = false
        }
        guard let place = entries.firstIndex(where: { $0.device == device }) else { return main }
        if entries[place].isStale, !isHeld() {
            entries[place].mapping = mapping(to: entries[place].output)
            entries[place].isStale = false
        }
        return entries[place].mapping
    }

    /// The nearest point of any display.
    package func clamp(_ point: Point) -> Point {
        guard outputs.count > 1 else { return main.clamp(point) }
        let candidates = outputs.map { $0.mapping.clamp(point) }
        return candidates.min { ($0 - point).lengthSquared < ($1 - point).lengthSquared } ?? main.clamp(point)
    }

    private func mapping(to output: String?) -> OutputMapping {
        guard let output else { return main }
        return outputs.first { $0.name == output }?.mapping ?? main
    }
}

extension Point {
    fileprivate var lengthSquared: Double { x * x + y * y }
}
