import Display
import EventLoop

/// Calls back once a frame while something moves by itself: by the display's beat, else by a timer.
///
/// Told the moment at which the coming frame is seen. In the common modes, so it goes on while tracking.
@MainActor
final class FrameTicker {
    private var link: DisplayLink?
    private var timer: Loop.Timer?

    init(_ router: EventRouter, _ body: @escaping (Instant) -> Void) {
        if let display = router.display {
            link = DisplayLink(display: display) { _, target in body(target) }
        } else {
            let loop = router.loop
            let timer = Loop.Timer(every: .nanoseconds(16_666_667), label: "scroll") { _ in body(loop.now) }
            loop.add(timer, to: .common)
            self.timer = timer
        }
    }

    func stop() {
        link?.invalidate()
        link = nil
        timer?.invalidate()
        timer = nil
    }
}
