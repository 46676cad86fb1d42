extension Layer {
    /// The layer that this one lies in; of a presentation layer its presentation (L-12).
    public var superlayer: Layer? {
        guard let original else { return parent }
        return original.parent?.presentation
    }

    /// The layers in this one, back to front where `zPosition` is equal.
    public var sublayers: [Layer] {
        guard let original else { return children }
        return original.node?.children.compactMap { $0.layer?.presentation } ?? []
    }

    /// Puts a layer on top of the others in this one; it leaves the superlayer that it had.
    public func addSublayer(_ layer: Layer) { insertSublayer(layer, at: children.count) }

    /// Puts a layer at an index of `sublayers`, limited to what there is.
    ///
    /// One that this layer lies in, or this one itself, would close a circle: that traps in debug, and is
    /// ignored and logged once in release.
    public func insertSublayer(_ layer: Layer, at index: Int) {
        guard isWritable, layer.isWritable else { return }
        guard !layer.isSame(orContains: self) else {
            assertionFailure("BUG (caller): a layer was added to itself or to a layer inside it")
            return LayerLog.once("BUG (caller): a layer was added to itself or to one inside it; ignored")
        }
        var index = index
        if let old = layer.parent {
            if old === self, let own = children.firstIndex(where: { $0 === layer }), own < index {
                index -= 1
            }
            old.children.removeAll { $0 === layer }
            if old !== self { old.noteChildrenChanged() }
        }
        if let leaving = layer.host, leaving !== host { layer.leaveHost() }
        children.insert(layer, at: min(max(index, 0), children.count))
        layer.parent = self
        noteChildrenChanged()
        if let host { layer.join(host, depth: state.depth + 1) }
    }

    /// Puts a layer right below another of this one's sublayers; on top of all when it is not one.
    public func insertSublayer(_ layer: Layer, below sibling: Layer) {
        insertSublayer(layer, at: children.firstIndex { $0 === sibling } ?? children.count)
    }

    /// Puts a layer right above another of this one's sublayers; on top of all when it is not one.
    public func insertSublayer(_ layer: Layer, above sibling: Layer) {
        insertSublayer(layer, at: children.firstIndex { $0 === sibling }.map { $0 + 1 } ?? children.count)
    }

    /// Takes the layer out of its superlayer; its animations end unfinished.
    public func removeFromSuperlayer() {
        guard isWritable, let old = parent else { return }
        old.children.removeAll { $0 === self }
        parent = nil
        old.noteChildrenChanged()
        if host != nil { leaveHost() }
    }

    /// Whether a layer is this one or lies in it.
    public func isSame(orContains layer: Layer) -> Bool {
        var next: Layer? = layer
        while let current = next {
            if current === self { return true }
            next = current.parent
        }
        return false
    }

    private func noteChildrenChanged() {
        state.childrenChanged = true
        markChanged()
        setNeedsLayout()
    }

    /// Takes part in a host's commits from here on, with all sublayers.
    func join(_ host: LayerHost, depth: Int) {
        let isNew = self.host == nil
        self.host = host
        state.depth = depth
        if isNew {
            state.isQueuedForCommit = false
            state.childrenChanged = true
            host.queueCommit(self)
            if !model.isHidden { runOrderAction("onOrderIn") }
        }
        if state.needsLayout { host.queueLayout(self) }
        if state.needsDisplay { host.queueDisplay(self) }
        for child in children { child.join(host, depth: depth + 1) }
    }

    /// Leaves the host's commits, with all sublayers; what it showed goes with the superlayer's commit.
    func leaveHost() {
        if !model.isHidden { runOrderAction("onOrderOut") }
        removeAllAnimations()
        host = nil
        node = nil
        state.isQueuedForCommit = false
        for child in children { child.leaveHost() }
    }
}
