public import Graphics
public import InputEvents

/// How a layer's contents lie in its bounds (L-29, L-65).
///
/// Thread: any (a plain value).
public enum ContentsGravity: Hashable, Sendable {
    /// Stretched to the bounds; the default.
    case resize
    /// As large as fits inside with its proportions kept, in the middle.
    case resizeAspect
    /// As small as covers everything with its proportions kept, in the middle.
    case resizeAspectFill
    /// In its own size, in the middle.
    case center
    /// In its own size, at the upper left.
    case topLeft
    /// In its own size, in the middle of the upper edge.
    case top
    /// In its own size, at the upper right.
    case topRight
    /// In its own size, in the middle of the left edge.
    case left
    /// In its own size, in the middle of the right edge.
    case right
    /// In its own size, at the lower left.
    case bottomLeft
    /// In its own size, in the middle of the lower edge.
    case bottom
    /// In its own size, at the lower right.
    case bottomRight
}

/// Everything about a layer that shows, as plain values: what a commit copies and an animation changes.
///
/// Thread: main, for the bitmap that it may hold.
public struct LayerProperties {
    /// The layer's own rectangle: its origin is the scroll offset, its size is in points.
    public var bounds = Rect.zero
    /// Where the anchor point lies in the superlayer's coordinates, in points.
    public var position = Point.zero
    /// The place in the bounds that `position` and `transform` refer to, in the unit square.
    public var anchorPoint = Point(0.5, 0.5)
    /// What is drawn later, among sublayers of one layer.
    public var zPosition = 0.0
    /// The map applied about the anchor point.
    public var transform = AffineTransform.identity
    /// What is behind everything else in the layer.
    public var backgroundColor = Color.clear
    /// The radius of background's and border's corners, in points.
    public var cornerRadius = 0.0
    /// How far the border reaches inwards, in points.
    public var borderWidth = 0.0
    /// The border's colour.
    public var borderColor = Color.black
    /// The alpha of the layer and all in it, taken as one picture (L-27).
    public var opacity = 1.0
    /// Whether the layer and all in it is left out.
    public var isHidden = false
    /// Whether contents and sublayers are cut at the layer's rounded bounds.
    public var masksToBounds = false
    /// The picture in the layer.
    public var contents: Bitmap?
    /// How many pixels of the contents make a point.
    public var contentsScale = 1.0
    /// How the contents lie in the bounds.
    public var contentsGravity = ContentsGravity.resize
    /// Whether the contents were drawn by the layer itself, to cover its bounds from their upper left corner.
    var contentsAreDrawn = false

    /// The values of a new layer.
    public init() {}

    /// Moves what animations may have carried out of its range back into it; what is no number becomes `other`'s.
    ///
    /// A spring passes its end, a sum of additive animations may lie anywhere.
    mutating func limit(or other: LayerProperties) {
        if !bounds.isFinite { bounds = other.bounds }
        bounds.size = Size(max(bounds.width, 0), max(bounds.height, 0))
        if !position.isFinite { position = other.position }
        if !anchorPoint.isFinite { anchorPoint = other.anchorPoint }
        if !transform.isFinite { transform = other.transform }
        if !zPosition.isFinite { zPosition = other.zPosition }
        cornerRadius = cornerRadius.isFinite ? max(cornerRadius, 0) : other.cornerRadius
        borderWidth = borderWidth.isFinite ? max(borderWidth, 0) : other.borderWidth
        opacity = opacity.isFinite ? min(max(opacity, 0), 1) : other.opacity
    }

    /// From the layer's own coordinates to its superlayer's (L-20).
    public var mapToSuperlayer: AffineTransform {
        let anchor = Point(
            bounds.minX + anchorPoint.x * bounds.width, bounds.minY + anchorPoint.y * bounds.height)
        var map = transform
        map.tx += position.x - (transform.a * anchor.x + transform.c * anchor.y)
        map.ty += position.y - (transform.b * anchor.x + transform.d * anchor.y)
        return map
    }

    /// Where the contents lie, in the layer's own coordinates.
    var contentsRect: Rect? {
        guard let contents else { return nil }
        let own = Size(
            Double(contents.width) / contentsScale, Double(contents.height) / contentsScale)
        if contentsAreDrawn { return Rect(origin: bounds.origin, size: own) }
        func placed(_ size: Size, _ across: Double, _ down: Double) -> Rect {
            Rect(
                x: bounds.minX + (bounds.width - size.width) * across,
                y: bounds.minY + (bounds.height - size.height) * down,
                width: size.width, height: size.height)
        }
        func scaled(_ factor: Double) -> Rect {
            placed(Size(own.width * factor, own.height * factor), 0.5, 0.5)
        }
        return switch contentsGravity {
        case .resize: bounds
        case .resizeAspect: scaled(min(bounds.width / own.width, bounds.height / own.height))
        case .resizeAspectFill: scaled(max(bounds.width / own.width, bounds.height / own.height))
        case .center: placed(own, 0.5, 0.5)
        case .topLeft: placed(own, 0, 0)
        case .top: placed(own, 0.5, 0)
        case .topRight: placed(own, 1, 0)
        case .left: placed(own, 0, 0.5)
        case .right: placed(own, 1, 0.5)
        case .bottomLeft: placed(own, 0, 1)
        case .bottom: placed(own, 0.5, 1)
        case .bottomRight: placed(own, 1, 1)
        }
    }
}
