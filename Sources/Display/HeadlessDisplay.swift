public import EventLoop
public import Graphics
public import LayerTree

/// A display without a screen: frames go into a bitmap.
///
/// The first frame after a pause is drawn in the turn that asks for it; further ones follow at most once per
/// refresh interval, by a timer in the common modes that runs only while a frame is wanted. Under a virtual
/// clock the same happens at the same moments every time. Thread: main.
@MainActor
public final class HeadlessDisplay: Display {
    /// Columns, in pixels.
    public var pixelWidth: Int { bitmap.width }
    /// Rows, in pixels.
    public var pixelHeight: Int { bitmap.height }
    /// The time between two frames; as a display of 60 frames a second unless told otherwise.
    public var refreshInterval: Duration { frameClock.interval }
    /// What is shown.
    public var source: (any FrameSource)?
    /// Called after each frame that differed from the one before.
    public var onPresent: ((Instant) -> Void)?
    /// How many frames differed from the one before.
    public private(set) var framesPresented = 0
    /// The newest frame; drawn into by the source, so copy what must not change.
    public let bitmap: Bitmap
    /// The beat that display links follow.
    public let frameClock: FrameClock

    private let loop: Loop
    private var observer: Loop.Observer?
    private var lastDrawn: Instant?
    private var lastBeat: Instant?
    private var isWanted = false
    private var isDrawing = false
    private var isClosed = false

    /// Makes a display of a size in pixels; a size below 1 is taken as 1.
    public init(
        loop: Loop, width: Int, height: Int, refreshInterval: Duration = .nanoseconds(16_666_667)
    ) {
        self.loop = loop
        bitmap = Bitmap(width: width, height: height)
        frameClock = FrameClock(loop: loop, interval: refreshInterval)
        let observer = Loop.Observer([.beforeWaiting, .exit], order: presentOrder, label: "present") {
            [weak self] _ in self?.endOfTurn()
        }
        loop.add(observer, to: .common)
        self.observer = observer
        frameClock.onSlot = { [weak self] in self?.beat() }
    }

    /// Asks for a new frame: drawn now, or when the interval since the last one is over.
    public func setNeedsFrame() {
        isWanted = true
        present()
    }

    /// Ends the frames; the bitmap keeps the last one.
    public func close() {
        isClosed = true
        observer?.invalidate()
        frameClock.stop()
        source = nil
    }

    private func beat() {
        let now = loop.now
        lastBeat = now
        // What is drawn in this turn is seen now: the moment of the beat is the target (L-43).
        frameClock.tick(timestamp: now.advanced(by: .zero - refreshInterval), target: now)
    }

    private func endOfTurn() {
        present()
        guard (isWanted && source != nil) || frameClock.hasLinks, !isClosed else { return }
        frameClock.wake(at: lastBeat?.advanced(by: refreshInterval) ?? loop.now)
    }

    private func present() {
        guard isWanted, !isDrawing, !isClosed, let source else { return }
        let now = loop.now
        if let lastDrawn, now < lastDrawn.advanced(by: refreshInterval) { return }
        isWanted = false
        isDrawing = true
        let result = source.drawFrame(into: bitmap, at: now)
        isDrawing = false
        lastDrawn = now
        lastBeat = now
        if result.wantsNextFrame { isWanted = true }
        guard !result.damage.isEmpty else { return }
        framesPresented += 1
        loop.trace?.mark("frame shown", Int64(framesPresented))
        frameClock.shown(at: now)
        onPresent?(now)
    }
}
