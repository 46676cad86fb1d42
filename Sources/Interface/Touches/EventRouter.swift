public import Display
public import EventLoop
public import InputBridge
public import InputEvents
public import LayerTree

/// Brings input to views: makes touches of it, hit tests, lets recognizers and then views hear of them.
///
/// Give its `handle` to the dispatcher. Events that the dispatcher hands over are in points of the display.
/// It installs the gesture pass at order 0 and the watch that forces a pass and a commit when a loop is
/// too busy to come to rest. Thread: main.
@MainActor
public final class EventRouter {
    /// The loop that its observers and timers are in.
    public let loop: Loop
    /// What runs the loop, in the tracking mode while something scrolls.
    public let runner: MainRunner
    /// The windows on the display, the lowest first.
    public private(set) var windows: [Window] = []
    /// Who hears of what no window wanted.
    public weak var application: Responder?
    /// The layer that the windows' layers are put in when they are shown; it covers the display.
    public var root: Layer?
    /// What frames go to: moving content is stepped by its beat.
    public var display: (any Display)?
    /// What hands events over; asked for the samples that it joined into one (T-09, T-10).
    public weak var dispatcher: InputDispatcher?

    /// How many gestures were recognized since the router was made.
    public var gestureCounts: GestureCounts { arbiter.counts }

    let arbiter: GestureArbiter
    var sequence: Event?
    var pointer: Touch?
    var pointerCount: UInt64 = 0
    var serial = 0
    var tapCounter = TapCounter<ObjectIdentifier>()
    /// What has to wait for the gesture pass, in order, with the samples that were joined into it.
    private var backlog: [(event: InputEvent, samples: [TouchFrame])] = []
    private var foldedSoFar = 0
    var batch: [Touch] = []
    var keyTargets: [KeyTarget] = []
    weak var scrollTarget: Responder?
    private var observers: [Loop.Observer] = []
    private var busySince: Instant?
    private var busyPasses = 0

    /// Makes a router and installs its observers in the common modes.
    public init(loop: Loop, runner: MainRunner, root: Layer? = nil) {
        self.loop = loop
        self.root = root
        self.runner = runner
        arbiter = GestureArbiter(loop: loop)
        let pass = Loop.Observer(.beforeWaiting, order: 0, label: "gestures") { [weak self] _ in
            self?.busySince = nil
            self?.arbiter.alarm.passBegins()
            self?.runGesturePass()
            self?.arbiter.isPastPass = true
        }
        let watch = Loop.Observer(.beforeSources, order: 0, label: "busy watch") { [weak self] _ in
            self?.arbiter.isPastPass = false
            self?.watchForStarvation()
        }
        observers = [pass, watch]
        for observer in observers { loop.add(observer, to: .common) }
    }

    /// Takes the observers out of the loop and cancels what is under way; recognizers hear of it at once.
    public func invalidate() {
        cancelAll()
        // No pass will come any more; until its reset a recognizer and its touches hold each other.
        if !arbiter.isInPass { arbiter.runPass() }
        for observer in observers { observer.invalidate() }
        observers.removeAll()
    }

    /// Shows a window above those of its level; one without a size fills the display.
    public func show(_ window: Window) {
        window.router?.hide(window)
        if let root {
            if window.bounds.isEmpty { window.frame = root.bounds }
            root.addSublayer(window.layer)
        }
        windows.append(window)
        window.router = self
        if window.nextResponder == nil { window.nextResponder = application }
        sortWindows()
        window.enter(window)
    }

    /// Takes a window away; its touches and keys are cancelled.
    public func hide(_ window: Window) {
        guard windows.contains(where: { $0 === window }) else { return }
        viewWillLeave(window)
        cancelKeys()
        windows.removeAll { $0 === window }
        window.enter(nil)
        window.router = nil
        window.layer.removeFromSuperlayer()
    }

    /// Puts the windows in the order of their levels; equal ones keep theirs.
    func sortWindows() {
        var sorted: [Window] = []
        for window in windows {
            let place = sorted.lastIndex { $0.level <= window.level }.map { $0 + 1 } ?? 0
            sorted.insert(window, at: place)
        }
        windows = sorted
        for (height, window) in windows.enumerated() { window.layer.zPosition = Double(height) }
    }

    /// Hands an event on; one that must not overtake the gesture pass waits for it (G-63).
    public func handle(_ event: InputEvent) {
        let samples = joinedSamples(of: event)
        if !backlog.isEmpty || mustWait(event) {
            backlog.append((event, samples))
        } else {
            dispatch(event, samples)
        }
    }

    /// The frames that the dispatcher joined into a motion; asked only when it did, for asking allocates.
    private func joinedSamples(of event: InputEvent) -> [TouchFrame] {
        guard case .touch(let frame) = event, frame.isPureMotion, let dispatcher else { return [] }
        let folded = dispatcher.counts.folded
        guard folded != foldedSoFar else { return [] }
        foldedSoFar = folded
        return dispatcher.coalescedFrames
    }

    /// Cancels every touch, press and key; later data of those fingers is ignored until they lift (T-19).
    public func cancelAll() {
        backlog.removeAll { entry in
            switch entry.event {
            case .touch, .button, .pointer, .scroll, .gesture, .tabletTool, .tabletPad: true
            case .key, .deviceAdded, .deviceRemoved, .switched: false
            }
        }
        cancelTouches { _ in true }
        cancelKeys()
        scrollTarget = nil
    }

    /// Runs what belongs to the end of a turn: decisions by time, actions, resets, and what waited for them.
    func runGesturePass() {
        arbiter.runPass()
        while !backlog.isEmpty {
            var taken = 0
            while taken < backlog.count, !mustWait(backlog[taken].event) {
                let entry = backlog[taken]
                taken += 1
                dispatch(entry.event, entry.samples)
            }
            guard taken > 0 else { return loop.wakeUp() }
            backlog.removeFirst(min(taken, backlog.count))
            arbiter.runPass()
        }
    }

    private func mustWait(_ event: InputEvent) -> Bool {
        switch event {
        case .touch(let frame):
            frame.touches.contains { $0.phase == .began } && arbiter.isResetDue
        case .button(let button): button.isDown && button.button == .left && arbiter.isResetDue
        default: false
        }
    }

    private func dispatch(_ event: InputEvent, _ samples: [TouchFrame]) {
        switch event {
        case .touch(let frame): dispatch(frame, samples)
        case .pointer(let motion): dispatch(motion)
        case .button(let button): dispatch(button)
        case .scroll(let scroll): dispatch(scroll)
        case .key(let key): dispatch(key)
        case .deviceRemoved(let device): cancelTouches { $0.device == device.id }
        case .deviceAdded, .gesture, .tabletTool, .tabletPad, .switched: break
        }
    }

    /// A loop whose manual sources never rest does not come to its before-waiting observers: after a frame's
    /// time their work is done here.
    private func watchForStarvation() {
        let now = loop.now
        guard let since = busySince else {
            busySince = now
            busyPasses = 0
            return
        }
        busyPasses += 1
        let frame = display?.refreshInterval ?? .milliseconds(16)
        guard busyPasses >= 2, since.duration(to: now) >= frame else { return }
        busySince = now
        busyPasses = 0
        arbiter.alarm.passBegins()
        runGesturePass()
        Transaction.flush()
    }
}
