import EventLoop
import InputEvents

/// The one timer behind all moments that gestures wait for (G-28): in the loop only while there is one.
@MainActor
final class GestureAlarm {
    private let loop: Loop
    private var timer: Loop.Timer?
    private var moment: Timestamp?
    /// Whether the moment came and the next gesture pass has to look.
    var hasRung = false
    /// Called when the moment comes, before anything is decided, so that input of that moment is read first.
    var readInput: (() -> Void)?

    init(loop: Loop) { self.loop = loop }

    /// Rings at a moment, or never.
    func set(_ moment: Timestamp?) {
        guard moment != self.moment else { return }
        self.moment = moment
        timer?.invalidate()
        timer = nil
        guard let moment else { return }
        let delay = loop.now.duration(to: Instant(nanoseconds: moment.nanoseconds))
        let timer = Loop.Timer(after: max(delay, .zero), label: "gesture deadline") { [weak self] _ in
            self?.ring()
        }
        loop.add(timer, to: .common)
        self.timer = timer
    }

    private func ring() {
        moment = nil
        timer = nil
        readInput?()
        hasRung = true
    }
}
