import Glibc

/// Runs `body` on a fresh thread, with a loop and pools of its own, and waits for its end.
func onNewThread(_ body: @escaping () -> Void) { Thread(body).join() }

/// The same for a body that throws.
func tryOnNewThread(_ body: @escaping () throws -> Void) throws {
    var outcome = Result<Void, any Error>.success(())
    Thread { outcome = Result { try body() } }.join()
    try outcome.get()
}

/// Waits for another thread.
func waitUntil(_ condition: () -> Bool) { while !condition() { usleep(200) } }

/// A thread of the system.
struct Thread: @unchecked Sendable {
    // Safety: the handle is only joined, once.
    private var handle = pthread_t()

    init(_ body: @escaping () -> Void) {
        let context = Unmanaged.passRetained(Box(body)).toOpaque()
        let status = pthread_create(
            &handle, nil,
            { context in
                if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
                return nil
            }, context)
        precondition(status == 0)
    }

    func join() { pthread_join(handle, nil) }

    private final class Box {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }
}
