public import InputEvents

extension Layer {
    /// A point of this layer in another one's coordinates; `nil` stands for the outermost superlayer.
    ///
    /// Where a transform on the way is singular the answer is the other layer's origin. The layers must lie
    /// in one tree. Model values count, on presentation layers what shows.
    public func convert(_ point: Point, to other: Layer?) -> Point {
        let outside = mapToRoot.apply(point)
        guard let other else { return outside }
        return other.mapToRoot.inverted?.apply(outside) ?? .zero
    }

    /// A point of another layer in this one's coordinates.
    public func convert(_ point: Point, from other: Layer?) -> Point {
        let outside = other?.mapToRoot.apply(point) ?? point
        return mapToRoot.inverted?.apply(outside) ?? .zero
    }

    /// The box around a rectangle of this layer in another one's coordinates.
    public func convert(_ rect: Rect, to other: Layer?) -> Rect {
        guard let other else { return mapToRoot.boundingBox(of: rect) }
        return other.mapToRoot.inverted.map { mapToRoot.then($0).boundingBox(of: rect) } ?? .zero
    }

    /// The box around a rectangle of another layer in this one's coordinates.
    public func convert(_ rect: Rect, from other: Layer?) -> Rect {
        guard let back = mapToRoot.inverted else { return .zero }
        return (other.map { $0.mapToRoot.then(back) } ?? back).boundingBox(of: rect)
    }

    /// From this layer's coordinates to those that its outermost superlayer's bounds are in.
    private var mapToRoot: AffineTransform {
        var map = AffineTransform.identity
        var next: Layer? = self
        while let layer = next, let outer = layer.superlayer {
            map = map.then(layer.model.mapToSuperlayer)
            next = outer
        }
        return map
    }

    /// Whether a point of this layer lies in its bounds.
    public func contains(_ point: Point) -> Bool { model.bounds.contains(point) }

    /// The frontmost layer, this one or one in it, that is drawn at a point of the superlayer's coordinates.
    ///
    /// From the top of what is drawn to the bottom. Hidden layers and those with a singular transform are
    /// left out; a sublayer outside its superlayer's bounds counts unless that one masks to its bounds;
    /// opacity is not looked at (L-62).
    public func hitTest(_ point: Point) -> Layer? {
        guard !model.isHidden, let back = model.mapToSuperlayer.inverted else { return nil }
        let local = back.apply(point)
        let isInside = contains(local)
        if model.masksToBounds && !isInside { return nil }
        for child in sublayersInDrawingOrder.reversed() {
            if let hit = child.hitTest(local) { return hit }
        }
        return isInside ? self : nil
    }

    /// The sublayers, back to front (L-23).
    var sublayersInDrawingOrder: [Layer] {
        let layers = sublayers
        guard layers.contains(where: { $0.model.zPosition != 0 }) else { return layers }
        return layers.enumerated()
            .sorted { ($0.element.model.zPosition, $0.offset) < ($1.element.model.zPosition, $1.offset) }
            .map(\.element)
    }
}
