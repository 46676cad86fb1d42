import CLinux
import Synchronization

/// A run loop: one thread's wait for descriptors, timers, signals of the program and other threads' blocks.
///
/// A loop belongs to one thread and is made on its first use. It runs in a mode, turn after turn; a mode names the items
/// that a run looks at. The order of a turn, and what ends a run, are in `run(mode:for:returnAfterSource:)`.
/// Thread: adding, removing, performing, waking and stopping from any; running on the loop's own only.
public final class Loop: @unchecked Sendable {
    // Safety: each stored property says by what it is guarded.

    // Any thread: atomic.
    let word = Atomic<UInt32>(0)
    let runningMode = Atomic(-1)
    let timersChanged = Atomic(false)
    let stopsAllRuns = Atomic(false)
    let ownThread = Atomic<UInt>(0)
    let timerSerials = Atomic<UInt64>(0)
    /// The loop's thread ends, or is no more.
    private let ended = Atomic(false)
    let blocks = BlockQueue()

    // Constant.
    let isMain: Bool
    let wakeDescriptor: CInt
    let timerDescriptor: CInt
    let mainQueue: MainQueue?

    // Guarded by `lock`.
    let lock = Lock()
    var modes: [ModeState] = []
    var commonItems: [ObjectIdentifier: CommonItem] = [:]
    var commonSerial = 0
    /// What is to be performed later, by target.
    var delayed: [ObjectIdentifier: [Timer]] = [:]
    let ports = PortTable()
    var timerGroups: [TimerGroup] = []
    /// The mode of the innermost run, or of the last one: only the loop's thread changes it, and looks without the lock.
    var running: ModeState?
    /// What the timer descriptor is set to; `.max`: to nothing; `.min`: unknown, it has expired.
    var armed = Int64.max

    // The loop's thread only.
    /// The moment at which the innermost run ends; `.max`: never; `.min`: it only polls.
    var limit = Int64.max
    var depth = 0
    /// The runs that the innermost is nested in.
    var outerRuns: [OuterRun] = []
    var callouts: UInt64 = 0
    var timerIsDue = false
    /// The callout count when the descriptor of the event at hand was known to be ready.
    var portAskedAt: UInt64 = 0
    var manualStack: [SignalledSource] = []
    var timerStack: [DueTimer] = []
    var virtualClock: VirtualClock?
    /// What the callouts look for: the trace, or one that nobody reads, for a hang detector.
    private(set) var tracer: TurnTrace?
    var hasArenaPool = false

    /// Called on the loop's thread with an item that was invalidated because of an error, and the error.
    ///
    /// An error thrown by a port source's closure, or a descriptor that cannot be watched (epoll refuses regular files).
    /// Without a handler a line is written to standard error. Thread: the loop's own.
    public var onError: ((Item, any Error) -> Void)?

    /// Records the phases and callouts of the turns; nil, which costs one test a callout, is the default.
    ///
    /// Thread: the loop's own.
    public var trace: TurnTrace? {
        didSet { setTracer() }
    }

    /// Follows the callouts for a hang detector; it is told by the tracer, so that a callout has one thing to look for.
    var watch: CalloutWatch? {
        didSet { setTracer() }
    }

    private func setTracer() {
        tracer?.attach(to: nil)
        tracer?.watch = nil
        tracer = trace ?? watch.map { _ in TurnTrace(capacity: 64) }
        tracer?.attach(to: self)
        tracer?.watch = watch
    }

    init(isMain: Bool) {
        Loop.preconditionNotForked()
        clinux_watch_forks()
        self.isMain = isMain
        wakeDescriptor = required(clinux_eventfd(), "eventfd")
        timerDescriptor = required(clinux_timerfd(), "timerfd_create")
        mainQueue = isMain ? MainQueue() : nil
        modes.append(ModeState(.default, isCommon: true))
    }

    deinit {
        for mode in modes { mode.dropTimerGroups() }
        virtualClock?.loop = nil
        tracer?.attach(to: nil)
        close(wakeDescriptor)
        close(timerDescriptor)
    }

    /// Whether the loop's thread ends, or is no more: nothing will run here again.
    var hasEnded: Bool { ended.load(ordering: .acquiring) }

    func noteEnd() { ended.store(true, ordering: .releasing) }

    // MARK: Time

    /// The clock in force; real time unless it was set.
    ///
    /// Set it before the first run. Thread: the loop's own.
    public var clock: Clock {
        get { virtualClock.map { .virtual($0) } ?? .monotonic }
        set {
            virtualClock?.loop = nil
            switch newValue {
            case .monotonic:
                virtualClock = nil
            case .virtual(let clock):
                virtualClock = clock
                clock.loop = self
            }
            lock.with {
                // Under a virtual clock nobody sets the descriptor again: what it was set to must not wake the loop.
                _ = clinux_timerfd_set(timerDescriptor, 0)
                armed = .min
                timersChanged.store(true, ordering: .releasing)
            }
        }
    }

    /// The moment, by the clock in force.
    @inline(__always)
    public var now: Instant {
        if let virtualClock { return virtualClock.now }
        return Instant(nanoseconds: clinux_now())
    }

    var isVirtual: Bool { virtualClock != nil }

    // MARK: State

    /// The mode of the innermost run; nil when the loop does not run.
    ///
    /// Thread: any.
    public var currentMode: Mode? {
        let id = runningMode.load(ordering: .acquiring)
        return id < 0 ? nil : .numbered(id)
    }

    /// Whether the loop sleeps, or is about to, or has just woken.
    ///
    /// Thread: any.
    public var isWaiting: Bool { word.load(ordering: .acquiring) & LoopWord.waiting != 0 }

    /// Whether the caller is on the loop's thread.
    @inline(__always)
    var isOnOwnThread: Bool { ownThread.load(ordering: .relaxed) == UInt(pthread_self()) }

    func preconditionOnLoop(_ what: StaticString) {
        precondition(isOnOwnThread, "BUG (caller): \(what) on another thread than the loop's own")
    }
}

/// The bits of the word that other threads share with a loop.
enum LoopWord {
    /// A run is under way.
    static let running: UInt32 = 1
    /// Wakes are kept; otherwise the next turn looks anyway.
    static let honoursWakes: UInt32 = 2
    /// The innermost run is to end.
    static let stopped: UInt32 = 4
    /// A wake that no wait has taken yet.
    static let woken: UInt32 = 8
    /// The loop's thread sleeps or is about to.
    static let waiting: UInt32 = 16
    /// What belongs to a run, not to the loop.
    static let perRun = running | honoursWakes | stopped
}

/// An item of all common modes, with the order in which they were given.
struct CommonItem {
    let item: Loop.Item
    let serial: Int
}

/// A run that another one is nested in.
struct OuterRun {
    let limit: Int64
    /// The limit has ended one wait of a nested run.
    var hasWoken: Bool
}
