import EventLoop
import Glibc

/// SIGINT, SIGTERM and SIGHUP as an event of the loop, so that the app ends in order.
///
/// Thread: main.
enum QuitSignals {
    /// Starts to take the signals; `nil` when the process has no descriptor left or another application has them.
    @MainActor
    static func take(on loop: Loop, _ body: @escaping (_ name: String) -> Void) -> Loop.SignalSource? {
        try? Loop.SignalSource([SIGINT, SIGTERM, SIGHUP], on: loop) { body(name($0.number)) }
    }

    private static func name(_ signal: CInt) -> String {
        switch signal {
        case SIGINT: "SIGINT"
        case SIGTERM: "SIGTERM"
        default: "SIGHUP"
        }
    }
}
