import Graphics
public import InputEvents

extension Layer {
    /// Whether the layer's contents are out of date.
    public var needsDisplay: Bool { state.needsDisplay }

    /// Asks for `display()` at the next commit, for the whole layer.
    public func setNeedsDisplay() { setNeedsDisplay(in: .everything) }

    /// Asks for `display()` at the next commit, for a part of the layer in its own coordinates.
    ///
    /// Several parts become the box around them (L-17). A layer without a size, or hidden, keeps the wish
    /// until it shows (L-19).
    public func setNeedsDisplay(in rect: Rect) {
        guard isWritable else { return }
        let rect = rect.isFinite ? rect.standardized : .everything
        dirtyRect = state.needsDisplay ? dirtyRect.union(rect) : rect
        state.needsDisplay = true
        host?.queueDisplay(self)
    }

    /// Displays now when the contents are out of date and the layer shows.
    public func displayIfNeeded() {
        guard state.needsDisplay, !model.isHidden, !model.bounds.isEmpty else { return }
        state.needsDisplay = false
        if delegate?.display(self) != true { display() }
    }

    /// The largest side of a bitmap that a layer draws into; larger layers are drawn coarser.
    static let largestContents = 8192.0

    /// Draws what is out of date into the layer's bitmap, made anew when the size in pixels changed.
    func drawContents() {
        let size = model.bounds.size
        var scale = host?.scale ?? 1
        let longest = max(size.width, size.height) * scale
        if longest > Self.largestContents {
            LayerLog.once("a layer of \(size.width)x\(size.height) points is drawn coarser than it shows")
            scale *= Self.largestContents / longest
        }
        let width = max(1, Int((size.width * scale - 1e-6).rounded(.up)))
        let height = max(1, Int((size.height * scale - 1e-6).rounded(.up)))
        let kept = model.contentsAreDrawn ? model.contents : nil
        let fits = kept?.width == width && kept?.height == height && model.contentsScale == scale
        let whole = Rect(origin: model.bounds.origin, size: size)
        let isPart = fits && !dirtyRect.contains(whole)
        let bitmap: Bitmap
        if fits, let kept { bitmap = kept } else { bitmap = Bitmap(width: width, height: height) }
        delegate?.willDraw(self)
        let canvas = Canvas(bitmap, scale: scale, origin: model.bounds.origin)
        if isPart {
            canvas.clip(to: Self.onWholePixels(dirtyRect.intersection(whole), scale, whole.origin))
            canvas.clear()
        } else if fits {
            bitmap.clear()
        }
        draw(in: canvas)
        delegate?.draw(self, in: canvas)
        canvas.finish()
        model.contents = bitmap
        model.contentsScale = scale
        model.contentsAreDrawn = true
        let damage = isPart ? dirtyRect : .everything
        state.contentsDamage = state.contentsDamage.map { $0.union(damage) } ?? damage
        markChanged()
    }

    /// The smallest rectangle of whole pixels around a part, so that no pixel is cleared by half.
    private static func onWholePixels(_ rect: Rect, _ scale: Double, _ origin: Point) -> Rect {
        let left = ((rect.minX - origin.x) * scale).rounded(.down)
        let top = ((rect.minY - origin.y) * scale).rounded(.down)
        let right = ((rect.maxX - origin.x) * scale).rounded(.up)
        let bottom = ((rect.maxY - origin.y) * scale).rounded(.up)
        return Rect(
            x: origin.x + left / scale, y: origin.y + top / scale,
            width: (right - left) / scale, height: (bottom - top) / scale)
    }
}
