import Glibc
public import InputEvents

/// The settings of all devices of a seat: rules, of which later ones win.
///
/// Made by code, or read from a small file; `docs/input-settings.md` describes it. Thread: any (a plain value).
public struct InputSettings: Hashable, Sendable {
    /// Settings for the devices that fit.
    public struct Rule: Hashable, Sendable {
        /// A part of what a device must be; `nil` fits all.
        public var kind: Kind?
        /// Its name; a `*` at the end stands for any rest.
        ///
        /// `nil` fits all.
        public var name: String?
        /// The vendor's number; `nil` fits all.
        public var vendor: UInt32?
        /// The product's number; `nil` fits all.
        public var product: UInt32?
        /// What holds for it.
        public var settings: DeviceSettings

        /// Makes a rule of its parts.
        public init(
            kind: Kind? = nil, name: String? = nil, vendor: UInt32? = nil, product: UInt32? = nil,
            settings: DeviceSettings
        ) {
            self.kind = kind
            self.name = name
            self.vendor = vendor
            self.product = product
            self.settings = settings
        }

        /// Whether the rule is for the device.
        public func fits(_ device: Device) -> Bool {
            if let kind, !kind.fits(device.capabilities) { return false }
            if let vendor, vendor != device.vendor { return false }
            if let product, product != device.product { return false }
            guard let name else { return true }
            return name.hasSuffix("*") ? device.name.hasPrefix(name.dropLast()) : device.name == name
        }
    }

    /// What a device is, as a person would say it.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// It has keys.
        case keyboard
        /// It moves the pointer and is no touchpad.
        case mouse
        /// It moves the pointer and knows gestures.
        case touchpad
        /// It is a touchscreen.
        case touch
        /// It has a pen.
        case tablet
        /// It is the pad of a tablet.
        case pad
        /// It has a lid or tablet-mode switch.
        case `switch`

        fileprivate func fits(_ capabilities: Device.Capabilities) -> Bool {
            switch self {
            case .keyboard: capabilities.contains(.keyboard)
            case .mouse: capabilities.contains(.pointer) && !capabilities.contains(.gesture)
            case .touchpad: capabilities.contains([.pointer, .gesture])
            case .touch: capabilities.contains(.touch)
            case .tablet: capabilities.contains(.tabletTool)
            case .pad: capabilities.contains(.tabletPad)
            case .switch: capabilities.contains(.switches)
            }
        }
    }

    /// The rules; a later one wins, setting by setting.
    public var rules: [Rule]

    /// Makes settings of rules; none change nothing.
    public init(rules: [Rule] = []) { self.rules = rules }

    /// Reads a settings file; an error names the file, the line, what it found and what is allowed.
    public init(contentsOfFile path: String) throws(InputError) {
        try self.init(text: readText(path), name: path)
    }

    /// Reads settings from text; `name` stands for the file in errors.
    public init(text: String, name: String = "settings") throws(InputError) {
        var parser = SettingsParser()
        rules = try parser.parse(text, name: name)
    }

    /// The machine's settings: the file that the variable `PENSTOCK_INPUT` names, else `/etc/penstock/input.conf`
    /// where it is there, else none.
    public static func system() throws(InputError) -> InputSettings {
        if let path = getenv("PENSTOCK_INPUT") {
            return try InputSettings(contentsOfFile: String(cString: path))
        }
        guard access(systemFile, F_OK) == 0 else { return InputSettings() }
        return try InputSettings(contentsOfFile: systemFile)
    }

    /// Where the machine's settings are.
    public static let systemFile = "/etc/penstock/input.conf"

    /// What holds for a device.
    public func settings(for device: Device) -> DeviceSettings {
        rules.reduce(DeviceSettings()) { $1.fits(device) ? $0.overridden(by: $1.settings) : $0 }
    }
}
