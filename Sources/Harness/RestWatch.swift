import EventLoop

/// Stops a loop once it has come to rest: several times in a row before its wait nothing had been done.
///
/// A loop takes one event a turn, so the first wait that would sleep is not yet rest. Thread: main.
@MainActor
final class RestWatch {
    /// Waits in a row that found nothing.
    private static let calmWaits = 3

    private(set) var isReached = false
    private var calm = 0
    private var observers: [Loop.Observer] = []

    init(loop: Loop) {
        let wait = Loop.Observer(.beforeWaiting, order: Int.max, label: "rest") { [unowned self] _ in
            calm += 1
            if calm > Self.calmWaits {
                isReached = true
                for observer in observers { observer.invalidate() }
                loop.stop()
            } else {
                // Nothing but this wake may end the wait.
                loop.wakeUp()
            }
        }
        observers = [wait]
        loop.add(wait, to: .common)
    }
}
