import CLinux
import Synchronization

/// One mode of one loop: its items, its wait set, and what the last wait fetched.
///
/// Made on first use, never destroyed before the loop. Guarded by the loop's lock, but for the atomics, which say to the
/// loop's thread that there is nothing to look at, and `batch`, which that thread owns.
final class ModeState {
    let mode: Loop.Mode
    private let common: Atomic<Bool>
    var isCommon: Bool {
        get { common.load(ordering: .acquiring) }
        set { common.store(newValue, ordering: .releasing) }
    }

    var observers: [Loop.Observer] = []
    let observerMask = Atomic<UInt32>(0)
    let observersChanged = Atomic(false)
    /// The loop's thread only; by the number of the activity's bit.
    private var observerLists = [[Loop.Observer]](repeating: [], count: 6)
    var manualSources: [Loop.ManualSource] = []
    /// The epoch of the signals at which no source was signalled; 0: a source was added since.
    let quietEpoch = Atomic<UInt64>(0)
    var timerGroups: [TimerGroup] = []
    /// The group of the timers that are in no other mode.
    private var ownGroup: TimerGroup?
    /// How many sources and timers the mode has.
    let content = Atomic(0)

    private(set) var epoll: CInt = -1
    /// Which slot has a descriptor in the wait set, by descriptor; minus one: none.
    private var registered: [Int32] = []
    let batch = EventBatch()

    init(_ mode: Loop.Mode, isCommon: Bool) {
        self.mode = mode
        common = Atomic(isCommon)
    }

    deinit { if epoll >= 0 { close(epoll) } }

    /// The loop's thread has them by activity, listed anew when the flag says so.
    func observersDidChange(_ loop: Loop) {
        // A pass under way has its list; a removed observer is not kept here any longer than it must.
        if loop.isOnOwnThread { for bit in 0..<6 { observerLists[bit] = [] } }
        observersChanged.store(true, ordering: .releasing)
        observerMask.store(observers.reduce(0) { $0 | $1.activities.rawValue }, ordering: .releasing)
    }

    func listObservers() {
        observersChanged.store(false, ordering: .relaxed)
        observerLists = (0..<6).map { bit in
            observers.filter { $0.activities.rawValue & 1 << UInt32(bit) != 0 }
        }
    }

    @inline(__always)
    func observers(of activity: Loop.Activity) -> [Loop.Observer] {
        observerLists[activity.rawValue.trailingZeroBitCount]
    }

    func ownTimerGroup(of loop: Loop) -> TimerGroup {
        if let ownGroup { return ownGroup }
        let made = loop.timerGroup(for: [self])
        ownGroup = made
        return made
    }

    /// The last moment to wake for a timer.
    var deadline: Int64 {
        var earliest = Int64.max
        for group in timerGroups { earliest = min(earliest, group.deadline) }
        return earliest
    }

    /// The fire time of the first timer.
    var firstFire: Int64 {
        var earliest = Int64.max
        for group in timerGroups { earliest = min(earliest, group.heap.firstKey) }
        return earliest
    }

    /// Groups and modes hold each other; the loop that ends parts them.
    func dropTimerGroups() {
        timerGroups = []
        ownGroup = nil
    }

    // MARK: Wait set

    /// The wait set, made with the loop's own descriptors at the first use.
    func waitSet(of loop: Loop) -> CInt {
        if epoll < 0 { _ = required(makeWaitSet(of: loop), "epoll_create1") }
        return epoll
    }

    /// 0, or minus an error number: the process has no descriptor left.
    func makeWaitSet(of loop: Loop) -> CInt {
        if epoll < 0 {
            let made = clinux_epoll_create()
            if made < 0 { return made }
            epoll = made
            watchForLoop(loop.wakeDescriptor, EPOLLIN.rawValue | EPOLLET.rawValue, EventBatch.wake)
            watchForLoop(loop.timerDescriptor, EPOLLIN.rawValue, EventBatch.timers)
            if isCommon { watchMainQueue(of: loop) }
        }
        return 0
    }

    /// Makes the wait set anew, without what it has for descriptors that nobody can take out of it any more.
    ///
    /// A descriptor that was closed while it was watched, and whose file is still open under another number, stays in
    /// the kernel's set: it would wake the loop for ever. Under the loop's lock.
    func renewWaitSet(of loop: Loop) {
        let old = epoll
        epoll = -1
        guard makeWaitSet(of: loop) == 0 else {
            epoll = old
            return
        }
        close(old)
        for index in registered.indices { registered[index] = -1 }
        loop.ports.watchAgain(in: self)
    }

    func watchMainQueue(of loop: Loop) {
        guard epoll >= 0, let queue = loop.mainQueue else { return }
        watchForLoop(queue.descriptor, EPOLLIN.rawValue | EPOLLET.rawValue, EventBatch.mainQueue)
    }

    private func watchForLoop(_ descriptor: CInt, _ events: UInt32, _ data: UInt64) {
        _ = required(clinux_epoll_control(epoll, EPOLL_CTL_ADD, descriptor, events, data), "epoll_ctl")
    }

    /// 0, or minus an error number.
    func register(_ descriptor: CInt, for slot: Int, events: UInt32, data: UInt64) -> CInt {
        let status = clinux_epoll_control(epoll, EPOLL_CTL_ADD, descriptor, events, data)
        guard status == 0 else { return status }
        let index = Int(descriptor)
        if index >= registered.count {
            registered.append(contentsOf: repeatElement(-1, count: index + 1 - registered.count))
        }
        registered[index] = Int32(slot)
        return 0
    }

    /// Whether the descriptor was still the one that was registered.
    ///
    /// The number may belong to another source by now, if its file was closed: then that one's registration stays.
    func unregister(_ descriptor: CInt, for slot: Int) -> Bool {
        let index = Int(descriptor)
        guard index >= 0, index < registered.count, registered[index] == Int32(slot) else { return false }
        registered[index] = -1
        return clinux_epoll_control(epoll, EPOLL_CTL_DEL, descriptor, 0, 0) == 0
    }
}
