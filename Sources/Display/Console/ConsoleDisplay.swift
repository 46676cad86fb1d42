public import EventLoop
import Graphics
public import LayerTree

/// A display on the Linux console: frames go to a screen by DRM's atomic mode setting, without a window system.
///
/// The source draws into a shadow frame in memory; what a buffer lacks of it is copied, and the buffer is shown
/// at the next vertical blank. One frame is under way at a time (D-02): what is asked for meanwhile is drawn,
/// with everything that came until then, in the turn of the flip event. With nothing to show there is no commit
/// and no wake-up (D-13). Thread: main.
@MainActor
public final class ConsoleDisplay: Display {
    /// Columns of the chosen mode.
    public var pixelWidth: Int { scanout.width }
    /// Rows of the chosen mode.
    public var pixelHeight: Int { scanout.height }
    /// The time between two frames of the chosen mode.
    public var refreshInterval: Duration { scanout.refreshInterval }
    /// The path of the card that is used.
    public var card: String { scanout.path }
    /// What is shown.
    public var source: (any FrameSource)?
    /// Called for each flip event, with the moment at which the frame was seen (L-44).
    public var onPresent: ((Instant) -> Void)?
    /// Called once when the card has gone; nothing is shown after it, the app goes on (D-23).
    public var onLost: ((DisplayError) -> Void)?
    /// How many frames were shown.
    public private(set) var framesPresented = 0
    /// How many flip events did not come within 100 ms and were taken as having come (D-14).
    public private(set) var flipTimeouts = 0
    /// The beat that display links follow.
    public let frameClock: FrameClock

    private enum State { case showing, away, closed }

    private let loop: Loop
    private let scanout: any Scanout
    private let shadow: Bitmap
    private var damage: BufferDamage
    private var state = State.showing
    private var needsMode = true
    private var front = 0
    private var pending: UInt64?
    private var lastToken: UInt64 = 0
    private var submitted = Instant(nanoseconds: 0)
    private var isWanted = false
    private var isDrawing = false
    /// Not before this moment: for drivers whose events come at once, and while there is nothing to flip.
    private var earliest: Instant?
    private var observer: Loop.Observer?
    private var events: Loop.PortSource?
    private weak var session: (any TerminalSession)?
    private lazy var timeout = Loop.Timer(every: .seconds(1 << 31), label: "flip time-out") { [weak self] _ in
        self?.flipIsMissing()
    }

    /// Takes a card: the one at `card`, else the first with a screen on it.
    ///
    /// Connector, mode and planes are chosen by themselves. With a session the display follows the switching of
    /// terminals (D-21). Throws before anything is changed. Nothing is shown until the first frame.
    public convenience init(loop: Loop, card: String? = nil, session: (any TerminalSession)? = nil)
        throws(DisplayError)
    {
        self.init(loop: loop, scanout: try CardScanout.open(card, by: session?.devices), session: session)
    }

    package init(loop: Loop, scanout: any Scanout, session: (any TerminalSession)?) {
        self.loop = loop
        self.scanout = scanout
        self.session = session
        shadow = Bitmap(width: scanout.width, height: scanout.height)
        damage = BufferDamage(width: scanout.width, height: scanout.height, buffers: scanout.buffers.count)
        frameClock = FrameClock(loop: loop, interval: scanout.refreshInterval)
        frameClock.onSlot = { [weak self] in self?.beat() }
        let observer = Loop.Observer([.beforeWaiting, .exit], order: presentOrder, label: "present") {
            [weak self] _ in self?.endOfTurn()
        }
        let events = Loop.PortSource(descriptor: scanout.descriptor, label: "page flip") { [weak self] _ in
            self?.readEvents()
        }
        loop.add(observer, to: .common)
        loop.add(events, to: .common)
        self.observer = observer
        self.events = events
        session?.display = self
    }

    /// Asks for a new frame: drawn now when none is under way, else in the turn of its flip event (D-02).
    public func setNeedsFrame() {
        isWanted = true
        present()
    }

    /// Shows again what was shown before, and gives the card back.
    public func close() {
        guard state != .closed else { return }
        state = .closed
        source = nil
        frameClock.stop()
        endTimeout()
        observer?.invalidate()
        events?.invalidate()
        session?.display = nil
        scanout.close()
    }

    // MARK: The terminal is switched

