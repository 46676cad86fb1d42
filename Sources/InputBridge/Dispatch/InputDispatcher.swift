public import EventLoop
public import InputEvents

/// Brings what a seat reads to the app: one handler, in order, in points of the display.
///
/// The seat's descriptors are port sources that only read and queue; the dispatcher is a manual source.
/// It handles what was queued when it was entered, and then lets gestures and the commit have their turn before
/// it handles more. Motions that wait are joined (T-09). Keys get their meaning and repeat here, touches
/// come as legal sequences whatever the device or a recording says (T-01).
/// It stops when it is released or invalidated; keep it as long as input shall come. Thread: the loop's own.
public final class InputDispatcher {
    /// What has come and what became of it.
    public struct Counts: Hashable, Sendable {
        /// Events read from the seat.
        public var read = 0
        /// Of these, joined with an earlier motion.
        public var folded = 0
        /// Events given to the handler.
        public var dispatched = 0
        /// Reports that did not fit and were mended or dropped.
        public var anomalies = 0
        /// Lifts that were none, by the debouncing of touchscreens.
        public var bridgedLifts = 0
        /// How often libinput said that it was asked too late: the program held the loop for too long (D-33).
        public var lagReports = 0
    }

    /// How long waiting input waits for the loop's rest.
    ///
    /// Chosen by us: one frame at 60 Hz. It matters only while another source keeps the loop from ever coming to rest.
    static let patience = Duration.nanoseconds(16_666_667)

    let seat: InputSeat
    let loop: Loop
    let mode: Loop.Mode
    let handler: (InputEvent) -> Void
    let keys: SeatKeys
    // Each is put back before the handler is called, which may come back in here: the checks at run time that nobody
    // uses one while it changes would cost more than the work.
    @exclusivity(unchecked) var tracker = TouchTracker()
    @exclusivity(unchecked) var trackers = EventTrackers()
    @exclusivity(unchecked) var mappings: DeviceMappings
    @exclusivity(unchecked) var debouncer = ContactDebouncer()
    @exclusivity(unchecked) var predictor = TouchPredictor()
    var debounceTimer: Loop.Timer?
    var oddities = OddDevices()
    private var lagReports = 0
    @exclusivity(unchecked) var buttons = HeldSet()
    @exclusivity(unchecked) var run = MotionRun()
    @exclusivity(unchecked) var dispatched = 0
    /// Devices that came twice or went without having come.
    var misfits = 0
    var knownDevices: [Device] = []
    @exclusivity(unchecked) var currentFrame: TouchFrame?
    var repeatTimer: Loop.Timer?
    private let source: Loop.ManualSource
    /// Fires a patience after input began to wait for a rest, else never.
    private let overdue: Loop.Timer
    private var isOverdueSet = false
    private var items: [Loop.Item] = []
    private let link = Link()
    private var letsOthersRun = false
    private var lastPerform = Instant(nanoseconds: 0)
    private var toldEnd = false

    /// Where the display is in the devices' unit square.
    ///
    /// With several displays it is the main one's. Changes count at once; only what is down keeps its way to its lift.
    public var mapping: OutputMapping {
        get { mappings.main }
        set {
            mappings.main = newValue
            pointerLocation = mappings.clamp(pointerLocation)
        }
    }

    /// The displays, when there are several.
    ///
    /// A touchscreen or tablet leads to the one that its setting `output` names, else udev's `WL_OUTPUT`, else to
    /// `mapping`. The pointer moves over all of them.
    public var outputs: [NamedOutput] {
        get { mappings.outputs }
        set {
            mappings.outputs = newValue
            pointerLocation = mappings.clamp(pointerLocation)
        }
    }

    /// Where the seat's one pointer is, in points of the display; in its middle at first.
    @exclusivity(unchecked) public internal(set) var pointerLocation: Point

    /// How far ahead `predictedLocation(of:)` looks, at most a frame; `nil`, the default, spares the work.
    public var prediction: Duration? {
        didSet {
            prediction = prediction.map { min(max($0, .zero), Self.patience) }
            predictor.forgetAll()
        }
    }

