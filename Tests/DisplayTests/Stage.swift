import Display
import EventLoop
import Graphics
import InputEvents
import LayerTree

/// The thread's loop under a virtual clock that begins at one second; put back at the end.
@MainActor
final class Stage {
    let clock = VirtualClock(start: Instant(nanoseconds: 1_000_000_000))
    let loop = Loop.current
    var closers: [() -> Void] = []

    init() { loop.clock = .virtual(clock) }

    func end() {
        for close in closers.reversed() { close() }
        closers = []
        loop.clock = .monotonic
    }

    /// Runs the loop for a time; a timer far away keeps an otherwise empty mode from being finished.
    func run(milliseconds: Int64) {
        let keeper = Loop.Timer(after: .seconds(1 << 31)) { _ in }
        loop.add(keeper, to: .common)
        loop.run(mode: .default, for: .milliseconds(milliseconds))
        keeper.invalidate()
    }

    /// Does something in the middle of a run, after a time.
    func after(milliseconds: Int64, _ body: @escaping () -> Void) {
        loop.add(Loop.Timer(after: .milliseconds(milliseconds)) { _ in body() }, to: .common)
    }

    /// Milliseconds since the beginning.
    var milliseconds: Double { Stage.milliseconds(clock.now) }

    static func milliseconds(_ moment: Instant) -> Double {
        Double(moment.nanoseconds - 1_000_000_000) / 1_000_000
    }
}

@MainActor
func onStage(_ body: (Stage) throws -> Void) rethrows {
    let stage = Stage()
    defer { stage.end() }
    try body(stage)
}

/// A frame source that fills the rectangles it is told to with the number of the frame.
@MainActor
final class Painter: FrameSource {
    var damage: [PixelRect] = [PixelRect(x: 0, y: 0, width: 4, height: 4)]
    var moving = 0
    var drawn: [Instant] = []
    var onDraw: (() -> Void)?

    func drawFrame(into bitmap: Bitmap, at time: Instant) -> FrameResult {
        drawn.append(time)
        onDraw?()
        for rect in damage {
            for y in max(rect.y, 0)..<min(rect.y + rect.height, bitmap.height) {
                for x in max(rect.x, 0)..<min(rect.x + rect.width, bitmap.width) {
                    bitmap.bytes.storeBytes(
                        of: UInt32(drawn.count), toByteOffset: y * bitmap.bytesPerRow + x * 4, as: UInt32.self
                    )
                }
            }
        }
        if moving > 0 { moving -= 1 }
        return FrameResult(damage: damage, wantsNextFrame: moving > 0)
    }
}
