extension Loop {
    /// Runs the jobs of actors on a loop's thread.
    ///
    /// An actor lives there when it says so:
    /// ```swift
    /// actor Scanner {
    ///     let executor: Loop.Executor
    ///     nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    /// }
    /// ```
    /// Each job is a block of the common modes, in the order given; the loop is woken. A job for a loop whose thread has
    /// ended traps: its task would wait for ever. Thread: any.
    public final class Executor: SerialExecutor {
        /// Where the jobs run.
        public let loop: Loop

        /// Makes an executor; those of one loop are interchangeable, but actors with different ones do not know it.
        public init(_ loop: Loop) { self.loop = loop }

        /// Gives the loop a job.
        public func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            precondition(
                !loop.hasEnded,
                "BUG (caller): a job for an actor whose loop's thread has ended")
            let executor = asUnownedSerialExecutor()
            loop.perform(in: .common) { job.runSynchronously(on: executor) }
            loop.wakeUp()
        }

        /// Lets code on the loop's thread enter an actor that lives there without waiting.
        public func checkIsolated() { loop.preconditionOnLoop("code of an actor of this loop") }

        /// Whether the caller is on the loop's thread.
        public func isIsolatingCurrentContext() -> Bool? { loop.isOnOwnThread }
    }
}
