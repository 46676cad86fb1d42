import BareLibinput
import EventLoop
import InputBridge
import InputEvents

/// Who takes the frames: the whole way to an app's handler, or a bare C loop.
protocol Receiver: AnyObject {
    /// Takes what comes until the workload's end, sleeping between.
    func receive()
    /// Takes what comes until the workload's end; calls `feed` each time that it is about to sleep.
    func receive(feeding feed: @escaping () -> Void)
    /// Lets go of the device.
    func close()
}

/// Our seat, queue and dispatcher on the main loop, up to a handler that reads what an app would read.
final class OurReceiver: Receiver {
    private var sum = 0.0
    private let dispatcher: InputDispatcher

    init(node: String) throws(InputError) {
        let seat = try InputSeat(.devices([node]))
        // Safety: the dispatcher is this receiver's own and goes with it.
        let state = State()
        dispatcher = InputDispatcher(
            seat: seat, loop: .main, mapping: OutputMapping(size: Size(800, 480)),
            keymap: KeymapOptions(layout: "us")
        ) { state.receiver?.take($0) }
        state.receiver = self
        // The device is told of before anything else.
        for _ in 0..<4 { Loop.main.run(for: .zero) }
    }

    func receive() { Loop.main.run() }

    func receive(feeding feed: @escaping () -> Void) {
        let feeder = Loop.Observer(.beforeWaiting, order: .max, label: "feed") { _ in feed() }
        Loop.main.add(feeder, to: .default)
        Loop.main.run()
        feeder.invalidate()
    }

    func close() { dispatcher.invalidate() }

    private func take(_ event: InputEvent) {
        switch event {
        case .pointer(let event): sum += event.location.x + event.location.y
        case .touch(let frame):
            frame.touches.forEach { sum += $0.location.x + $0.location.y }
            if frame.touches.allSatisfy({ $0.phase.isFinal }) { Loop.main.stop() }
        case .button: Loop.main.stop()
        default: break
        }
    }

    private final class State { unowned(unsafe) var receiver: OurReceiver? }
}

/// A loop of poll, `libinput_dispatch` and `libinput_get_event` in C.
final class BareReceiver: Receiver {
    private let bare: OpaquePointer
    private let reads: Bool

    init(node: String, reads: Bool) throws(InputError) {
        guard let bare = bare_libinput_open(node) else {
            throw InputError(wanted: "device \(node)", found: "libinput does not take it")
        }
        self.bare = bare
        self.reads = reads
        _ = bare_libinput_turn(bare, 0, 0)
    }

    func receive() {
        while bare_libinput_ended(bare) == 0 { _ = bare_libinput_turn(bare, -1, reads ? 1 : 0) }
    }

    func receive(feeding feed: @escaping () -> Void) {
        while bare_libinput_ended(bare) == 0 {
            feed()
            _ = bare_libinput_turn(bare, -1, reads ? 1 : 0)
        }
    }

    func close() { bare_libinput_close(bare) }
}
