extension Layer {
    /// Whether the layer's layout is out of date.
    public var needsLayout: Bool { state.needsLayout }

    /// Asks for `layoutSublayers()` before the next frame; inside it the call does nothing (L-16).
    public func setNeedsLayout() {
        guard isWritable, !state.isInLayout, !state.needsLayout else { return }
        state.needsLayout = true
        host?.queueLayout(self)
    }

    /// Lays out now what is out of date: from the topmost dirty layer above without a clean one between,
    /// that one and every dirty one in it, parents first (L-15, L-61).
    public func layoutIfNeeded() {
        var top = self
        while let outer = top.parent, outer.state.needsLayout { top = outer }
        for _ in 0..<LayerHost.roundLimit where top.layOutTree() {}
    }

    /// One pass over the tree, parents first; answers whether anything was laid out.
    private func layOutTree() -> Bool {
        var didAny = performLayout()
        for child in children where child.layOutTree() { didAny = true }
        return didAny
    }

    /// Lays out this layer when it is dirty; answers whether it was.
    @discardableResult
    func performLayout() -> Bool {
        guard state.needsLayout, !state.isInLayout else { return false }
        state.needsLayout = false
        state.isInLayout = true
        layoutSublayers()
        delegate?.layoutSublayers(of: self)
        state.isInLayout = false
        return true
    }
}
