import CLinux

/// What a loop's thread is doing, for the thread that watches it.
final class CalloutWatch: @unchecked Sendable {
    // Safety: guarded by `monitor`, but for `thread`, which is constant.

    struct Callout {
        let kind: TurnTrace.Kind
        let label: String
        let name: StaticString
    }

    /// A stretch in which the loop did not come to rest.
    struct Busy {
        let since: Int64
        let number: UInt64
        let callout: Callout?
    }

    /// The kernel's number of the loop's thread.
    let thread: CInt
    private let monitor = Monitor()
    private var open: [Callout] = []
    private var since: Int64 = 0
    private var number: UInt64 = 0
    private var isBusy = false
    private var watcherSleeps = false
    private var isOver = false

    init(thread: CInt) {
        self.thread = thread
        open.reserveCapacity(64)
    }

    // MARK: The loop's thread

    func begin(_ kind: TurnTrace.Kind, _ label: String, _ name: StaticString) {
        monitor.with {
            open.append(Callout(kind: kind, label: label, name: name))
            switch kind {
            case .turn: becomeBusy()
            // Between the observers of before- and after-waiting: a sleep is no hang.
            case .sleep: isBusy = false
            default: break
            }
        }
    }

    func end() {
        monitor.with {
            guard let last = open.popLast() else { return }
            switch last.kind {
            case .sleep: becomeBusy()
            // What is left of the turn that a run was nested in counts from here.
            case .turn: if open.isEmpty { isBusy = false } else { becomeBusy() }
            default: break
            }
        }
    }

    private func becomeBusy() {
        number &+= 1
        since = clinux_now()
        isBusy = true
        if watcherSleeps { monitor.broadcast() }
    }

    // MARK: The watcher

    /// Sleeps until the loop has been busy for `limit`, and more than that stretch's number; nil at the end.
    ///
    /// While the loop sleeps, so does the watcher.
    func nextHang(longerThan limit: Int64, after seen: UInt64) -> Busy? {
        monitor.with {
            while !isOver {
                if !isBusy || number == seen {
                    watcherSleeps = true
                    monitor.wait()
                    watcherSleeps = false
                } else if clinux_now() - since >= limit {
                    return Busy(since: since, number: number, callout: open.last { $0.kind != .turn })
                } else {
                    _ = monitor.wait(until: since + limit)
                }
            }
            return nil
        }
    }

    /// Whether that stretch goes on.
    func isStillBusy(_ busy: Busy) -> Bool { monitor.with { isBusy && number == busy.number } }

    func finish() {
        monitor.with {
            isOver = true
            monitor.broadcast()
        }
    }
}
