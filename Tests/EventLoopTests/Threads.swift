import Glibc

/// Runs `body` on a fresh thread, with a loop and pools of its own, and waits for its end.
func onNewThread(_ body: @escaping () -> Void) { Thread(body).join() }

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
