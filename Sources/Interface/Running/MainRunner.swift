public import EventLoop

/// The outermost run of the app's loop: runs it again and again, in the mode that is wanted, until told to quit.
///
/// While something tracks a finger the wanted mode is `.tracking`, so that timers of the default mode pause
/// and those of the common modes go on. Changing the mode stops the run under way; the next one starts
/// in the new mode. Thread: main.
@MainActor
public final class MainRunner {
    /// The loop that is run.
    public let loop: Loop
    /// Whether `quit` was called.
    public private(set) var isQuitting = false
    /// What `run()` answers.
    public private(set) var exitStatus: Int32 = 0

    private var modes: [Loop.Mode] = []

    /// Makes a runner; the tracking mode becomes one of the common modes.
    public init(loop: Loop) {
        self.loop = loop
        loop.addCommonMode(.tracking)
    }

    /// The mode that the loop is to run in.
    public var mode: Loop.Mode { modes.last ?? .default }

    /// Has the loop run in a mode until the matching `pop`.
    public func push(_ mode: Loop.Mode) {
        let before = self.mode
        modes.append(mode)
        goRound(from: before)
    }

    /// Undoes the newest `push` of a mode; nothing when there is none.
    public func pop(_ mode: Loop.Mode) {
        guard let index = modes.lastIndex(of: mode) else { return }
        let before = self.mode
        modes.remove(at: index)
        goRound(from: before)
    }

    /// Runs the loop until `quit`; answers its status.
    @discardableResult
    public func run() -> Int32 {
        while !isQuitting {
            if runOnce(for: Loop.forever) == .finished { break }
        }
        return exitStatus
    }

    /// Runs the loop for at most a time of its clock, through all changes of the mode, or until `quit`.
    public func run(for limit: Duration) {
        let end = loop.now.advanced(by: limit)
        while !isQuitting {
            let left = loop.now.duration(to: end)
            guard left >= .zero else { return }
            let result = runOnce(for: left)
            if result == .finished || result == .timedOut { return }
        }
    }

    /// Ends `run()` after the turn that is under way; the first status given stays.
    public func quit(status: Int32 = 0) {
        guard !isQuitting else { return }
        isQuitting = true
        exitStatus = status
        loop.stop()
    }

    private func runOnce(for limit: Duration) -> Loop.RunResult {
        loop.run(mode: mode, for: limit, returnAfterSource: false)
    }

    private func goRound(from before: Loop.Mode) {
        guard mode != before else { return }
        if mode == .tracking {
            loop.trace?.mark("tracking begins")
        } else if before == .tracking {
            loop.trace?.mark("tracking ends")
        }
        loop.stop()
    }
}
