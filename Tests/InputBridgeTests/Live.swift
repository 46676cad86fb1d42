import EventLoop
import InputBridge
import InputEvents

/// A seat of fake devices with a dispatcher, on this thread's loop in real time.
final class Live {
    let loop = Loop.current
    let seat: InputSeat
    let dispatcher: InputDispatcher
    private let log: Log
    private final class Log { var events: [InputEvent] = [] }

    init(
        _ backend: InputSeat.Backend, settings: InputSettings = InputSettings(),
        mapping: OutputMapping = OutputMapping(size: Size(800, 480)), opener: (any DeviceOpener)? = nil
    ) throws {
        seat = try InputSeat(backend, settings: settings, opener: opener)
        let log = Log()
        self.log = log
        dispatcher = InputDispatcher(
            seat: seat, loop: loop, mapping: mapping,
            keymap: KeymapOptions(layout: "us")
        ) { log.events.append($0) }
        settle()
    }

    deinit {
        // The loop is this thread's for the next test too: leave no timer armed in it.
        dispatcher.cancelAll()
        settle()
        dispatcher.invalidate()
    }

    func settle() { for _ in 0..<12 { loop.run(for: .zero) } }

    /// What came since the last time; waits for so many events if need be.
    ///
    /// A child that another test starts holds a copy of a device's other end for a moment, so a hang-up may be late.
    func take(_ count: Int = 0) -> [String] {
        settle()
        let limit = loop.now.advanced(by: .seconds(10))
        while log.events.count < count, loop.now < limit { loop.run(for: .milliseconds(5)) }
        defer { log.events = [] }
        return log.events.map(describe)
    }

    /// What came since the last `take`.
    var events: [InputEvent] { log.events }

    /// Settles and gives what came; waits for something in real time, up to 10 s, if need be.
    func drain(until isDone: () -> Bool = { true }) -> [InputEvent] {
        settle()
        let limit = loop.now.advanced(by: .seconds(10))
        while !isDone(), loop.now < limit { loop.run(for: .milliseconds(5)) }
        settle()
        defer { log.events = [] }
        return log.events
    }

    /// Lets real time pass.
    func pass(_ duration: Duration) { loop.run(for: duration) }
}
