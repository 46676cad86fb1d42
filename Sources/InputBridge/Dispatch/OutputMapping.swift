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
/// Thread: any (a plain value).
public struct OutputMapping: Hashable, Sendable {
    /// The display's size in points, as the app sees it, after rotation.
    public var size: Size
    /// How the picture is turned on the panel; the panel's own upper left corner is the device's.
    public var rotation: Rotation

    /// Makes a mapping to a display of the given size in points.
    public init(size: Size, rotation: Rotation = .none) {
        self.size = size
        self.rotation = rotation
    }

    /// The point of the display for a place in the device's unit square.
    public func point(for unit: Point) -> Point {
        let upright: Point =
            switch rotation {
            case .none: unit
            case .quarter: Point(unit.y, 1 - unit.x)
            case .half: Point(1 - unit.x, 1 - unit.y)
            case .threeQuarters: Point(1 - unit.y, unit.x)
            }
        return Point(upright.x * size.width, upright.y * size.height)
    }

    /// The place in the device's unit square for a point of the display.
    public func unit(for point: Point) -> Point {
        let upright = Point(point.x / size.width, point.y / size.height)
        return switch rotation {
        case .none: upright
        case .quarter: Point(1 - upright.y, upright.x)
        case .half: Point(1 - upright.x, 1 - upright.y)
        case .threeQuarters: Point(upright.y, 1 - upright.x)
        }
    }
}
