import EventLoop
import Graphics
import InputEvents

/// What the render tree holds of a layer: the values of the last commit, the animations over them, and what
/// of it is on the bitmap.
@MainActor
final class RenderNode {
    weak var layer: Layer?
    /// The values at the last commit.
    var committed: LayerProperties
    var animations: [AttachedAnimation] = []
    /// How the layer's time goes by that of the layer above; as at the last commit.
    var timing = LayerTiming()
    /// Whether the layer itself was in a commit: before it nothing shows, and nothing animates (L-60).
    var isCommitted = false
    weak var parent: RenderNode?
    /// The sublayers' nodes in the order of the model.
    @exclusivity(unchecked) var children: [RenderNode] = []
    /// The same in the order of drawing; empty while that is the order of the model.
    @exclusivity(unchecked) var byDepth: [RenderNode] = []

    // As it was drawn last, or will be next.
    /// The values with animations.
    var shown: LayerProperties
    /// From the layer's own coordinates to pixels.
    var map = AffineTransform.identity
    /// What the layers above leave of the bitmap.
    var clip = PixelRect.empty
    @exclusivity(unchecked) var isVisible = false
    /// The pixels that the layer itself may touch, inside its clip.
    var box = PixelRect.empty
    /// The pixels that the layer and all in it may touch; may be too large, never too small.
    @exclusivity(unchecked) var treeBox = PixelRect.empty
    /// What the layer is when it is nothing but one colour on whole pixels, as most of an interface is.
    @exclusivity(unchecked) var plain: PlainBox?
    /// Whether the alpha was that of the one thing drawn, not of a group's picture.
    var wasSinglePicture = true

    // What the next update must look at.
    var isQueued = false
    var isAnimated = false
    /// Whether everything in the layer must be drawn anew, as it is new here or was moved in the order.
    var isDisplaced = true
    /// The part of the contents that was changed in place.
    var contentsDamage: Rect?
    /// Used while child lists are compared.
    var mark = 0

    init(_ layer: Layer) {
        self.layer = layer
        committed = layer.model
        shown = layer.model
    }

    /// The values at a moment; an animation that ends then shows no more (L-13).
    func properties(at time: Instant) -> LayerProperties {
        var properties = committed
        guard !animations.isEmpty else { return properties }
        let time = layerTime(at: time)
        for animation in animations { animation.apply(to: &properties, at: time) }
        properties.limit(or: committed)
        return properties
    }

    /// The layer's own time at a moment of the host's (L-32).
    func layerTime(at time: Instant) -> Instant {
        let outer = parent?.layerTime(at: time) ?? time
        return timing.isDefault ? outer : timing.local(outer)
    }

    /// Whether neither this layer's time nor one above stands still.
    var isTimeRunning: Bool { timing.speed > 0 && (parent?.isTimeRunning ?? true) }

    /// The children, back to front.
    var inDrawingOrder: [RenderNode] { byDepth.isEmpty ? children : byDepth }

    /// Brings the order of drawing up to date (L-23).
    func sortChildren() {
        guard children.contains(where: { $0.shown.zPosition != 0 }) else {
            byDepth.removeAll(keepingCapacity: true)
            return
        }
        byDepth = children.enumerated()
            .sorted { ($0.element.shown.zPosition, $0.offset) < ($1.element.shown.zPosition, $1.offset) }
            .map(\.element)
    }

    /// Finds out whether the layer can be drawn without a closer look.
    func findPlain() {
        plain = nil
        guard isVisible, children.isEmpty, shown.contents == nil, !shown.paintsBorder, shown.paintsBackground,
            shown.cornerRadius == 0, map.keepsAxes
        else { return }
        let rect = map.boundingBox(of: shown.bounds), pixels = PixelRect(nearest: rect)
        guard pixels.rect == rect else { return }
        let alpha = UInt32((shown.opacity * 255).rounded())
        plain = PlainBox(
            box: pixels.intersection(clip),
            pixel: Spans.scale(shown.backgroundColor.premultipliedPixel, by: alpha))
    }

    /// Whether a background, contents or a border of it can be seen.
    var paintsSomething: Bool { shown.paintsBackground || shown.paintsBorder || shown.contents != nil }
}

/// Pixels of one colour.
struct PlainBox {
    var box: PixelRect
    /// Premultiplied, with the layer's opacity.
    var pixel: UInt32
}

extension LayerProperties {
    var paintsBackground: Bool { backgroundColor.alpha > 0 && !bounds.isEmpty }
    var paintsBorder: Bool { borderWidth > 0 && borderColor.alpha > 0 && !bounds.isEmpty }

    /// Whether the layer and its sublayers are cut at a shape that is not a rectangle of whole pixels.
    func masksByShape(_ map: AffineTransform) -> Bool {
        masksToBounds && (cornerRadius > 0 || !map.keepsAxes)
    }

    /// Whether the layer's own drawing looks the same, its map aside.
    func drawsLike(_ other: LayerProperties) -> Bool {
        bounds.size == other.bounds.size && backgroundColor == other.backgroundColor
            && cornerRadius == other.cornerRadius && borderWidth == other.borderWidth
            && borderColor == other.borderColor && contents === other.contents
            && contentsScale == other.contentsScale && contentsGravity == other.contentsGravity
            && contentsAreDrawn == other.contentsAreDrawn
    }

    /// Whether sublayers are shown in the same way, their map and clip aside.
    func groupsLike(_ other: LayerProperties) -> Bool {
        opacity == other.opacity && masksToBounds == other.masksToBounds
            && (!masksToBounds || (cornerRadius == other.cornerRadius && bounds == other.bounds))
    }
}
