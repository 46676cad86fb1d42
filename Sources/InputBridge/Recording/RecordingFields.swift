package import InputEvents

/// A line that is not as it should be.
package struct Mismatch: Error {
    /// What stands there, fit for a terminal; the rest of a long one is left out.
    package let found: String
    package let expected: String

    package init(found: String, expected: String) {
        self.found = printable(found, limit: 80)
        self.expected = expected
    }
}

/// The fields of one line of a recording, taken from left to right.
package struct RecordingFields {
    /// Places in order, then the `name=value` ones.
    private var fields: ArraySlice<String>

    /// Splits a line at its spaces; what stands in double quotes is one field, without them.
    ///
    /// A control character counts as a question mark, which is how it would be written.
    package init(_ line: Substring) throws(Mismatch) {
        var all: [String] = []
        var field = ""
        var inField = false, inQuotes = false, escaped = false
        for scalar in line.unicodeScalars {
            let visible = scalar.value < 0x20 || scalar.value == 0x7f ? "?" : scalar
            if escaped {
                field.unicodeScalars.append(visible)
                escaped = false
            } else if inQuotes, scalar == "\\" {
                escaped = true
            } else if scalar == "\"" {
                inQuotes.toggle()
                inField = true
            } else if !inQuotes, scalar == " " || scalar == "\t" || scalar == "\r" {
                if inField { all.append(field) }
                field = ""
                inField = false
            } else {
                field.unicodeScalars.append(visible)
                inField = true
            }
        }
        guard !inQuotes else { throw Mismatch(found: "the end of the line", expected: "a closing quote") }
        if inField { all.append(field) }
        fields = all[...]
    }

    package var isEmpty: Bool { fields.isEmpty }

    /// Looks at the next field.
    package var peek: String? { fields.first }

    /// Takes the next field.
    package mutating func next(_ expected: String) throws(Mismatch) -> Substring {
        guard let field = fields.popFirst() else {
            throw Mismatch(found: "the end of the line", expected: expected)
        }
        return Substring(field)
    }

    /// Takes the next field and makes something of it.
    package mutating func next<T>(_ expected: String, _ make: (Substring) -> T?) throws(Mismatch) -> T {
        let field = try next(expected)
        guard let value = make(field) else { throw Mismatch(found: "\"\(field)\"", expected: expected) }
        return value
    }

    /// Takes the field `name=value`, wherever it stands among what is left; `nil` when it is not there.
    package mutating func take<T>(
        _ name: String, _ expected: String, _ make: (Substring) -> T?
    ) throws(Mismatch) -> T? {
        let prefix = name + "="
        guard let place = fields.firstIndex(where: { $0.hasPrefix(prefix) }) else { return nil }
        let field = fields.remove(at: place)
        guard let value = make(field.dropFirst(prefix.count)) else {
            throw Mismatch(found: "\"\(field)\"", expected: "\(name)=\(expected)")
        }
        return value
    }

    /// What is left, which must all be of the form `name=value`; written so that it reads back.
    package mutating func rest() throws(Mismatch) -> [String] {
        var extras: [String] = []
        for field in fields {
            guard let sign = field.firstIndex(of: "="), sign != field.startIndex, Self.isPlain(field[..<sign])
            else {
                throw Mismatch(found: "\"\(field)\"", expected: "name=value or the end of the line")
            }
            let value = field[field.index(after: sign)...]
            extras.append(Self.isPlain(value) ? field : "\(field[..<sign])=\(Self.quote(value))")
        }
        fields = []
        return extras
    }

    /// Whether it needs no quotes.
    private static func isPlain(_ text: Substring) -> Bool {
        !text.unicodeScalars.contains { " \t\r\"\\".unicodeScalars.contains($0) }
    }

    private static func quote(_ text: Substring) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }

    // What a field can be.

    /// Seconds with up to nine decimals, as nanoseconds; no sign, no exponent.
    package static func nanoseconds(_ field: Substring) -> Int64? {
        let parts = field.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = digits(parts[0]), whole < 9_000_000_000 else { return nil }
        guard parts.count == 2 else { return whole * 1_000_000_000 }
        let count = parts[1].utf8.count
        guard (1...9).contains(count), let fraction = digits(parts[1]) else { return nil }
        return whole * 1_000_000_000 + (count..<9).reduce(fraction) { value, _ in value * 10 }
    }

    /// A finite number.
    package static func number(_ field: Substring) -> Double? {
        guard let value = Double(field), value.isFinite else { return nil }
        return value
    }

    /// Two numbers with a comma between.
    package static func point(_ field: Substring) -> Point? {
        let parts = field.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let x = number(parts[0]), let y = number(parts[1]) else { return nil }
        return Point(x, y)
    }

    /// Two numbers above zero with an x between.
    package static func size(_ field: Substring) -> Size? {
        let parts = field.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = number(parts[0]), let height = number(parts[1]), width > 0,
            height > 0
        else { return nil }
        return Size(width, height)
    }

    /// A number without sign, decimal or with 0x before it.
    package static func unsigned(_ field: Substring) -> UInt32? {
        field.hasPrefix("0x") ? UInt32(field.dropFirst(2), radix: 16) : UInt32(field)
    }

    /// A finger: identity, phase, place.
    package static func touch(_ field: Substring) -> TouchSample? {
        let parts = field.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let id = UInt64(parts[0]), let location = point(parts[2]),
            let phase = TouchPhase.names.first(where: { $0.name == parts[1] })?.value
        else { return nil }
        return TouchSample(id: TouchID(rawValue: id), location: location, phase: phase)
    }

    private static func digits(_ field: Substring) -> Int64? {
        field.utf8.allSatisfy { (48...57).contains($0) } ? Int64(field) : nil
    }
}
