public import Graphics

/// What a layer asks somebody else; every question has an answer by itself, so that only those of interest need one.
///
/// Thread: main.
@MainActor
public protocol LayerDelegate: AnyObject {
    /// The action of a change, asked before the value is stored (L-05, L-06); `nil` leaves it to others.
    func action(for layer: Layer, forKey key: String) -> ActionAnswer?
    /// Makes the layer's contents; `true` when it did, which replaces all drawing (L-18).
    func display(_ layer: Layer) -> Bool
    /// Called before `draw(_:in:)`, outside the canvas (L-18).
    func willDraw(_ layer: Layer)
    /// Draws the layer's contents, after the layer's own `draw(in:)`.
    func draw(_ layer: Layer, in canvas: Canvas)
    /// Arranges the sublayers, after the layer's own `layoutSublayers()`.
    func layoutSublayers(of layer: Layer)
}

extension LayerDelegate {
    /// Leaves the action to others.
    public func action(for layer: Layer, forKey key: String) -> ActionAnswer? { nil }
    /// Leaves the contents to the layer.
    public func display(_ layer: Layer) -> Bool { false }
    /// Does nothing.
    public func willDraw(_ layer: Layer) {}
    /// Draws nothing.
    public func draw(_ layer: Layer, in canvas: Canvas) {}
    /// Arranges nothing.
    public func layoutSublayers(of layer: Layer) {}
}
