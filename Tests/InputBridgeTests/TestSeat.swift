import EventLoop
import InputBridge
import InputEvents

/// A scripted seat with a dispatcher, on this thread's loop under a virtual clock.
final class TestSeat {
    let loop = Loop.current
    let clock = VirtualClock(start: Instant(nanoseconds: 1_000_000_000))
    let seat: InputSeat
    let dispatcher: InputDispatcher
    private let log: Log
    var events: [InputEvent] { log.events }

    private final class Log {
        var events: [InputEvent] = []
        var onEvent: ((InputEvent) -> Void)?
    }

    /// `make` gets the loop, with its virtual clock set already.
    init(
        size: Size = Size(800, 480), keymap: KeymapOptions = KeymapOptions(layout: "us"),
        make: (Loop) -> InputSeat = { _ in InputSeat.scripted() }
    ) {
        loop.clock = .virtual(clock)
        let log = Log()
        self.log = log
        seat = make(loop)
        dispatcher = InputDispatcher(
            seat: seat, loop: loop, mapping: OutputMapping(size: size), keymap: keymap
        ) { event in
            log.events.append(event)
            log.onEvent?(event)
        }
    }

    deinit {
        dispatcher.invalidate()
        loop.clock = .monotonic
    }

    /// Called for each event, after it was logged.
    ///
    /// It is given this value, which it must not capture: the seat would never go.
    func onEvent(_ body: @escaping (TestSeat, InputEvent) -> Void) {
        log.onEvent = { [unowned self] event in body(self, event) }
    }

    /// Forgets what came so far.
    func forget() { log.events = [] }

    /// Posts events and lets them arrive.
    func post(_ events: InputEvent...) {
        for event in events { seat.post(event) }
        settle()
    }

    /// Runs until nothing waits, without moving the time.
    func settle() { for _ in 0..<4 { loop.run(for: .zero) } }

    /// Lets time pass; what is due happens.
    func pass(_ duration: Duration) { loop.run(for: duration) }

    /// What came, one short line an event.
    var lines: [String] { events.map(describe) }
}

/// A short line for an event, for expectations.
func describe(_ event: InputEvent) -> String {
    switch event {
    case .deviceAdded(let device): "added \(device.id.rawValue)"
    case .deviceRemoved(let device): "removed \(device.id.rawValue)"
    case .touch(let frame): describe(frame)
    case .pointer(let event): "pointer \(number(event.location.x)),\(number(event.location.y))"
    case .button(let event):
        "button \(event.button.rawValue) \(event.isDown ? "down" : event.isCancelled ? "cancelled" : "up")"
    case .scroll(let event):
        "\(event.source) \(number(event.delta.x)),\(number(event.delta.y))"
            + (event.clicks == .zero ? "" : " clicks \(number(event.clicks.x)),\(number(event.clicks.y))")
            + (event.stoppedX ? " stop x" : "") + (event.stoppedY ? " stop y" : "")
            + (event.isCancelled ? " cancelled" : "")
    case .gesture(let event):
        "\(event.kind) \(event.fingerCount) \(event.phase)"
    case .tabletTool(let event):
        "tool \(event.tool.id) \(event.action.word) \(number(event.location.x)),\(number(event.location.y))"
            + (event.isCancelled ? " cancelled" : "")
    case .tabletPad(let event): "pad \(event.control)" + (event.isCancelled ? " cancelled" : "")
    case .switched(let event): "\(event.kind) \(event.isOn ? "on" : "off")"
    case .key(let event): "key \(event.keycode) \(event.phase)" + (event.characters.map { " \($0)" } ?? "")
    }
}

/// A short line for a frame.
func describe(_ frame: TouchFrame) -> String {
    frame.touches.map { touch in
        "\(touch.phase) \(touch.id.rawValue) \(number(touch.location.x)),\(number(touch.location.y))"
    }.joined(separator: " | ")
}

private func number(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}

/// A moment in milliseconds.
func ms(_ value: Int64) -> Timestamp { Timestamp(nanoseconds: value * 1_000_000) }

let screen = DeviceID(rawValue: 1)
let mouse = DeviceID(rawValue: 2)
let board = DeviceID(rawValue: 3)

/// A frame of fingers in the unit square.
func frame(
    _ samples: [(Int, TouchPhase, Double, Double)], at time: Int64 = 1000, of device: DeviceID = screen
) -> InputEvent {
    .touch(
        TouchFrame(
            device: device, timestamp: ms(time),
            touches: TouchList(
                samples.map {
                    TouchSample(id: TouchID(rawValue: UInt64($0.0)), location: Point($0.2, $0.3), phase: $0.1)
                })))
}

func key(_ code: UInt32, _ phase: KeyEvent.Phase, of device: DeviceID = board) -> InputEvent {
    .key(KeyEvent(device: device, timestamp: ms(1000), keycode: code, phase: phase))
}

func button(_ isDown: Bool, of device: DeviceID = mouse) -> InputEvent {
    .button(ButtonEvent(device: device, timestamp: ms(1000), button: .left, isDown: isDown))
}

func motion(_ dx: Double, _ dy: Double, of device: DeviceID = mouse) -> InputEvent {
    .pointer(
        PointerEvent(
            device: device, timestamp: ms(1000),
            motion: .relative(delta: Point(dx, dy), unaccelerated: Point(dx, dy))))
}
