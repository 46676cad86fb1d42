import EventLoop
import Glibc
import InputBridge
import InputEvents

/// Runs the main loop with a seat until a signal, a time or the seat's end.
enum Listening {
    /// Answers what the dispatcher counted.
    static func run(
        _ seat: InputSeat, size: Size, for duration: Duration?,
        prepare: (InputDispatcher) throws(InputError) -> Void,
        handler: @escaping (InputEvent) -> Void
    ) throws(ToolError) -> InputDispatcher.Counts {
        let loop = Loop.main
        let dispatcher = InputDispatcher(
            seat: seat, loop: loop, mapping: OutputMapping(size: size), handler: handler)
        defer { dispatcher.invalidate() }
        do throws(InputError) { try prepare(dispatcher) } catch {
            throw ToolError(error.description, status: 1)
        }
        let signals = try? Loop.SignalSource([SIGINT, SIGTERM, SIGHUP], on: loop) { _ in loop.stop() }
        defer { withExtendedLifetime(signals) {} }
        var isOver = false
        seat.onReplayEnd = {
            isOver = true
            loop.stop()
        }
        if !isOver { loop.run(mode: .default, for: duration ?? Loop.forever) }
        dispatcher.cancelAll()
        return dispatcher.counts
    }
}