    /// The terminal goes to somebody else: no commits from here on, nobody waits for an event (D-15, D-19).
    func suspend() {
        guard state == .showing else { return }
        state = .away
        pending = nil
        endTimeout()
        frameClock.isRunning = false
        scanout.dropMaster()
    }

    /// The terminal is ours again: everything is set and drawn anew (D-18).
    func resume() {
        guard state == .away else { return }
        do {
            try scanout.becomeMaster()
        } catch {
            return warn("\(error)")
        }
        state = .showing
        frameClock.isRunning = true
        needsMode = true
        damage.forgetAll()
        setNeedsFrame()
    }

    // MARK: A frame

    private func endOfTurn() {
        present()
        guard state == .showing, pending == nil, (isWanted && source != nil) || frameClock.hasLinks else {
            return
        }
        frameClock.wake(at: earliest ?? frameClock.slot(after: loop.now))
    }

    private func beat() {
        let now = loop.now
        earliest = nil
        frameClock.tick(timestamp: now, target: frameClock.slot(after: now))
    }

    private func present() {
        guard state == .showing, pending == nil, isWanted, !isDrawing, let source else { return }
        let now = loop.now
        if let earliest, now < earliest { return }
        let target = frameClock.slot(after: now)
        isWanted = false
        isDrawing = true
        let result = source.drawFrame(into: shadow, at: target)
        isDrawing = false
        damage.add(result.damage)
        if result.wantsNextFrame { isWanted = true }
        if needsMode || !damage.sinceCommit.isEmpty { submit() } else { earliest = target }
    }

    private func submit() {
        let back = (front + 1) % scanout.buffers.count
        scanout.buffers[back].copy(damage.missing(in: back), of: shadow)
        damage.filled(back)
        lastToken += 1
        do {
            if needsMode {
                try scanout.setMode(showing: back, token: lastToken)
            } else {
                try scanout.flip(to: back, damage: damage.sinceCommit, token: lastToken)
            }
        } catch {
            return commitFailed(error)
        }
        needsMode = false
        damage.committed()
        front = back
        pending = lastToken
        loop.trace?.mark("frame submitted", Int64(lastToken))
        submitted = loop.now
        timeout.nextFire = submitted.advanced(by: .milliseconds(100))
        loop.add(timeout, to: .common)
    }

    private func commitFailed(_ error: DisplayError) {
        if error.reason == .gone { return lose(error) }
        // Busy: an event we do not know of is pending. Refused: somebody else is master. Both pass.
        if error.reason != .busy { warn("\(error)") }
        isWanted = true
        needsMode = needsMode || error.reason != .busy
        earliest = frameClock.slot(after: loop.now)
    }

    // MARK: Its event

    private func readEvents() {
        do {
            try scanout.readEvents { [self] event in flipped(event) }
        } catch {
            lose(error)
        }
    }

    private func flipped(_ event: FlipEvent) {
        guard state == .showing, event.token == pending else { return }
        let time = credible(event.time)
        shown(at: time)
        // Drivers without a vertical blank answer at once: there the clock sets the pace.
        earliest = event.sequence == 0 ? time.advanced(by: refreshInterval) : nil
        frameClock.tick(timestamp: time, target: time.advanced(by: refreshInterval))
    }

    /// The moment of an event; now, when it lies before the commit or far in the future (D-07).
    ///
    /// The event of a mode setting can carry the moment of a vertical blank long ago.
    private func credible(_ time: Instant) -> Instant {
        let now = loop.now
        let earliest = submitted.advanced(by: .zero - refreshInterval)
        return time >= earliest && time <= now.advanced(by: refreshInterval) ? time : now
    }

    private func flipIsMissing() {
        endTimeout()
        guard pending != nil else { return }
        flipTimeouts += 1
        if flipTimeouts == 1 { warn("\(card): no page-flip event within 100 ms; going on without it") }
        shown(at: loop.now)
    }

    private func shown(at time: Instant) {
        pending = nil
        endTimeout()
        framesPresented += 1
        loop.trace?.mark("frame shown", Int64(framesPresented))
        frameClock.shown(at: time)
        onPresent?(time)
    }

    private func endTimeout() { loop.remove(timeout, from: .common) }

    private func lose(_ error: DisplayError) {
        guard state != .closed else { return }
        close()
        onLost?(error)
    }
}
