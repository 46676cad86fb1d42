import CLinux

/// A lock and a condition that goes with it, for threads that wait for each other.
///
/// pthread's, for the reason that `Lock` has. Waits may end for nothing: ask again in a loop. Thread: any.
final class Monitor: @unchecked Sendable {
    // Safety: the pointees are pthread objects; only the pthread functions touch them.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    init() {
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        let status = pthread_mutex_init(mutex, nil) | pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
        precondition(status == 0, "BUG (ours): a condition could not be made: \(status)")
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func with<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    // MARK: Under the lock

    func wait() { pthread_cond_wait(condition, mutex) }

    /// Waits up to a moment of CLOCK_MONOTONIC; false when that came.
    func wait(until nanoseconds: Int64) -> Bool {
        let moment = max(0, nanoseconds)
        var time = timespec(
            tv_sec: Int(moment / 1_000_000_000), tv_nsec: Int(moment % 1_000_000_000))
        return pthread_cond_timedwait(condition, mutex, &time) != ETIMEDOUT
    }

    func broadcast() { pthread_cond_broadcast(condition) }
}
