public import EventLoop

/// The beat of a display: when its frames are shown, and the timer for the moments without one.
///
/// A display tells it of every frame shown; display links hang on it. While nothing is asked for, its timer
/// is in no mode and wakes nobody (D-13). Thread: main.
@MainActor
public final class FrameClock {
    /// The time from one frame to the next at the native rate.
    public let interval: Duration
    /// When the newest frame was seen; nil before the first one.
    public private(set) var lastShown: Instant?
    /// Whether frames can be shown; false while the terminal belongs to somebody else (D-19).
    public internal(set) var isRunning = true {
        didSet { if !isRunning { park() } }
    }

    /// Called when the moment asked for with `wake(at:)` has come.
    package var onSlot: (() -> Void)?

    private let loop: Loop
    private lazy var timer = Loop.Timer(every: .seconds(1 << 31), label: "frame slot") { [weak self] _ in
        self?.park()
        self?.onSlot?()
    }
    private var links: [DisplayLink] = []
    private var alarm: Instant?

    /// Makes the beat of a display.
    package init(loop: Loop, interval: Duration) {
        self.loop = loop
        self.interval = interval
    }

    var hasLinks: Bool { links.contains { !$0.isPaused } }

    /// The first moment of the beat later than `time`; the beat starts at the last frame shown.
    package func slot(after time: Instant) -> Instant {
        guard let lastShown else { return time.advanced(by: interval) }
        let step = interval.clampedNanoseconds
        let passed = lastShown.duration(to: time).clampedNanoseconds
        let slots = passed < 0 ? 1 : passed / step + 1
        return lastShown.advanced(by: .nanoseconds(slots * step))
    }

    /// A frame was seen at `time`: the beat is set by it (L-44).
    package func shown(at time: Instant) { lastShown = time }

    /// Calls the links once for the frame that will be seen at `target`.
    package func tick(timestamp: Instant, target: Instant) {
        guard isRunning else { return }
        for link in links { link.tick(timestamp: timestamp, target: target) }
    }

    /// Asks for `onSlot` at `time`, or earlier when somebody asked for that already.
    package func wake(at time: Instant) {
        guard isRunning else { return }
        if let alarm, alarm <= time { return }
        let isNew = alarm == nil
        alarm = time
        timer.nextFire = time
        if isNew { loop.add(timer, to: .common) }
    }

    /// Takes back what was asked for; the timer is in no mode then, and the loop may sleep for ever.
    package func park() {
        guard alarm != nil else { return }
        alarm = nil
        loop.remove(timer, from: .common)
    }

    /// For good: the timer goes, the links are dropped.
    func stop() {
        isRunning = false
        let dropped = links
        links = []
        for link in dropped { link.invalidate() }
    }

    func add(_ link: DisplayLink) {
        if !links.contains(where: { $0 === link }) { links.append(link) }
    }

    func remove(_ link: DisplayLink) { links.removeAll { $0 === link } }
}
