import CLinux
// Imported for the link to libdispatch only.
import Dispatch

/// libdispatch's main queue, served by the main thread's loop.
///
/// Thread: main, but for `descriptor`.
final class MainQueue: @unchecked Sendable {
    // Safety: `isServed` is used on the main thread only.

    /// Readable when the queue has work.
    let descriptor: CInt
    /// Its work runs now: a nested run neither serves nor counts the queue.
    private(set) var isServed = false
    /// There is work that a wait saw and did not serve: another event was first, or a nested run could not.
    var isDeferred = false

    init() { descriptor = _dispatch_get_main_queue_handle_4CF() }

    /// Takes the announcement of work, if there is one.
    func takeAnnouncement() -> Bool { clinux_eventfd_read(descriptor) != 0 }

    /// Runs what the queue holds now.
    func drain() {
        isServed = true
        _dispatch_main_queue_callback_4CF(nil)
        isServed = false
    }
}