    /// How held keys repeat.
    public var keyRepeat: KeyRepeat {
        get { keys.repeater.setting }
        set { keys.repeater.setting = newValue }
    }

    /// The keyboard layout of the seat; see `setKeymap(_:)`.
    public internal(set) var keymap: KeymapOptions

    /// Whether motions that wait together become one event (T-09); `false` gives every sample an event of its own.
    public var joinsMotion = true

    /// Sees what comes from the seat, before it is mapped and joined; devices that came earlier are told to it.
    @exclusivity(unchecked) public var recorder: InputRecorder? {
        didSet {
            for device in knownDevices { recorder?.record(.deviceAdded(device), arrival: loop.now) }
        }
    }

    /// Takes a seat and begins: events reach `handler` when the loop runs in `mode`.
    public init(
        seat: InputSeat, loop: Loop, mode: Loop.Mode = .common,
        mapping: OutputMapping = OutputMapping(size: Size(1920, 1080)),
        keymap: KeymapOptions = .system, handler: @escaping (InputEvent) -> Void
    ) {
        precondition(!seat.isTaken, "BUG (caller): the seat has a dispatcher already")
        seat.isTaken = true
        self.seat = seat
        self.loop = loop
        self.mode = mode
        mappings = DeviceMappings(main: mapping)
        self.handler = handler
        pointerLocation = mapping.clamp(Point(mapping.size.width / 2, mapping.size.height / 2))
        self.keymap = keymap
        keys = SeatKeys(keymap) { [weak seat] error in seat?.report(.error, error.description) }
        let link = link
        source = Loop.ManualSource(label: "input dispatch") { link.dispatcher?.perform() }
        overdue = Loop.Timer(at: .distantFuture, every: Self.patience, label: "input overdue") { timer in
            timer.nextFire = .distantFuture
            link.dispatcher?.checkPatience()
        }
        let rest = Loop.Observer([.beforeWaiting, .exit], order: 2_002_000, label: "input rest") { _ in
            link.dispatcher?.loopRests()
        }
        link.dispatcher = self
        seat.onSettings = { link.dispatcher?.settingsChanged() }
        loop.add(source, to: mode)
        loop.add(rest, to: mode)
        loop.add(overdue, to: mode)
        items = [source, rest, overdue]
        for descriptor in seat.driver.start(on: loop) {
            let port = Loop.PortSource(descriptor: descriptor, label: "input") { _ in
                link.dispatcher?.read(descriptor)
            }
            loop.add(port, to: mode)
            items.append(port)
        }
        scheduleWaiting()
    }

    deinit {
        invalidate()
        link.dispatcher = nil
    }

    /// Takes no more input; nothing is told to the handler.
    public func invalidate() {
        for item in items { item.invalidate() }
        repeatTimer?.invalidate()
        debounceTimer?.invalidate()
        items = []
    }

    /// What has come and what became of it, since the beginning.
    public var counts: Counts {
        Counts(
            read: seat.inbox.readCount, folded: seat.inbox.queue.folded + run.folded, dispatched: dispatched,
            anomalies: tracker.anomalies + trackers.anomalies + seat.driver.anomalies + misfits,
            bridgedLifts: debouncer.bridged, lagReports: seat.driver.lagReports)
    }

    /// Every sample that was joined into the touch event that is being handled, oldest first, in points (T-10).
    ///
    /// The last one equals the event. Empty outside the handler of a touch event. Makes an array when asked.
    public var coalescedFrames: [TouchFrame] {
        guard let currentFrame else { return [] }
        return run.samples(of: currentFrame).map { mapped(debouncer.rewritten($0)) }
    }

