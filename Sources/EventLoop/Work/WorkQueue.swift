import CLinux
import Dispatch

/// Runs work off the loop's thread, on a few threads of libdispatch's.
///
/// At most twice as many workers as processors, one fewer while the main loop tracks a finger. The first worker takes the
/// work in the order given, so that nothing starves; the others take what has the highest priority first. Each work has an
/// arena pool of its own (L-50). Thread: any.
public final class WorkQueue: @unchecked Sendable {
    // Safety: guarded by `lock`, but for what is constant.
    private let limit: Int
    private let lock = Lock()
    private var waiting: [Job] = []
    private var workers = 0

    private struct Job {
        let priority: Int
        let body: @Sendable () -> Void
    }

    /// The one for work that says nothing else.
    public static let shared = WorkQueue()

    /// Makes a queue with workers of its own.
    public convenience init() { self.init(limit: 2 * Int(max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))))) }

    package init(limit: Int) { self.limit = limit }

    func add(priority: Int, _ body: @escaping @Sendable () -> Void) {
        let isTracking = Loop.main.currentMode == .tracking
        lock.lock()
        waiting.append(Job(priority: priority, body: body))
        let isNeeded = workers < max(1, isTracking ? limit - 1 : limit)
        let inOrder = workers == 0
        if isNeeded { workers += 1 }
        lock.unlock()
        if isNeeded { DispatchQueue.global().async { self.work(inOrder: inOrder) } }
    }

    private func work(inOrder: Bool) {
        while let job = next(inOrder: inOrder) { ArenaPool.withPool { job.body() } }
    }

    /// The next job for a worker; nil ends it.
    private func next(inOrder: Bool) -> Job? {
        lock.with {
            guard !waiting.isEmpty else {
                workers -= 1
                return nil
            }
            var index = 0
            if !inOrder {
                for other in waiting.indices where waiting[other].priority > waiting[index].priority {
                    index = other
                }
            }
            return waiting.remove(at: index)
        }
    }
}
