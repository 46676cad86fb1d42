import InputBridge

extension DeviceRecording {
    /// The recording as `libinput record` writes it, so that `libinput replay` can play it.
    public var yaml: String {
        var text = "version: 1\nndevices: \(devices.count)\ndevices:\n"
        for device in devices { text += device.yaml }
        return text
    }
}

extension RecordedDevice {
    fileprivate var yaml: String {
        let numbers = description
        func list(_ numbers: some Sequence<UInt16>) -> String {
            numbers.sorted().map(String.init).joined(separator: ", ")
        }
        var text = "- node: /dev/input/event0\n  evdev:\n    name: \(RecordingWriter.quoted(numbers.name))\n"
        text +=
            "    id: [\(numbers.bus), \(numbers.vendor), \(numbers.product), \(numbers.version)]\n    codes:\n"
        for (type, codes) in numbers.codes.sorted(by: { $0.key < $1.key }) {
            text += "      \(type): [\(list(codes))]\n"
        }
        if !numbers.axes.isEmpty { text += "    absinfo:\n" }
        for (code, axis) in numbers.axes.sorted(by: { $0.key < $1.key }) {
            text +=
                "      \(code): [\(axis.minimum), \(axis.maximum), \(axis.fuzz), \(axis.flat), \(axis.resolution)]\n"
        }
        text += "    properties: [\(list(numbers.properties))]\n"
        // `libinput replay` asks for this; it warns where the played device has more.
        text += "  udev:\n    properties: []\n  events:\n"
        if events.isEmpty { text.removeLast(); text += " []\n" }
        var isOpen = false
        for event in events {
            text += isOpen ? "    - " : "  - evdev:\n    - "
            text +=
                "[\(event.time / 1_000_000), \(event.time % 1_000_000), \(event.type), \(event.code), \(event.value)]\n"
            isOpen = !(event.type == 0 && event.code == 0)
        }
        return text
    }
}
