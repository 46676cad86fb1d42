import CLinux

/// Reports, from a thread of its own, that a loop does not come back from a turn.
///
/// A turn counts from its begin, or from the end of its sleep: sleeping is no hang. While it is attached each callout costs
/// two looks at the clock and two short locks; without one, nothing. While the loop sleeps the watcher does. Times are real,
/// also under a virtual clock. Thread: the loop's own.
public final class HangDetector {
    /// A turn that takes too long, while it does.
    ///
    /// Thread: any (a plain value).
    public struct Report: Sendable, CustomStringConvertible {
        /// How long it has been going on.
        public let duration: Duration
        /// The kind of the innermost callout; nil when the loop is between two.
        public let kind: TurnTrace.Kind?
        /// The label of the item that is called.
        public let label: String
        /// The activity of an observer, or what is done.
        public let name: String
        /// The thread's calls, innermost first; empty when it gave none.
        ///
        /// A call has a name where the program exports it (`-Xlinker --export-dynamic`), else its file and offset, which
        /// `addr2line` turns into a name.
        public let backtrace: [String]

        /// Several lines, for a log.
        public var description: String {
            let what = kind.map { "\($0.rawValue) \"\(label)\" (\(name))" } ?? "the loop itself"
            return (["the loop hangs for \(duration) in \(what)"] + backtrace).joined(separator: "\n    ")
        }
    }

    private let loop: Loop
    private let watch: CalloutWatch

    /// Starts to watch; `report` is called on the watcher's thread, once for each turn that is longer than the limit.
    ///
    /// With `backtraces` it takes a real-time signal that nobody uses; the signal that asks the thread may end a system
    /// call of the callout early with EINTR. Throws when the system has no room for a thread.
    public init(
        loop: Loop, limit: Duration = .milliseconds(250), backtraces: Bool = true,
        _ report: @escaping @Sendable (Report) -> Void
    ) throws(SystemError) {
        loop.preconditionOnLoop("HangDetector")
        precondition(loop.watch == nil, "BUG (caller): the loop has a hang detector already")
        let watch = CalloutWatch(thread: clinux_thread_id())
        let canAsk = backtraces && clinux_backtrace_prepare() != 0
        self.loop = loop
        self.watch = watch
        let nanoseconds = max(1, limit.clampedNanoseconds)
        try Loop.startThread(label: "hang detector") {
            var seen: UInt64 = 0
            while let busy = watch.nextHang(longerThan: nanoseconds, after: seen) {
                seen = busy.number
                let frames = canAsk ? Backtrace.take(of: watch.thread) : []
                // The turn may have ended meanwhile: then the frames are those of something else.
                report(Report(busy, frames: watch.isStillBusy(busy) ? frames : []))
            }
        }
        loop.watch = watch
    }

    deinit { stop() }

    /// Stops watching.
    public func stop() {
        watch.finish()
        if loop.watch === watch { loop.watch = nil }
    }
}

extension HangDetector.Report {
    init(_ busy: CalloutWatch.Busy, frames: [String]) {
        duration = .nanoseconds(clinux_now() - busy.since)
        kind = busy.callout?.kind
        label = busy.callout?.label ?? ""
        name = busy.callout.map { "\($0.name)" } ?? ""
        backtrace = frames
    }
}
