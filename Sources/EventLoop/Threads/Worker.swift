extension Loop {
    /// A thread whose loop runs until it is told to end.
    ///
    /// The loop runs in the default mode and is kept alive though nothing is in it. Thread: any.
    public final class Worker: Sendable {
        /// The thread's loop.
        public let loop: Loop
        private let life: WorkerLife

        /// Starts the thread; returns when its loop is there.
        ///
        /// `label`: also the name of the thread, of which Linux keeps 15 bytes. Throws when the system has no room for a
        /// thread.
        public init(label: String) throws(SystemError) {
            let life = WorkerLife(label: label)
            self.life = life
            loop = try life.start()
        }

        /// Gives the loop a block to run once, and wakes it.
        public func perform(_ block: @escaping @Sendable () -> Void) {
            loop.perform(in: .common, block)
            loop.wakeUp()
        }

        /// Ends the thread after the blocks that it has been given; waits for that if `waiting`.
        ///
        /// A run nested in a callout is ended too. Called again it does nothing but wait. On the worker's own thread it
        /// never waits.
        public func end(waiting: Bool = true) {
            life.end(loop)
            if waiting, !loop.isOnOwnThread { life.join() }
        }

        /// Whether the thread has ended.
        public var hasEnded: Bool { life.hasEnded }

        deinit { life.end(loop) }
    }
}

/// What the thread and its owner share; it outlives whichever goes first.
private final class WorkerLife: @unchecked Sendable {
    // Safety: guarded by `monitor`, but for `label`, which is constant.
    private let label: String
    private let monitor = Monitor()
    private var loop: Loop?
    private var isEnding = false
    private(set) var isOver = false

    init(label: String) { self.label = label }

    var hasEnded: Bool { monitor.with { isOver } }

    func start() throws(SystemError) -> Loop {
        try Loop.startThread(label: label) { self.main() }
        return monitor.with {
            while true {
                if let loop { return loop }
                monitor.wait()
            }
        }
    }

    func end(_ loop: Loop) {
        monitor.with { isEnding = true }
        loop.stopAllRuns()
    }

    func join() {
        monitor.with { while !isOver { monitor.wait() } }
    }

    /// The thread.
    private func main() {
        let loop = Loop.current
        let keepAlive = Loop.ManualSource(label: "keep alive") {}
        loop.add(keepAlive, to: .common)
        monitor.with {
            self.loop = loop
            monitor.broadcast()
        }
        while !monitor.with({ isEnding }) { loop.run() }
        keepAlive.invalidate()
        // What was given before the end still runs, and what that gives.
        drain(loop)
        loop.noteEnd()
        drain(loop)
        monitor.with {
            self.loop = nil
            isOver = true
            monitor.broadcast()
        }
    }

    private func drain(_ loop: Loop) {
        while !loop.blocks.isEmpty, loop.run(mode: .default, for: .zero) != .finished {}
    }
}
