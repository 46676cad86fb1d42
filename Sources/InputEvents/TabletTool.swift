/// A pen, eraser or mouse that works on a graphics tablet.
///
/// Thread: any (a plain value).
public struct TabletTool: Hashable, Sendable {
    /// What the tool is.
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// A pen.
        case pen
        /// The other end of a pen.
        case eraser
        /// A brush, which feels pressure like a pen.
        case brush
        /// A pencil.
        case pencil
        /// An airbrush, with a wheel for the flow of colour.
        case airbrush
        /// A mouse that is bound to the tablet.
        case mouse
        /// A mouse with a lens for copying plans.
        case lens
        /// A dial that is put on the tablet.
        case totem
    }

    /// What a tool can tell besides its place.
    public struct Axes: OptionSet, Hashable, Sendable {
        /// One bit an axis.
        public var rawValue: UInt8
        /// Makes a set of its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// How hard it presses.
        public static let pressure = Axes(rawValue: 1 << 0)
        /// How far above the tablet it is.
        public static let distance = Axes(rawValue: 1 << 1)
        /// How it leans.
        public static let tilt = Axes(rawValue: 1 << 2)
        /// How it is turned around itself.
        public static let rotation = Axes(rawValue: 1 << 3)
        /// A slider or a finger wheel with an end.
        public static let slider = Axes(rawValue: 1 << 4)
        /// A wheel without an end.
        public static let wheel = Axes(rawValue: 1 << 5)
    }

    /// Counts from 1 as tools first come near; the same tool keeps its number while its serial number is known.
    public var id: UInt32
    /// What it is.
    public var kind: Kind
    /// What it can tell.
    public var axes: Axes
    /// The number that the maker gave to this very tool; 0 where it has none.
    public var serial: UInt64
    /// The maker's number for tools of this make; 0 where it has none.
    public var make: UInt64

    /// Makes a description of its parts.
    public init(id: UInt32, kind: Kind = .pen, axes: Axes = [], serial: UInt64 = 0, make: UInt64 = 0) {
        self.id = id
        self.kind = kind
        self.axes = axes
        self.serial = serial
        self.make = make
    }
}
