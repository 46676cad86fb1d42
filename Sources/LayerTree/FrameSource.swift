public import EventLoop
public import Graphics

/// A rectangle of whole pixels; the right and lower edges are outside it (D-10).
///
/// Thread: any (a plain value).
public struct PixelRect: Hashable, Sendable {
    /// The left edge.
    public var x: Int
    /// The upper edge.
    public var y: Int
    /// How many columns.
    public var width: Int
    /// How many rows.
    public var height: Int

    /// Makes a rectangle of its four numbers.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// What drawing a frame did.
///
/// Thread: any (a plain value).
public struct FrameResult: Sendable {
    /// The pixels that differ from the frame before; empty when nothing changed.
    public var damage: [PixelRect]
    /// Whether animations run, so that the next frame will differ without a further commit.
    public var wantsNextFrame: Bool

    /// Makes a result of its parts.
    public init(damage: [PixelRect], wantsNextFrame: Bool) {
        self.damage = damage
        self.wantsNextFrame = wantsNextFrame
    }
}

/// What a display shows: asked for a frame when the display can take one.
///
/// Thread: main.
@MainActor
public protocol FrameSource: AnyObject {
    /// Draws what changed since the last call into the same, persistent bitmap.
    ///
    /// `time` is when the frame will be seen, as far as that is known; animations are evaluated for it.
    func drawFrame(into bitmap: Bitmap, at time: Instant) -> FrameResult
}
