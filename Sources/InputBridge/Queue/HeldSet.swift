package import InputEvents

/// What is held down at a seat, by code, and by which devices: keys, or buttons.
///
/// Two keyboards that hold one key make one press and one release (T-33, T-46). A second press of what a
/// device already holds, and a release of what it does not hold, change nothing.
package struct HeldSet {
    private var entries: [(code: UInt32, device: DeviceID)] = []

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    /// Whether any device holds the code.
    package func holds(_ code: UInt32) -> Bool { entries.contains { $0.code == code } }

    /// A device presses; answers whether the seat's count became 1.
    package mutating func press(_ code: UInt32, by device: DeviceID) -> Bool {
        if entries.contains(where: { $0.code == code && $0.device == device }) { return false }
        let first = !holds(code)
        entries.append((code, device))
        return first
    }

    /// A device releases; answers whether the seat's count became 0.
    package mutating func release(_ code: UInt32, by device: DeviceID) -> Bool {
        guard let place = entries.firstIndex(where: { $0.code == code && $0.device == device }) else {
            return false
        }
        entries.remove(at: place)
        return !holds(code)
    }

    /// Takes one entry of a device, or of any when `nil`; answers the code when it is thereby free.
    ///
    /// Call it until it answers `nil`. Latest press first.
    package mutating func releaseNext(of device: DeviceID?) -> (code: UInt32, device: DeviceID)? {
        while let place = entries.lastIndex(where: { device == nil || $0.device == device }) {
            let entry = entries.remove(at: place)
            if !holds(entry.code) { return entry }
        }
        return nil
    }
}
