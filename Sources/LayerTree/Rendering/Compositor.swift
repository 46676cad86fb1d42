import Graphics
import InputEvents

// The one place where layers become pixels. What a pixel becomes depends on the tree and the pixel's place
// alone, never on the rectangle that is being drawn, so that drawing by damage gives the same bytes.

/// Draws a render tree into a bitmap.
@MainActor
final class Compositor {
    private let scratch = Scratch()

    /// Draws what lies in `area` over `background`, a premultiplied pixel.
    func draw(_ root: RenderNode, into bitmap: Bitmap, area: PixelRect, background: UInt32) {
        let surface = Surface(bitmap)
        let area = area.intersection(surface.area)
        guard !area.isEmpty else { return }
        scratch.prepare(width: bitmap.width)
        for y in area.y..<area.bottom {
            Spans.fill(surface.pointer(area.x, y), count: area.width, with: background)
        }
        paint(root, surface, area)
    }

    private func paint(_ node: RenderNode, _ surface: Surface, _ area: PixelRect) {
        guard node.isVisible else { return }
        if let plain = node.plain {
            let area = area.intersection(plain.box)
            for y in area.y..<area.bottom {
                Spans.over(surface.pointer(area.x, y), count: area.width, pixel: plain.pixel)
            }
            return
        }
        let area = area.intersection(node.treeBox)
        guard !area.isEmpty else { return }
        let alpha = UInt32((node.shown.opacity * 255).rounded())
        if alpha == 255 || node.isSinglePicture {
            paintLayer(node, surface, area, alpha)
            return
        }
        // Group opacity: one picture of everything, then that with the alpha (L-27).
        scratch.withSurface(area) { group in
            paintLayer(node, group, area, 255)
            for y in area.y..<area.bottom {
                Spans.over(
                    surface.pointer(area.x, y), count: area.width, source: group.pointer(area.x, y),
                    alpha: alpha)
            }
        }
    }

    /// Background, contents, sublayers, border, in this order (L-24).
    private func paintLayer(_ node: RenderNode, _ surface: Surface, _ area: PixelRect, _ alpha: UInt32) {
        let shown = node.shown
        if shown.paintsBackground {
            let shape = ShapeCoverage(rect: shown.bounds, radius: shown.cornerRadius, map: node.map)
            fill(shape, Spans.scale(shown.backgroundColor.premultipliedPixel, by: alpha), surface, area, node)
        }
        if shown.contents != nil || !node.children.isEmpty {
            if !shown.masksToBounds {
                paintInside(node, surface, area, alpha)
            } else {
                let inside = area.intersection(node.clipForChildren)
                if shown.masksByShape(node.map) {
                    paintMasked(node, surface, inside, alpha)
                } else {
                    paintInside(node, surface, inside, alpha)
                }
            }
        }
        if shown.paintsBorder { paintBorder(node, surface, area, alpha) }
    }

    private func paintInside(_ node: RenderNode, _ surface: Surface, _ area: PixelRect, _ alpha: UInt32) {
        guard !area.isEmpty else { return }
        paintContents(node, surface, area, alpha)
        for child in node.inDrawingOrder { paint(child, surface, area) }
    }

    /// Contents and sublayers, cut at the rounded bounds (L-25).
    private func paintMasked(_ node: RenderNode, _ surface: Surface, _ area: PixelRect, _ alpha: UInt32) {
        guard !area.isEmpty else { return }
        let shape = ShapeCoverage(
            rect: node.shown.bounds, radius: node.shown.cornerRadius, map: node.map)
        scratch.withSurface(area) { group in
            paintInside(node, group, area, 255)
            for y in area.y..<area.bottom {
                compose(shape, y, area.x..<area.right, group.pointer(area.x, y), surface, alpha)
            }
        }
    }

    /// Lays a row of pixels over the surface where a shape covers it.
    private func compose(
        _ shape: ShapeCoverage, _ y: Int, _ columns: Range<Int>, _ source: UnsafeMutablePointer<UInt32>,
        _ surface: Surface, _ alpha: UInt32
    ) {
        guard !columns.isEmpty, let coverage = scratch.coverage.baseAddress else { return }
        let solid = shape.row(y, columns, into: coverage)
        let target = surface.pointer(columns.lowerBound, y)
        let before = solid.lowerBound - columns.lowerBound, after = solid.upperBound - columns.lowerBound
        Spans.over(target, count: before, source: source, coverage: coverage, alpha: alpha)
        Spans.over(target + before, count: solid.count, source: source + before, alpha: alpha)
        Spans.over(
            target + after, count: columns.count - after, source: source + after, coverage: coverage + after,
            alpha: alpha)
    }

