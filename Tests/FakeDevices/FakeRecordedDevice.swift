import CFakeDevices
public import KernelInput

/// A fake device that a recording describes, as udev would tag it, and what it recorded.
public final class FakeRecordedDevice: FakeDevice {
    private let recorded: RecordedDevice

    /// Makes one; not plugged in yet.
    public init(_ recorded: RecordedDevice) {
        self.recorded = recorded
        let description = recorded.description
        super.init(
            description.name, bus: CInt(description.bus), vendor: CInt(description.vendor),
            product: CInt(description.product), seat: nil)
        for (type, codes) in description.codes where type != 3 {
            for code in codes { fake_device_enable(device, CInt(type), CInt(code)) }
        }
        for (code, axis) in description.axes {
            fake_device_axis(device, CInt(code), axis.minimum, axis.maximum, axis.resolution)
        }
        for property in description.properties { fake_device_input_property(device, CInt(property)) }
        for tag in Self.tags(of: description) { fake_device_udev_property(device, tag, "1") }
    }

    /// The frames that were recorded, each up to its end.
    public var frames: [[DeviceEvent]] {
        var frames: [[DeviceEvent]] = [[]]
        for event in recorded.events {
            frames[frames.count - 1].append(event)
            if event.type == 0, event.code == 0 { frames.append([]) }
        }
        return frames.filter { !$0.isEmpty }
    }

    /// Sends a frame, its stamps counted from `origin`, in nanoseconds of CLOCK_MONOTONIC.
    public func send(_ frame: [DeviceEvent], from origin: Int64) {
        for event in frame {
            setTime(origin + event.time * 1000)
            emit(CInt(event.type), CInt(event.code), event.value)
        }
    }

    /// What udev's input_id says of such a device.
    private static func tags(of description: DeviceDescription) -> [String] {
        func has(_ type: UInt16, _ code: UInt16) -> Bool { description.codes[type]?.contains(code) ?? false }
        if has(3, 0), has(1, 0x140) { return ["ID_INPUT_TABLET"] }
        if has(3, 0x35) || has(3, 0) {
            if description.properties.contains(1) || has(1, 0x14a) && !has(1, 0x145) {
                return ["ID_INPUT_TOUCHSCREEN"]
            }
            return has(1, 0x145) ? ["ID_INPUT_TOUCHPAD"] : ["ID_INPUT_MOUSE"]
        }
        if has(2, 0), has(1, 0x110) { return ["ID_INPUT_MOUSE"] }
        return has(1, 30) ? ["ID_INPUT_KEY", "ID_INPUT_KEYBOARD"] : []
    }
}