    /// Where a finger of the touch event that is being handled will be, in points, `prediction` after it (T-11).
    ///
    /// `nil` unless the finger moves, three samples of it came without a pause of 40 ms, and `prediction` is set.
    /// To draw ahead of the finger only: the next event tells where it really was.
    public func predictedLocation(of touch: TouchID) -> Point? {
        guard let prediction, currentFrame != nil else { return nil }
        return predictor.location(of: touch, after: prediction.clampedNanoseconds)
    }

    /// Reads and queues; nothing else.
    private func read(_ descriptor: CInt) {
        let now = loop.now
        seat.driver.drain(descriptor, into: seat.inbox, now: now)
        if seat.driver.lagReports != lagReports {
            lagReports = seat.driver.lagReports
            loop.trace?.mark("input lagging behind", Int64(lagReports))
        }
        guard !seat.inbox.queue.isEmpty || (seat.driver.isFinished && !toldEnd) else { return }
        if letsOthersRun {
            setOverdue()
        } else {
            source.signal()
        }
    }

    /// Sets the timer once and lets it expire, for input at a high rate waits and goes on all the time.
    private func setOverdue() {
        guard !isOverdueSet else { return }
        isOverdueSet = true
        overdue.nextFire = loop.now.advanced(by: Self.patience)
    }

    /// Handles what waited for a rest all the time; looks again later when it did not wait so long.
    private func checkPatience() {
        isOverdueSet = false
        guard letsOthersRun, !seat.inbox.queue.isEmpty else { return }
        if lastPerform.duration(to: loop.now) >= Self.patience {
            source.signal()
        } else {
            setOverdue()
        }
    }

    /// The loop is about to sleep or to return: gestures and the commit had their turn.
    private func loopRests() {
        letsOthersRun = false
        guard !source.isSignalled, !seat.inbox.queue.isEmpty || (seat.driver.isFinished && !toldEnd) else {
            return
        }
        source.signal()
        loop.wakeUp()
    }

    /// Sees to it that what was queued by other means than reading is handled.
    func scheduleWaiting() {
        guard !seat.inbox.queue.isEmpty else { return }
        source.signal()
        loop.wakeUp()
    }

    /// Handles what is queued now; what comes meanwhile waits for the next time.
    private func perform() {
        letsOthersRun = true
        lastPerform = loop.now
        let inbox = seat.inbox
        let limit = inbox.queue.tail
        while true {
            if run.isEmpty, !isJoinable(before: limit) {
                // The usual case while the app keeps up: nothing to join it with.
                run.reset()
                guard inbox.queue.head < limit, let entry = inbox.queue.removeFirst() else { break }
                if let recorder { recorder.record(entry.event, arrival: entry.arrival) }
                handle(entry.event)
            } else {
                guard let event = nextJoined(before: limit) else { break }
                handle(event)
            }
        }
        guard seat.driver.isFinished, seat.inbox.queue.isEmpty, !toldEnd else { return }
        toldEnd = true
        cancelAll()
        seat.onReplayEnd?()
    }

    /// Whether two motions wait one behind the other.
    private func isJoinable(before limit: Int) -> Bool {
        let inbox = seat.inbox, head = inbox.queue.head
        return joinsMotion && head + 1 < limit && inbox.queue.isPureMotion(head)
            && inbox.queue.isPureMotion(head + 1)
    }

    /// The next motion to handle of those numbered below `limit`, joined with those that follow it.
    private func nextJoined(before limit: Int) -> InputEvent? {
        if let event = run.removeFirst() { return event }
        run.reset()
        while seat.inbox.queue.head < limit, seat.inbox.queue.isPureMotion(seat.inbox.queue.head),
            let entry = seat.inbox.queue.removeFirst()
        {
            recorder?.record(entry.event, arrival: entry.arrival)
            run.append(entry.event)
        }
        return run.removeFirst()
    }

    /// What the loop's items hold of the dispatcher, so that they do not keep it alive.
    private final class Link {
        // Safety: the dispatcher's deinit empties it, and who reads it holds the dispatcher meanwhile. Not weak, which
        // costs more than what is called by it.
        unowned(unsafe) var dispatcher: InputDispatcher?
    }
}
