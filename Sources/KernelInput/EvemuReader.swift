import InputBridge

/// Reads evemu's text: `N:`, `I:`, `P:`, `B:`, `A:` describe the device, `E:` is an event; other lines are remarks.
enum EvemuReader {
    /// Whether a text looks like evemu's: its first line that says anything begins so.
    static func canRead(_ text: String) -> Bool {
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            guard let first = line.first, first != UInt8(ascii: "#") else {
                if line.starts(with: "# EVEMU".utf8) { return true }
                continue
            }
            return line.dropFirst().first == UInt8(ascii: ":") && "NIPBAELS".utf8.contains(first)
        }
        return false
    }

    static func read(_ text: String, name: String) throws(InputError) -> DeviceRecording {
        var reading = Reading()
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, bytes) in lines.enumerated() {
            let line = Substring(bytes)
            do throws(Mismatch) { try reading.take(line) } catch {
                if index == lines.count - 1 {
                    reading.warning =
                        "\(name):\(index + 1): the recording was cut here; it plays up to this line"
                    break
                }
                throw InputError(error, in: name, line: index + 1)
            }
        }
        guard reading.device.description != DeviceDescription() || !reading.device.events.isEmpty else {
            throw InputError(
                wanted: "\(name):\(lines.count)",
                found: "found the end of the file, expected a device or events")
        }
        var recording = DeviceRecording(devices: [reading.device])
        recording.warning = reading.warning
        return recording
    }

    private struct Reading {
        var device = RecordedDevice(description: DeviceDescription())
        var warning: String?
        private var start: Int64?
        private var propertyBits: UInt16 = 0
        private var codeBits: [UInt16: UInt16] = [:]

        mutating func take(_ line: Substring) throws(Mismatch) {
            guard line.utf8.dropFirst().first == UInt8(ascii: ":") else {
                let isRemark =
                    line.utf8.first == UInt8(ascii: "#") || line.allSatisfy { " \t\r".contains($0) }
                guard isRemark else {
                    throw Mismatch(found: "\"\(line.prefix(40))\"", expected: "a line of evemu's")
                }
                return
            }
            // Behind the values evemu writes their names as a remark; a device's name may have a # in it.
            let body = line.dropFirst(2)
            let words =
                (body.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).first ?? body)
                .split { " \t\r".contains($0) }
            switch line.utf8.first {
            case UInt8(ascii: "N"): device.description.name = EvemuReader.trimmed(body)
            case UInt8(ascii: "I"): try identity(words)
            case UInt8(ascii: "P"):
                try bits(words, at: propertyBits, most: DeviceDescription.lastProperty) {
                    device.description.properties.insert($0)
                } done: {
                    propertyBits += 64
                }
            case UInt8(ascii: "B"): try codes(words)
            case UInt8(ascii: "A"): try axis(words)
            case UInt8(ascii: "E"): try event(words)
            default: break
            }
        }

        private mutating func identity(_ words: [Substring]) throws(Mismatch) {
            let numbers = words.compactMap { UInt16($0, radix: 16) }
            guard numbers.count == 4, words.count == 4 else {
                throw Mismatch(found: "\(words.count) words", expected: "I: and four hexadecimal numbers")
            }
            device.description.bus = numbers[0]
            device.description.vendor = numbers[1]
            device.description.product = numbers[2]
            device.description.version = numbers[3]
        }

        private mutating func codes(_ words: [Substring]) throws(Mismatch) {
            guard let type = words.first.flatMap({ UInt16($0, radix: 16) }),
                type <= DeviceDescription.lastType
            else {
                throw Mismatch(found: "\"\(words.first ?? "")\"", expected: "the number of an event type")
            }
            let from = codeBits[type, default: 0]
            try bits(Array(words.dropFirst()), at: from, most: DeviceDescription.lastCode) {
                device.description.allow(type, $0)
            } done: {
                codeBits[type] = from + 64
            }
        }

        /// Eight bytes, least significant bit first; the next line goes on where this one ends.
        private func bits(
            _ words: [Substring], at start: UInt16, most: UInt16, set: (UInt16) -> Void, done: () -> Void
        ) throws(Mismatch) {
            let bytes = words.compactMap { UInt8($0, radix: 16) }
            guard bytes.count == words.count, bytes.count <= 8 else {
                throw Mismatch(found: "\(words.count) words", expected: "up to eight hexadecimal bytes")
            }
            guard start <= most else { return }
            for (index, byte) in bytes.enumerated() {
                for bit in 0..<8 where byte & (1 << UInt8(bit)) != 0 {
                    let number = start + UInt16(index * 8 + bit)
                    if number <= most { set(number) }
                }
            }
            done()
        }

        private mutating func axis(_ words: [Substring]) throws(Mismatch) {
            let numbers = words.dropFirst().compactMap { Int32($0) }
            guard let code = words.first.flatMap({ UInt16($0, radix: 16) }),
                code <= DeviceDescription.lastAxis,
                numbers.count == words.count - 1, (4...5).contains(numbers.count)
            else {
                throw Mismatch(
                    found: "\(words.count) words",
                    expected: "A: and an axis, minimum, maximum, fuzz, flat, resolution")
            }
            var axis = DeviceDescription.Axis(
                numbers[0], numbers[1], resolution: numbers.count > 4 ? numbers[4] : 0)
            axis.fuzz = numbers[2]
            axis.flat = numbers[3]
            device.description.allow(axis: code, axis)
        }

        private mutating func event(_ words: [Substring]) throws(Mismatch) {
            guard words.count == 4, let time = EvemuReader.microseconds(words[0]),
                let type = UInt16(words[1], radix: 16), let code = UInt16(words[2], radix: 16),
                let value = Int32(words[3])
            else {
                throw Mismatch(found: "\(words.count) words", expected: "E: and a time, type, code and value")
            }
            let origin = start ?? time
            start = origin
            device.events.append(
                DeviceEvent(time: max(0, time - origin), type: type, code: code, value: value))
        }
    }

    /// Seconds with six decimals, as microseconds.
    private static func microseconds(_ word: Substring) -> Int64? {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 6, let seconds = UInt32(parts[0]),
            let rest = UInt32(parts[1])
        else { return nil }
        return Int64(seconds) * 1_000_000 + Int64(rest)
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while let first = text.first, " \t".contains(first) { text.removeFirst() }
        while let last = text.last, " \t\r".contains(last) { text.removeLast() }
        return String(text)
    }
}
