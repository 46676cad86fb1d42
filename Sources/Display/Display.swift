public import EventLoop
public import LayerTree

/// Where frames go.
///
/// Thread: main.
@MainActor
public protocol Display: AnyObject {
    /// Columns of the picture, in pixels of the panel as it scans.
    var pixelWidth: Int { get }
    /// Rows of the picture, in pixels of the panel as it scans.
    var pixelHeight: Int { get }
    /// The time from one frame to the next at the native rate.
    var refreshInterval: Duration { get }
    /// What is shown; asked for a frame after `setNeedsFrame()`.
    var source: (any FrameSource)? { get set }
    /// Called after each frame that was shown, with the moment at which it was.
    var onPresent: ((Instant) -> Void)? { get set }
    /// How many frames were shown so far.
    var framesPresented: Int { get }

    /// The beat of the frames, for display links.
    var frameClock: FrameClock { get }

    /// Asks for a new frame: drawn now when no frame is under way, else as soon as that one is shown (D-02).
    func setNeedsFrame()

    /// Gives back what the display holds; nothing is shown after it.
    func close()
}

/// Where a display stands among the observers of a turn: after the commit (2,000,000), before what an app does
/// after it (2,001,000).
let presentOrder = 2_000_100
