package import InputEvents

/// Which devices were said to be odd: each is told once, for a broken one would fill the log.
package struct OddDevices {
    private var told: Set<DeviceID> = []

    package init() {}

    /// Answers whether it is to be told now.
    package mutating func note(_ device: DeviceID) -> Bool { told.insert(device).inserted }

    /// A device went.
    package mutating func forget(_ device: DeviceID) { told.remove(device) }
}
