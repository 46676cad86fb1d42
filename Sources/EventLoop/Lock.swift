import CLinux

/// A plain lock, held for a few instructions and never over a callout.
///
/// pthread's, not Synchronization's: its slow path is known to the thread sanitizer. Thread: any.
struct Lock: ~Copyable, @unchecked Sendable {
    // Safety: the pointee is a pthread mutex; only the pthread functions touch it.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init() {
        mutex = .allocate(capacity: 1)
        let status = pthread_mutex_init(mutex, nil)
        precondition(status == 0, "BUG (ours): pthread_mutex_init failed with \(status)")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    @inline(__always) func lock() { pthread_mutex_lock(mutex) }
    @inline(__always) func unlock() { pthread_mutex_unlock(mutex) }

    @inline(__always) func with<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}
