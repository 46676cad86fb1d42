import InputBridge

/// Reads what `libinput record` writes; keys that it does not know are passed over, as that format asks for.
enum YAMLReader {
    static func read(_ text: String, name: String) throws(InputError) -> DeviceRecording {
        var parser = try YAMLParser(text, name: name)
        let (root, cut) = try parser.document()
        do throws(Wrong) {
            let reading = Reading()
            var recording = try reading.recording(root)
            if let cut {
                recording.warning = "\(name):\(cut): the recording was cut here; it plays up to this line"
            }
            return recording
        } catch {
            throw InputError(wanted: "\(name):\(error.line)", found: error.found)
        }
    }

    private struct Wrong: Error {
        var line: Int
        var found: String

        init(_ node: YAMLNode, _ expected: String) {
            line = node.line
            let what =
                switch node {
                case .scalar(let text, _): "\"\(text.prefix(40))\""
                case .sequence: "a list"
                case .mapping: "a table"
                }
            found = "found \(what), expected \(expected)"
        }
    }

    private struct Reading {
        func recording(_ root: YAMLNode) throws(Wrong) -> DeviceRecording {
            guard let version = root["version"] else {
                throw Wrong(root, "version: 1, as libinput record writes it")
            }
            guard version.text == "1" else { throw Wrong(version, "version 1") }
            guard let list = root["devices"], let items = list.items else {
                throw Wrong(root, "a list of devices")
            }
            var devices: [RecordedDevice] = []
            for item in items {
                // A cut may leave a device without its description, or with half an event.
                guard let evdev = item["evdev"] else { continue }
                devices.append(
                    RecordedDevice(description: try description(evdev), events: try events(item["events"])))
            }
            guard !devices.isEmpty else { throw Wrong(list, "at least one device") }
            let first = devices.compactMap { $0.events.first?.time }.min() ?? 0
            for index in devices.indices {
                for place in devices[index].events.indices {
                    devices[index].events[place].time = max(0, devices[index].events[place].time - first)
                }
            }
            return DeviceRecording(devices: devices)
        }

        private func description(_ evdev: YAMLNode) throws(Wrong) -> DeviceDescription {
            var result = DeviceDescription()
            result.name = evdev["name"]?.text ?? ""
            if let id = evdev["id"] {
                let numbers = try numbers(id, UInt16.self, "four numbers")
                guard numbers.count == 4 else { throw Wrong(id, "four numbers") }
                (result.bus, result.vendor, result.product, result.version) = (
                    numbers[0], numbers[1], numbers[2], numbers[3]
                )
            }
            for (type, list) in try table(evdev["codes"]) where type <= DeviceDescription.lastType {
                for code in try numbers(list, UInt16.self, "a list of codes")
                where code <= DeviceDescription.lastCode {
                    result.allow(type, code)
                }
            }
            for (code, list) in try table(evdev["absinfo"]) where code <= DeviceDescription.lastAxis {
                let form = "minimum, maximum, fuzz, flat and resolution"
                let numbers = try numbers(list, Int32.self, form)
                guard numbers.count >= 5 else { throw Wrong(list, form) }
                var axis = DeviceDescription.Axis(numbers[0], numbers[1], resolution: numbers[4])
                (axis.fuzz, axis.flat) = (numbers[2], numbers[3])
                result.allow(axis: code, axis)
            }
            if let properties = evdev["properties"], properties.items != nil {
                for number in try numbers(properties, UInt16.self, "a list of properties")
                where number <= DeviceDescription.lastProperty { result.properties.insert(number) }
            }
            return result
        }

        private func events(_ list: YAMLNode?) throws(Wrong) -> [DeviceEvent] {
            var events: [DeviceEvent] = []
            for frame in list?.items ?? [] {
                for item in frame["evdev"]?.items ?? [] {
                    let form = "an event such as [0, 8000, 3, 53, 1218]"
                    let numbers = try numbers(item, Int64.self, form)
                    guard numbers.count == 5 else { throw Wrong(item, form) }
                    guard (0...9_000_000_000).contains(numbers[0]), (0..<1_000_000).contains(numbers[1]),
                        let type = UInt16(exactly: numbers[2]), let code = UInt16(exactly: numbers[3]),
                        let value = Int32(exactly: numbers[4])
                    else { throw Wrong(item, form) }
                    events.append(
                        DeviceEvent(
                            time: numbers[0] * 1_000_000 + numbers[1], type: type, code: code, value: value))
                }
            }
            return events
        }

        private func table(_ node: YAMLNode?) throws(Wrong) -> [(UInt16, YAMLNode)] {
            guard case .mapping(let entries, _)? = node else { return [] }
            var result: [(UInt16, YAMLNode)] = []
            for (key, value) in entries {
                guard let number = UInt16(key) else {
                    throw Wrong(value, "a number before the colon, not \"\(key.prefix(40))\"")
                }
                result.append((number, value))
            }
            return result
        }

        private func numbers<Number: FixedWidthInteger>(
            _ node: YAMLNode, _ type: Number.Type, _ expected: String
        ) throws(Wrong) -> [Number] {
            guard let items = node.items else { throw Wrong(node, expected) }
            var result: [Number] = []
            for item in items {
                guard let number = item.number(type) else { throw Wrong(item, expected) }
                result.append(number)
            }
            return result
        }
    }
}
