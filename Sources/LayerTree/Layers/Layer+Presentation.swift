import EventLoop

extension Layer {
    /// What shows of the layer now: its values at the last commit, with running animations (L-12).
    ///
    /// A copy made at each call; `nil` before the layer's first commit in a host. It cannot be written to;
    /// its superlayer and sublayers are presentations too, and `modelLayer` leads back.
    public var presentation: Layer? {
        if original != nil { return self }
        guard let shown = presentedProperties else { return nil }
        let copy = Layer()
        copy.model = shown
        copy.original = self
        copy.timing = timing
        copy.name = name
        return copy
    }

    /// The layer that a presentation stands for; the layer itself where it is none.
    public var modelLayer: Layer { original ?? self }

    /// The values at the last commit with the animations as they are now.
    var presentedProperties: LayerProperties? {
        guard let node, node.isCommitted, let host else { return nil }
        return node.properties(at: host.now)
    }
}
