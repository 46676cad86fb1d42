import EventLoop
import Graphics
import LayerTree

/// Stands between the layers and the display, and sees every frame that is drawn.
///
/// Thread: main.
@MainActor
final class FrameTap: FrameSource {
    /// Called with the whole picture after each frame that changed something.
    var onFrame: ((Bitmap) -> Void)?
    /// Whether a frame was asked for and is not drawn yet, or animations run.
    private(set) var frameIsComing = false
    /// When the last frame that changed something was drawn.
    private(set) var lastChange: Instant?

    private let host: LayerHost

    init(_ host: LayerHost) { self.host = host }

    /// The layers have something new to show.
    func frameWasAskedFor() { frameIsComing = true }

    func drawFrame(into bitmap: Bitmap, at time: Instant) -> FrameResult {
        let result = host.drawFrame(into: bitmap, at: time)
        frameIsComing = result.wantsNextFrame
        if !result.damage.isEmpty {
            lastChange = time
            onFrame?(bitmap)
        }
        return result
    }
}
