/// Names a device for the life of a seat; never used again for another device.
///
/// Thread: any (a plain value).
public struct DeviceID: Hashable, Sendable {
    /// Counts from 1 in the order of arrival.
    public var rawValue: UInt32

    /// Makes an identity of its number.
    @inlinable
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// What is known of an input device.
///
/// Thread: any (a plain value).
public struct Device: Hashable, Sendable {
    /// What a device can send; most devices have one of these, some several.
    public struct Capabilities: OptionSet, Hashable, Sendable {
        /// One bit a capability.
        public var rawValue: UInt16
        /// Makes a set of its bits.
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        /// Keys.
        public static let keyboard = Capabilities(rawValue: 1 << 0)
        /// Motion, buttons, scrolling.
        public static let pointer = Capabilities(rawValue: 1 << 1)
        /// Fingers on a screen.
        public static let touch = Capabilities(rawValue: 1 << 2)
        /// A pen.
        public static let tabletTool = Capabilities(rawValue: 1 << 3)
        /// The buttons, rings and strips of a tablet.
        public static let tabletPad = Capabilities(rawValue: 1 << 4)
        /// Gestures of a touchpad.
        public static let gesture = Capabilities(rawValue: 1 << 5)
        /// A lid or tablet-mode switch.
        public static let switches = Capabilities(rawValue: 1 << 6)
    }

    /// Its identity at this seat.
    public var id: DeviceID
    /// The name that the kernel has for it.
    public var name: String
    /// The kernel's name of the node, such as `event3`; empty when it has none.
    public var node: String
    /// The vendor's number on its bus.
    public var vendor: UInt32
    /// The product's number of that vendor.
    public var product: UInt32
    /// What it can send.
    public var capabilities: Capabilities
    /// Its extent in millimetres, `nil` where the device does not tell.
    public var millimetres: Size?
    /// The output it belongs to by udev's word, `nil` where nothing is said.
    public var outputName: String?

    /// The name of its part of the seat; all devices of one logical seat share a pointer and a keyboard state.
    public var seat: String

    /// Makes a description of its parts.
    public init(
        id: DeviceID, name: String, node: String = "", vendor: UInt32 = 0, product: UInt32 = 0,
        capabilities: Capabilities, millimetres: Size? = nil, outputName: String? = nil,
        seat: String = "default"
    ) {
        self.seat = seat
        self.id = id
        self.name = name
        self.node = node
        self.vendor = vendor
        self.product = product
        self.capabilities = capabilities
        self.millimetres = millimetres
        self.outputName = outputName
    }
}
