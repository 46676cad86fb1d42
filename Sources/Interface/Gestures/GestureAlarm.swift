import EventLoop
import InputEvents

/// The one timer behind all moments that gestures wait for (G-28): in the loop only while there is one.
///
/// Input that carries the stamp of the moment, or an earlier one that nobody has read yet, counts before it
/// (G-60). So the first gesture pass after the timer only lets the loop look at its descriptors once more; the
/// next one acts.
@MainActor
final class GestureAlarm {
    private let loop: Loop
    private var timer: Loop.Timer?
    private var moment: Timestamp?
    private var hasRung = false
    private var hasLooked = false
    private var isDue = false

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
        hasRung = true
    }

    /// A gesture pass begins.
    func passBegins() {
        if hasLooked { isDue = true }
        hasLooked = hasRung
        hasRung = false
        if hasLooked { loop.wakeUp() }
    }

    /// Whether it is time to look whose moment came; asks once.
    func takeDue() -> Bool {
        guard isDue else { return false }
        isDue = false
        return true
    }
}
