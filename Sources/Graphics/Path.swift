public import InputEvents

/// Lines and curves that enclose an area or are drawn along.
///
/// Coordinates are points with y down. A part with a number that is not finite is left out.
/// Thread: any (a plain value).
public struct Path: Hashable, Sendable {
    /// One step of a path.
    public enum Element: Hashable, Sendable {
        /// Begins a new part at a point.
        case move(Point)
        /// A straight line to a point.
        case line(Point)
        /// A cubic curve by two control points to a point.
        case curve(Point, Point, Point)
        /// A straight line back to where the part began.
        case close
    }

    /// The steps, in order.
    public private(set) var elements: [Element] = []

    /// Makes a path with nothing in it.
    public init() {}

    /// Makes a path around a rectangle.
    public init(rect: Rect) {
        let r = rect.standardized
        move(to: r.origin)
        line(to: Point(r.maxX, r.minY))
        line(to: Point(r.maxX, r.maxY))
        line(to: Point(r.minX, r.maxY))
        close()
    }

    /// Makes a path around a rectangle with round corners; the radius is limited to half the shorter side.
    public init(roundedRect rect: Rect, radius: Double) {
        let r = rect.standardized
        let radius = min(max(radius, 0), min(r.width, r.height) / 2)
        guard radius > 0 else {
            self.init(rect: r)
            return
        }
        self.init()
        addArc(center: Point(r.maxX - radius, r.minY + radius), radius: radius, from: -.pi / 2, to: 0)
        addArc(center: Point(r.maxX - radius, r.maxY - radius), radius: radius, from: 0, to: .pi / 2)
        addArc(center: Point(r.minX + radius, r.maxY - radius), radius: radius, from: .pi / 2, to: .pi)
        addArc(
            center: Point(r.minX + radius, r.minY + radius), radius: radius, from: .pi, to: .pi * 1.5)
        close()
    }

    /// Makes a path around the ellipse that touches the edges of a rectangle.
    public init(ellipseIn rect: Rect) {
        let r = rect.standardized
        self.init()
        guard !r.isEmpty else { return }
        var unit = Path()
        unit.addArc(center: .zero, radius: 1, from: 0, to: 2 * .pi)
        unit.close()
        let map = AffineTransform(
            a: r.width / 2, b: 0, c: 0, d: r.height / 2, tx: r.midX, ty: r.midY)
        elements = unit.applying(map).elements
    }

    /// Whether there is nothing in it.
    public var isEmpty: Bool { elements.isEmpty }

    /// Begins a new part.
    public mutating func move(to point: Point) { add(.move(point), point.isFinite) }

    /// Adds a straight line.
    public mutating func line(to point: Point) { add(.line(point), point.isFinite) }

    /// Adds a cubic curve.
    public mutating func curve(to point: Point, control1: Point, control2: Point) {
        add(.curve(control1, control2, point), point.isFinite && control1.isFinite && control2.isFinite)
    }

    /// Goes straight back to where the part began.
    public mutating func close() { elements.append(.close) }

    /// Adds an arc; angles are in radians, clockwise from the right, and `to` below `from` goes back.
    ///
    /// A line leads to its start when the path is not empty.
    public mutating func addArc(center: Point, radius: Double, from start: Double, to end: Double) {
        guard center.isFinite, radius.isFinite, radius >= 0, start.isFinite, end.isFinite else { return }
        let sweep = min(max(end - start, -2 * .pi), 2 * .pi)
        let pieces = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
        let step = sweep / Double(pieces)
        let reach = 4.0 / 3.0 * Trigonometry.tangent(step / 4) * radius
        var from = Trigonometry.unit(start)
        let first = center + from * radius
        if isEmpty { move(to: first) } else { line(to: first) }
        for piece in 1...pieces {
            let to = Trigonometry.unit(start + step * Double(piece))
            let target = center + to * radius
            curve(
                to: target, control1: center + from * radius + Point(-from.y, from.x) * reach,
                control2: target - Point(-to.y, to.x) * reach)
            from = to
        }
    }

    /// The path with every point mapped.
    public func applying(_ map: AffineTransform) -> Path {
        var mapped = Path()
        mapped.elements = elements.map { element in
            switch element {
            case .move(let p): .move(map.apply(p))
            case .line(let p): .line(map.apply(p))
            case .curve(let a, let b, let p): .curve(map.apply(a), map.apply(b), map.apply(p))
            case .close: .close
            }
        }
        return mapped
    }

    private mutating func add(_ element: Element, _ isFinite: Bool) {
        if isFinite { elements.append(element) }
    }
}
