public import EventLoop
import Glibc

/// The time of day, for clocks on screen.
///
/// Under a virtual clock the day begins at a fixed time with the loop, so that every run shows the same;
/// otherwise it is the machine's local time. Thread: main.
@MainActor
public enum WallClock {
    /// A time of day and the moment on the loop's clock at which it was, while the clock is virtual.
    package static var anchor: (moment: Instant, time: TimeOfDay)?

    /// What a virtual day begins with: an app's first minute ends after twelve seconds.
    package static let virtualStart = TimeOfDay(hour: 9, minute: 41, second: 48)

    /// What a clock on the wall shows now.
    public static func now(on loop: Loop = .current) -> TimeOfDay {
        if let anchor {
            return anchor.time.advanced(byNanoseconds: loop.now.nanoseconds &- anchor.moment.nanoseconds)
        }
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        var parts = tm()
        localtime_r(&time.tv_sec, &parts)
        let seconds = Int64(parts.tm_hour) * 3600 + Int64(parts.tm_min) * 60 + Int64(parts.tm_sec)
        return TimeOfDay(nanoseconds: seconds * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