    private func fill(
        _ shape: ShapeCoverage, _ pixel: UInt32, _ surface: Surface, _ area: PixelRect, _ node: RenderNode
    ) {
        let area = area.intersection(node.box)
        guard !area.isEmpty, let coverage = scratch.coverage.baseAddress else { return }
        for y in area.y..<area.bottom {
            let solid = shape.row(y, area.x..<area.right, into: coverage)
            let target = surface.pointer(area.x, y)
            let before = solid.lowerBound - area.x, after = solid.upperBound - area.x
            Spans.over(target, count: before, pixel: pixel, coverage: coverage)
            Spans.over(target + before, count: solid.count, pixel: pixel)
            Spans.over(
                target + after, count: area.width - after, pixel: pixel, coverage: coverage + after)
        }
    }

    /// The ring between the bounds and the bounds moved inwards.
    private func paintBorder(_ node: RenderNode, _ surface: Surface, _ area: PixelRect, _ alpha: UInt32) {
        let shown = node.shown, width = shown.borderWidth
        let area = area.intersection(node.box)
        guard !area.isEmpty, let coverage = scratch.coverage.baseAddress,
            let innerCoverage = scratch.innerCoverage.baseAddress
        else { return }
        let outer = ShapeCoverage(rect: shown.bounds, radius: shown.cornerRadius, map: node.map)
        let hole = shown.bounds.insetBy(dx: width, dy: width)
        let inner = ShapeCoverage(
            rect: hole.size.isEmpty ? .zero : hole, radius: max(shown.cornerRadius - width, 0), map: node.map)
        let pixel = Spans.scale(shown.borderColor.premultipliedPixel, by: alpha)
        for y in area.y..<area.bottom {
            let columns = area.x..<area.right
            let solid = outer.row(y, columns, into: coverage)
            for x in solid { coverage[x - area.x] = 255 }
            let open = inner.row(y, columns, into: innerCoverage)
            let target = surface.pointer(area.x, y)
            let before = open.lowerBound - area.x, after = open.upperBound - area.x
            Spans.subtract(coverage, count: before, inner: innerCoverage)
            Spans.subtract(coverage + after, count: area.width - after, inner: innerCoverage + after)
            Spans.over(target, count: before, pixel: pixel, coverage: coverage)
            Spans.over(
                target + after, count: area.width - after, pixel: pixel, coverage: coverage + after)
        }
    }

    private func paintContents(_ node: RenderNode, _ surface: Surface, _ area: PixelRect, _ alpha: UInt32) {
        guard let bitmap = node.shown.contents, let rect = node.shown.contentsRect, !rect.isEmpty,
            let row = scratch.row.baseAddress
        else { return }
        let stretch = AffineTransform(
            a: rect.width / Double(bitmap.width), b: 0, c: 0, d: rect.height / Double(bitmap.height),
            tx: rect.minX, ty: rect.minY)
        guard let sampler = BitmapSampler(bitmap, map: stretch.then(node.map)) else { return }
        guard let mixed = scratch.sourceRow(width: sampler.scratchWidth).baseAddress else { return }
        if let box = sampler.snappedBox {
            let area = area.intersection(node.box).intersection(
                PixelRect(x: box.x, y: box.y, width: box.width, height: box.height))
            for y in area.y..<area.bottom where area.width > 0 {
                let target = surface.pointer(area.x, y)
                if sampler.isStraight {
                    Spans.over(target, count: area.width, source: sampler.span(y, from: area.x), alpha: alpha)
                } else {
                    sampler.row(y, area.x..<area.right, into: row, scratch: mixed)
                    Spans.over(target, count: area.width, source: row, alpha: alpha)
                }
            }
            return
        }
        let shape = ShapeCoverage(rect: rect, radius: 0, map: node.map)
        let area = area.intersection(node.box)
        guard !area.isEmpty else { return }
        for y in area.y..<area.bottom {
            let columns = shape.touched(y, area.x..<area.right)
            sampler.row(y, columns, into: row, scratch: mixed)
            compose(shape, y, columns, row, surface, alpha)
        }
    }
}

extension RenderNode {
    /// Whether the layer draws at most one thing, so that its alpha can be that thing's.
    var isSinglePicture: Bool {
        guard children.isEmpty else { return false }
        let count =
            (shown.paintsBackground ? 1 : 0) + (shown.paintsBorder ? 1 : 0) + (shown.contents == nil ? 0 : 1)
        return count <= 1
    }

    /// Whether the alpha goes another way than before, which rounds some pixels differently.
    func noteChangeOfRounding() -> Bool {
        let isSingle = isSinglePicture
        defer { wasSinglePicture = isSingle }
        return isSingle != wasSinglePicture && shown.opacity < 1
    }
}
