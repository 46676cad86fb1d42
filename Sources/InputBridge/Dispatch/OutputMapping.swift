public import InputEvents

/// How a display is turned against the way its panel scans, in quarter turns clockwise.
///
/// Thread: any (a plain value).
public enum Rotation: Int, Sendable, CaseIterable {
    /// Upright.
    case none = 0
    /// A quarter turn clockwise, 90 degrees.
    case quarter = 90
    /// Upside down, 180 degrees.
    case half = 180
    /// Three quarter turns clockwise, 270 degrees.
    case threeQuarters = 270

    /// Whether the picture's width lies along the panel's height.
    public var swapsAxes: Bool { self == .quarter || self == .threeQuarters }
}

/// Where on the display a device's unit square lies: how absolute positions become points (D-37).
///
/// The picture is mirrored, then turned, then laid on the panel: eight ways. Thread: any (a plain value).
public struct OutputMapping: Hashable, Sendable {
    /// The display's size in points, as the app sees it, after rotation.
    public var size: Size
    /// How the picture is turned on the panel; the panel's own upper left corner is the device's.
    public var rotation: Rotation
    /// Whether left and right of the picture change places before it is turned, as behind a mirror.
    public var isMirrored: Bool
    /// Where the display's upper left corner is among the other displays, in points.
    public var origin: Point

    /// Makes a mapping to a display of the given size in points.
    public init(size: Size, rotation: Rotation = .none, isMirrored: Bool = false, origin: Point = .zero) {
        self.size = size
        self.rotation = rotation
        self.isMirrored = isMirrored
        self.origin = origin
    }

    /// The display's extent, in points.
    public var frame: Rect { Rect(origin: origin, size: size) }

    /// The point of the display for a place in the device's unit square.
    public func point(for unit: Point) -> Point {
        var upright: Point =
            switch rotation {
            case .none: unit
            case .quarter: Point(unit.y, 1 - unit.x)
            case .half: Point(1 - unit.x, 1 - unit.y)
            case .threeQuarters: Point(1 - unit.y, unit.x)
            }
        if isMirrored { upright.x = 1 - upright.x }
        return Point(origin.x + upright.x * size.width, origin.y + upright.y * size.height)
    }

    /// The place in the device's unit square for a point of the display.
    public func unit(for point: Point) -> Point {
        var upright = Point((point.x - origin.x) / size.width, (point.y - origin.y) / size.height)
        if isMirrored { upright.x = 1 - upright.x }
        return switch rotation {
        case .none: upright
        case .quarter: Point(1 - upright.y, upright.x)
        case .half: Point(1 - upright.x, 1 - upright.y)
        case .threeQuarters: Point(upright.y, 1 - upright.x)
        }
    }

    /// The nearest point of the display.
    func clamp(_ point: Point) -> Point {
        Point(clamp(point.x, origin.x, size.width), clamp(point.y, origin.y, size.height))
    }

    private func clamp(_ value: Double, _ start: Double, _ extent: Double) -> Double {
        guard value.isFinite, extent > 0 else { return start }
        return min(max(value, start), (start + extent).nextDown)
    }
}

/// A display by its name, and where it is.
///
/// Thread: any (a plain value).
public struct NamedOutput: Hashable, Sendable {
    /// The connector's name, such as `HDMI-A-1`.
    public var name: String
    /// Where its touchscreens and tablets lead.
    public var mapping: OutputMapping

    /// Makes an output of its parts.
    public init(name: String, mapping: OutputMapping) {
        self.name = name
        self.mapping = mapping
    }
}
