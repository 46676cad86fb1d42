package import Display
package import EventLoop
package import InputBridge
package import InputEvents
package import LayerTree

/// The way from a seat to a display in one loop: the turn's table, without files, signals and a shell.
///
/// An application runs on one; a test makes one of its own with a scripted seat. Thread: main.
@MainActor
package final class Stage {
    package let loop: Loop
    package let runner: MainRunner
    package let router: EventRouter
    package let host: LayerHost
    package let display: any Display
    /// The display's size in points, as the app sees it.
    package let size: Size
    package let rotation: Rotation
    package private(set) var dispatcher: InputDispatcher?
    /// Called once for each turn that came to rest, after its commit.
    package var onTurnEnd: (() -> Void)?
    /// Sees events before anything else; the answer is whether the event is taken.
    package var intercept: ((InputEvent) -> Bool)?

    let tap: FrameTap
    private var windows: [Window] = []
    private var turnEnd: Loop.Observer?

    /// Installs the pool, the gesture pass and the commit in the loop, in the order of the table.
    package init(loop: Loop, display: any Display, scale: Double = 1, rotation: Rotation = .none) {
        self.loop = loop
        self.display = display
        self.rotation = rotation
        let width = Double(rotation.swapsAxes ? display.pixelHeight : display.pixelWidth) / scale
        let height = Double(rotation.swapsAxes ? display.pixelWidth : display.pixelHeight) / scale
        size = Size(width, height)
        ArenaPool.install(on: loop)
        runner = MainRunner(loop: loop)
        host = LayerHost(loop: loop, size: size, scale: scale, quarterTurns: rotation.rawValue / 90)
        router = EventRouter(loop: loop, runner: runner, root: host.root)
        tap = FrameTap(host)
        router.display = display
        display.source = tap
        host.onFrameNeeded = { [tap, display] in
            tap.frameWasAskedFor()
            display.setNeedsFrame()
        }
        let turnEnd = Loop.Observer([.beforeWaiting, .exit], order: 2_001_000, label: "after commit") {
            [weak self] _ in self?.onTurnEnd?()
        }
        loop.add(turnEnd, to: .common)
        self.turnEnd = turnEnd
    }

    /// Gives the stage its input.
    ///
    /// `panel` is how the seat's devices lie on the display, in place of the display's own rotation: a recording
    /// was made on a display of its own, and what was hit there shall be hit here.
    package func connect(_ seat: InputSeat, panel: Rotation? = nil) {
        let mapping = OutputMapping(size: size, rotation: panel ?? rotation)
        dispatcher = InputDispatcher(seat: seat, loop: loop, mapping: mapping) { [weak self] event in
            guard let self, intercept?(event) != true else { return }
            router.handle(event)
        }
        router.dispatcher = dispatcher
    }

    /// Lets go of the input devices while another terminal is shown: what is held is cancelled before, and what is
    /// typed there is not ours (T-17, D-16, D-17).
    package func follow(_ session: any TerminalSession, complain: @escaping (InputError) -> Void) {
        session.onRelease = { [weak self] in self?.dispatcher?.suspend() }
        session.onAcquire = { [weak self] in
            do throws(InputError) { try self?.dispatcher?.resume() } catch { complain(error) }
        }
    }

    /// Shows windows, each as large as the display.
    package func show(_ windows: [Window]) {
        for window in windows {
            window.frame = Rect(origin: .zero, size: size)
            router.show(window)
        }
        self.windows += windows
    }

    /// The topmost view with an identifier, for tests and tools.
    package func find(_ identifier: String) -> View? {
        func search(_ view: View) -> View? {
            if view.identifier == identifier { return view }
            return view.subviews.reversed().lazy.compactMap(search).first
        }
        return windows.reversed().lazy.compactMap(search).first
    }

    /// Takes everything out of the loop again.
    package func close() {
        dispatcher?.invalidate()
        for window in windows { router.hide(window) }
        windows = []
        router.invalidate()
        turnEnd?.invalidate()
        host.onFrameNeeded = nil
        host.invalidate()
        display.close()
    }
}
