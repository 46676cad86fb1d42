public import InputBridge

/// What a kernel's input device said over some time, below libinput: descriptions and evdev events.
///
/// Read from `libinput record`'s YAML or evemu's text, played by `KernelPlayer`. Thread: any (a plain value).
public struct DeviceRecording: Hashable, Sendable {
    /// The devices, each with its events.
    public var devices: [RecordedDevice]
    /// What was found wrong and passed over, such as the place of a cut; `nil` when nothing was.
    public var warning: String?

    /// Makes a recording of its devices.
    public init(devices: [RecordedDevice] = []) { self.devices = devices }

    /// Reads a file of either form; the form is told by its first lines.
    public init(contentsOfFile path: String) throws(InputError) {
        try self.init(text: readText(path), name: path)
    }

    /// Reads text of either form; `name` stands for the file in errors.
    public init(text: String, name: String) throws(InputError) {
        self =
            try EvemuReader.canRead(text)
            ? EvemuReader.read(text, name: name) : YAMLReader.read(text, name: name)
    }
}

extension DeviceRecording {
    /// The same devices, with the first one's events followed by those of another recording's devices.
    ///
    /// For events that were recorded without their device's description.
    public func followed(by other: DeviceRecording) -> DeviceRecording {
        guard var first = devices.first else { return other }
        let start = first.events.last?.time ?? 0
        for device in other.devices {
            first.events += device.events.map { event in
                DeviceEvent(time: start + event.time, type: event.type, code: event.code, value: event.value)
            }
        }
        var result = self
        result.devices[0] = first
        return result
    }
}

/// A device and its events.
///
/// Thread: any (a plain value).
public struct RecordedDevice: Hashable, Sendable {
    /// What the kernel knows of the device.
    public var description: DeviceDescription
    /// In the order in which they came.
    public var events: [DeviceEvent]

    /// Makes a device of its parts.
    public init(description: DeviceDescription, events: [DeviceEvent] = []) {
        self.description = description
        self.events = events
    }
}

/// What the kernel knows of an input device; all numbers are those of `linux/input-event-codes.h`.
///
/// Thread: any (a plain value).
public struct DeviceDescription: Hashable, Sendable {
    /// An absolute axis.
    public struct Axis: Hashable, Sendable {
        /// The least value.
        public var minimum: Int32
        /// The greatest value.
        public var maximum: Int32
        /// The noise that the kernel filters out.
        public var fuzz: Int32 = 0
        /// The dead range about the middle.
        public var flat: Int32 = 0
        /// Units a millimetre, or a radian; 0 when not known.
        public var resolution: Int32 = 0

        /// Makes an axis of its range.
        public init(_ minimum: Int32, _ maximum: Int32, resolution: Int32 = 0) {
            self.minimum = minimum
            self.maximum = maximum
            self.resolution = resolution
        }
    }

    /// The kernel's name for it.
    public var name = ""
    /// Bus, vendor, product and version.
    public var bus: UInt16 = 3, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0
    /// The codes that it can send, by their type.
    public var codes: [UInt16: Set<UInt16>] = [:]
    /// Its axes by their code.
    public var axes: [UInt16: Axis] = [:]
    /// The kernel's input properties.
    public var properties: Set<UInt16> = []

    /// Makes an empty description.
    public init() {}

    /// The greatest number of a type, of a code of any type, and of a property.
    static let lastType: UInt16 = 0x1f, lastCode: UInt16 = 0x2ff, lastProperty: UInt16 = 0x1f
    /// The greatest number of an axis.
    static let lastAxis: UInt16 = 0x3f

    /// Lets it send a code.
    public mutating func allow(_ type: UInt16, _ code: UInt16) { codes[type, default: []].insert(code) }

    /// Gives it an axis.
    public mutating func allow(axis code: UInt16, _ axis: Axis) {
        allow(3, code)
        axes[code] = axis
    }
}

/// One evdev event.
///
/// Thread: any (a plain value).
public struct DeviceEvent: Hashable, Sendable {
    /// Microseconds since the recording's first event, of all devices.
    public var time: Int64
    /// Its type, such as `EV_ABS`.
    public var type: UInt16
    /// Its code within the type.
    public var code: UInt16
    /// What it says.
    public var value: Int32

    /// Makes an event of its parts.
    public init(time: Int64, type: UInt16, code: UInt16, value: Int32) {
        self.time = time
        self.type = type
        self.code = code
        self.value = value
    }
}
