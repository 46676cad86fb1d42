import InputEvents

/// One line of a settings file: its word, what may stand behind it, and the setting it is.
package struct SettingKey: Sendable {
    /// The word before the equals sign.
    package let word: String
    /// What may stand behind it.
    package let allowed: String
    private let set: @Sendable (Substring, inout DeviceSettings) -> Bool
    private let text: @Sendable (DeviceSettings) -> String?
    private let move: @Sendable (DeviceSettings, inout DeviceSettings) -> Void

    /// Sets the setting by a value's text; answers whether the text is one.
    package func write(_ value: Substring, to settings: inout DeviceSettings) -> Bool {
        set(value, &settings)
    }

    /// The setting as text; `nil` when it is not set.
    package func read(_ settings: DeviceSettings) -> String? { text(settings) }

    func copy(from: DeviceSettings, to: inout DeviceSettings) { move(from, &to) }

    private init<Value: Sendable>(
        _ word: String, _ path: any WritableKeyPath<DeviceSettings, Value?> & Sendable, _ allowed: String,
        parse: @escaping @Sendable (Substring) -> Value?, print: @escaping @Sendable (Value) -> String
    ) {
        self.word = word
        self.allowed = allowed
        set = { text, settings in
            guard let value = parse(text) else { return false }
            settings[keyPath: path] = value
            return true
        }
        text = { $0[keyPath: path].map(print) }
        move = { $1[keyPath: path] = $0[keyPath: path] }
    }

    private init(_ word: String, _ path: any WritableKeyPath<DeviceSettings, Bool?> & Sendable) {
        self.init(
            word, path, "on or off", parse: { $0 == "on" ? true : $0 == "off" ? false : nil },
            print: { $0 ? "on" : "off" })
    }

    private init<Value: CaseIterable & RawRepresentable<String> & Sendable>(
        _ word: String, choice path: any WritableKeyPath<DeviceSettings, Value?> & Sendable
    ) {
        let words = Value.allCases.map(\.rawValue)
        self.init(
            word, path, "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")",
            parse: { Value(rawValue: String($0)) }, print: { $0.rawValue })
    }

    /// All settings, in the order in which they are written.
    package static let all: [SettingKey] = [
        SettingKey("send-events", choice: \.sendEvents),
        SettingKey("tap", \.tap),
        SettingKey("tap-buttons", choice: \.tapButtons),
        SettingKey("tap-drag", \.tapDrag),
        SettingKey("tap-drag-lock", \.tapDragLock),
        SettingKey("click", choice: \.clickMethod),
        SettingKey("scroll", choice: \.scrollMethod),
        SettingKey(
            "scroll-button", \.scrollButton, "a button's evdev code such as 0x112, or 0",
            parse: RecordingFields.unsigned, print: { "0x\(String($0, radix: 16))" }),
        SettingKey("scroll-button-lock", \.scrollButtonLock),
        SettingKey("natural-scroll", \.naturalScroll),
        SettingKey("acceleration", choice: \.acceleration),
        SettingKey(
            "speed", \.speed, "a number from -1 to 1",
            parse: { RecordingFields.number($0).flatMap { (-1...1).contains($0) ? $0 : nil } },
            print: { "\($0)" }),
        SettingKey("left-handed", \.leftHanded),
        SettingKey("middle-emulation", \.middleEmulation),
        SettingKey("disable-while-typing", \.disableWhileTyping),
        SettingKey(
            "rotation", \.rotation, "degrees, 0 to below 360",
            parse: { RecordingFields.number($0).flatMap { (0..<360).contains($0) ? $0 : nil } },
            print: { "\($0)" }),
        SettingKey(
            "calibration", \.calibration,
            "six numbers a b c d e f, for x' = ax + by + c and y' = dx + ey + f",
            parse: matrix, print: { "\($0.a) \($0.c) \($0.tx) \($0.b) \($0.d) \($0.ty)" }),
        SettingKey(
            "output", \.output, "a display's name such as HDMI-A-1", parse: { $0.isEmpty ? nil : String($0) },
            print: { $0 }),
        SettingKey(
            "debounce", \.debounce, "milliseconds, 0 to 1000",
            parse: { text in
                RecordingFields.unsigned(text).flatMap { $0 <= 1000 ? .milliseconds(Int64($0)) : nil }
            },
            print: { "\($0 / .milliseconds(1))" }),
    ]

    private static let matrix: @Sendable (Substring) -> AffineTransform? = { text in
        let numbers = text.split(separator: " ").compactMap(RecordingFields.number)
        guard numbers.count == 6, text.split(separator: " ").count == 6 else { return nil }
        let matrix = AffineTransform(
            a: numbers[0], b: numbers[3], c: numbers[1], d: numbers[4], tx: numbers[2], ty: numbers[5])
        return matrix.inverted == nil ? nil : matrix
    }
}
