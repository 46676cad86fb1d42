public import EventLoop

/// Calls back once for each frame of a display, while something wants to move (L-43 to L-45).
///
/// The closure gets the moment at which the last frame was seen and the one at which the coming frame will be:
/// step by the second. Times are those of the display's own events, not of the callback; a late callback skips
/// frames and is not made up for. The display holds the link until `invalidate()`; a paused link costs no
/// wake-up. Thread: main.
@MainActor
public final class DisplayLink {
    /// Stops the calls without moving time.
    public var isPaused = false

    /// Every how many frames a call is wanted; 1 is the native rate, less counts as 1.
    public var framesPerCall = 1

    private weak var clock: FrameClock?
    private var body: ((Instant, Instant) -> Void)?
    private var skipped = 0

    /// Starts calling `body` for each frame of `display`, with timestamp and target timestamp.
    public init(display: any Display, _ body: @escaping (_ timestamp: Instant, _ target: Instant) -> Void) {
        clock = display.frameClock
        self.body = body
        display.frameClock.add(self)
    }

    /// Ends the calls and lets go of the closure.
    public func invalidate() {
        body = nil
        isPaused = true
        clock?.remove(self)
    }

    func tick(timestamp: Instant, target: Instant) {
        guard !isPaused else { return }
        skipped += 1
        guard skipped >= framesPerCall else { return }
        skipped = 0
        body?(timestamp, target)
    }
}
