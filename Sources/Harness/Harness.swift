// The test double of the whole package: a window without a screen, devices without hardware, time without
// waiting.

public import Display
public import EventLoop
public import Graphics
public import InputBridge
public import InputEvents
public import Interface
public import LayerTree

/// A window on a headless display with scripted devices, in virtual time.
///
/// The whole way is the real one: what a finger does is posted to an input seat, read by a port source, handed
/// over by the dispatcher, hit tested, recognized, committed and drawn. Each verb runs the loop until it has
/// nothing more to do at that moment; only `advance(by:)` and what is said to take time lets time pass.
/// It takes over the main loop: one harness at a time. Thread: main.
@MainActor
public final class Harness {
    /// The loop: the main thread's.
    public let loop: Loop
    /// The clock that everything goes by; starts at one second.
    public let clock: VirtualClock
    /// What frames go to.
    public let display: HeadlessDisplay
    /// The tree of layers behind the display.
    public let host: LayerHost
    /// Where the devices' events are posted.
    public let seat: InputSeat
    /// What takes them from there.
    public let dispatcher: InputDispatcher
    /// What makes touches of them.
    public let router: EventRouter
    /// What runs the loop.
    public let runner: MainRunner
    /// The window that shows the content.
    public let window: Window
    /// The display's size in points.
    public let size: Size

    /// A touchscreen as large as the display, plugged in.
    public private(set) var touchscreen: ScriptedTouchscreen
    /// A mouse, plugged in.
    public private(set) var mouse: ScriptedMouse

    var devices: UInt32 = 0
    var fingers: UInt64 = 0

    /// Shows a content on a display of a size in points.
    public init(size: Size = Size(800, 480), scale: Double = 1, _ content: View) {
        self.size = size
        loop = Loop.current
        clock = VirtualClock(start: Instant(nanoseconds: 1_000_000_000))
        loop.clock = .virtual(clock)
        let display = HeadlessDisplay(
            loop: loop, width: Int(size.width * scale), height: Int(size.height * scale))
        self.display = display
        host = LayerHost(loop: loop, size: size, scale: scale)
        display.source = host
        host.onFrameNeeded = { [weak display] in display?.setNeedsFrame() }
        runner = MainRunner(loop: loop)
        let router = EventRouter(loop: loop, runner: runner, root: host.root)
        self.router = router
        router.display = display
        seat = InputSeat.scripted()
        dispatcher = InputDispatcher(
            seat: seat, loop: loop, mode: .common, mapping: OutputMapping(size: size)
        ) { event in router.handle(event) }
        router.dispatcher = dispatcher
        window = Window(frame: Rect(origin: .zero, size: size))
        touchscreen = ScriptedTouchscreen()
        mouse = ScriptedMouse()
        window.setContent(content)
        router.show(window)
        touchscreen.harness = self
        mouse.harness = self
        touchscreen.plug()
        mouse.plug()
        turn()
    }

    /// Gives the loop back; nothing of the harness may be used afterwards.
    public func close() {
        router.hide(window)
        turn()
        router.invalidate()
        dispatcher.invalidate()
        display.close()
        host.invalidate()
        loop.clock = .monotonic
    }

    /// Now, as the kernel would stamp it.
    public var now: Timestamp { Timestamp(nanoseconds: clock.now.nanoseconds) }

    /// Hands an event of a device to the seat, without running the loop.
    public func post(_ event: InputEvent) { seat.post(event) }

    /// Runs the loop until it has nothing more to do at this moment.
    public func turn() {
        let rest = RestWatch(loop: loop)
        let before = clock.now
        while !rest.isReached { loop.run(mode: runner.mode, for: Loop.forever) }
        precondition(clock.now == before, "BUG (ours): a turn let time pass")
    }

    /// Lets time pass, with everything that is due meanwhile.
    public func advance(by duration: Duration) {
        runner.run(for: duration)
        turn()
    }

    /// Lets time pass until nothing moves, no scroll and no animation; answers whether that came about.
    ///
    /// At most `limit` passes.
    @discardableResult
    public func settle(limit: Duration = .seconds(10)) -> Bool {
        let end = clock.now.advanced(by: limit)
        turn()
        while runner.mode != .default || host.hasRunningAnimations {
            guard clock.now < end else { return false }
            advance(by: display.refreshInterval)
        }
        return true
    }

    /// The newest frame.
    public var picture: Bitmap { display.bitmap }

    func newDevice() -> DeviceID {
        devices += 1
        return DeviceID(rawValue: devices)
    }
}
