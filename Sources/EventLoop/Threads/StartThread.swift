import CLinux

extension Loop {
    /// Starts a thread that nobody joins; its name is the label, of which Linux keeps 15 bytes.
    static func startThread(label: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let context = Unmanaged.passRetained(ThreadBody(label, body))
        var handle = pthread_t()
        let status = pthread_create(
            &handle, nil,
            { context in
                if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        guard status == 0 else {
            context.release()
            throw SystemError(call: "pthread_create", code: status, detail: "thread \"\(label)\"")
        }
        pthread_detach(handle)
    }
}

private final class ThreadBody: Sendable {
    private let label: String
    private let body: @Sendable () -> Void

    init(_ label: String, _ body: @escaping @Sendable () -> Void) {
        self.label = label
        self.body = body
    }

    func run() {
        clinux_name_thread(label)
        body()
    }
}
