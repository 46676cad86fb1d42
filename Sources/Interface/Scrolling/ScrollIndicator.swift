import Graphics
import InputEvents
import LayerTree

/// The thin bar at the edge of a scroll view that says where in the content it is.
///
/// Shown while the content moves, then fades. Thread: main.
@MainActor
final class ScrollIndicator {
    /// Points.
    private static let breadth = 4.0, margin = 3.0, leastLength = 24.0

    let layer = Layer()
    private let isVertical: Bool

    init(isVertical: Bool) {
        self.isVertical = isVertical
        layer.implicitActions = .insideAnimationBlocks
        layer.backgroundColor = Color.black.withAlpha(0.35)
        layer.cornerRadius = Self.breadth / 2
        layer.zPosition = 1_000
        layer.opacity = 0
    }

    /// Places the bar for what is visible of a content, in the points of the content.
    func place(visible: Rect, content: Size) {
        let window = isVertical ? visible.height : visible.width
        let whole = isVertical ? content.height : content.width
        guard whole > window, window > 0 else { return }
        let offset = isVertical ? visible.minY : visible.minX
        let room = window - 2 * Self.margin
        // Past an edge the bar is pressed against it and gets shorter.
        let beyond = max(-offset, offset + window - whole, 0)
        let length = max(room * (window - beyond) / whole, min(Self.leastLength, room))
        let part = min(max(offset / (whole - window), 0), 1)
        let start = Self.margin + part * (room - length)
        layer.frame =
            isVertical
            ? Rect(
                x: visible.maxX - Self.margin - Self.breadth, y: visible.minY + start,
                width: Self.breadth, height: length)
            : Rect(
                x: visible.minX + start, y: visible.maxY - Self.margin - Self.breadth,
                width: length, height: Self.breadth)
    }

    func show() {
        layer.removeAllAnimations()
        layer.opacity = 1
    }

    func fade() {
        guard layer.opacity > 0 else { return }
        Transaction.run(duration: .milliseconds(300), timing: .easeOut) { [layer] in layer.opacity = 0 }
    }
}
