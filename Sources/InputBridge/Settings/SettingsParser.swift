/// Reads a settings file: sections `[device …]`, in them lines `word = value`; `#` begins a comment line.
struct SettingsParser {
    private var rules: [InputSettings.Rule] = []

    mutating func parse(_ text: String, name: String) throws(InputError) -> [InputSettings.Rule] {
        for (index, bytes) in text.utf8.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
            do {
                try take(Self.trimmed(Substring(bytes)))
            } catch {
                throw InputError(error, in: name, line: index + 1)
            }
        }
        return rules
    }

    private mutating func take(_ line: Substring) throws(Mismatch) {
        guard let first = line.unicodeScalars.first, first != "#" else { return }
        if first == "[" { return try section(line) }
        guard let sign = line.firstIndex(of: "=") else {
            throw Mismatch(found: "\"\(line)\"", expected: "[device …] or a setting such as tap = on")
        }
        let word = Self.trimmed(line[..<sign])
        let value = Self.trimmed(line[line.index(after: sign)...])
        guard let key = SettingKey.all.first(where: { $0.word == word }) else {
            throw Mismatch(
                found: "\"\(word)\"",
                expected: "one of " + SettingKey.all.map(\.word).joined(separator: ", "))
        }
        guard !rules.isEmpty else {
            throw Mismatch(
                found: "a setting", expected: "a line [device] before it, which is for all devices")
        }
        guard key.write(value, to: &rules[rules.count - 1].settings) else {
            throw Mismatch(found: "\"\(value)\"", expected: "\(word) = \(key.allowed)")
        }
    }

    private mutating func section(_ line: Substring) throws(Mismatch) {
        let form =
            "a line such as [device], [device kind=touchpad] or [device name=\"Logitech*\" id=046d:c077]"
        guard line.hasSuffix("]") else { throw Mismatch(found: "\"\(line)\"", expected: form) }
        var fields = try RecordingFields(line.dropFirst().dropLast())
        _ = try fields.next(form) { $0 == "device" ? $0 : nil }
        var rule = InputSettings.Rule(settings: DeviceSettings())
        let kinds = InputSettings.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        rule.kind = try fields.take("kind", "one of \(kinds)") { InputSettings.Kind(rawValue: String($0)) }
        rule.name = try fields.take("name", "a name") { $0.isEmpty ? nil : String($0) }
        let id = try fields.take("id", "two hexadecimal numbers such as 046d:c077") { Self.id($0) }
        rule.vendor = id?.vendor
        rule.product = id?.product
        guard fields.isEmpty else { throw Mismatch(found: "\"\(fields.peek ?? "")\"", expected: form) }
        rules.append(rule)
    }

    private static func id(_ text: Substring) -> (vendor: UInt32, product: UInt32)? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let vendor = UInt32(parts[0], radix: 16),
            let product = UInt32(parts[1], radix: 16)
        else { return nil }
        return (vendor, product)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.unicodeScalars.first, " \t\r".unicodeScalars.contains(first) {
            text.unicodeScalars.removeFirst()
        }
        while let last = text.unicodeScalars.last, " \t\r".unicodeScalars.contains(last) {
            text.unicodeScalars.removeLast()
        }
        return text
    }
}
