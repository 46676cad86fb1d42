import EventLoop
import Glibc
import Graphics
import InputEvents
import LayerTree

/// A host on this thread's loop under virtual time, with a bitmap to draw into.
@MainActor
final class Stage {
    let loop = Loop.current
    let host: LayerHost
    private(set) var bitmap: Bitmap
    let clock: VirtualClock
    private(set) var framesWanted = 0
    /// Keeps the mode from being empty, which would end each run at once.
    private let anchor = Loop.ManualSource {}

    init(_ width: Double = 100, _ height: Double = 100, scale: Double = 1, quarterTurns: Int = 0) {
        clock = VirtualClock(start: Instant(nanoseconds: 1_000_000_000))
        loop.clock = .virtual(clock)
        host = LayerHost(
            loop: loop, size: Size(width, height), scale: scale, quarterTurns: quarterTurns)
        bitmap = Bitmap(width: host.pixelWidth, height: host.pixelHeight)
        loop.add(anchor, to: .common)
        host.onFrameNeeded = { [unowned self] in framesWanted += 1 }
    }

    isolated deinit {
        anchor.invalidate()
        host.invalidate()
        loop.clock = .monotonic
    }

    var root: Layer { host.root }

    /// Runs the loop for a time of the virtual clock: at least to where it would wait.
    func run(_ milliseconds: Int = 0) {
        _ = loop.run(mode: .default, for: .milliseconds(milliseconds) + .microseconds(1))
    }

    /// Commits and draws what changed.
    @discardableResult
    func draw() -> FrameResult {
        Transaction.flush()
        return host.drawFrame(into: bitmap, at: loop.now)
    }

    func add(_ frame: Rect, _ color: Color, to parent: Layer? = nil) -> Layer {
        let layer = Layer(frame: frame)
        layer.backgroundColor = color
        (parent ?? root).addSublayer(layer)
        return layer
    }
}

extension Color {
    static let red = Color(hex: 0xff0000)
    static let green = Color(hex: 0x00ff00)
    static let blue = Color(hex: 0x0000ff)
}
