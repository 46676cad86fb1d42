import EventLoop
package import InputEvents

/// Counts the taps that follow each other in one place (T-13 to T-16).
///
/// A touch-down takes the nearest earlier tap that is near enough in time and place, once. `Window` is
/// whatever tells windows apart. No clock, no view.
package struct TapCounter<Window: Hashable> {
    package var interval = GestureLimits.tapInterval
    package var hold = GestureLimits.tapHold
    package var distance = GestureLimits.tapSlop
    package var slop = GestureLimits.tapSlop

    private struct Tap {
        var count: Int
        var location: Point
        var lifted: Timestamp
        var window: Window
    }

    private var taps: [Tap] = []

    package init() {}

    /// The tap count of a finger that comes down.
    package mutating func down(at location: Point, time: Timestamp, in window: Window) -> Int {
        let oldest = time.later(by: -interval.clampedNanoseconds)
        taps.removeAll { $0.lifted < oldest }
        var nearest: (index: Int, distance: Double)?
        for (index, tap) in taps.enumerated() where tap.window == window {
            let away = tap.location.distance(to: location)
            if away <= distance, away < nearest?.distance ?? .infinity { nearest = (index, away) }
        }
        guard let nearest else { return 1 }
        return taps.remove(at: nearest.index).count + 1
    }

    /// A finger lifted: it counts as a tap when it was short and stayed near its touch-down.
    package mutating func up(
        count: Int, from start: (location: Point, time: Timestamp),
        to end: (location: Point, time: Timestamp),
        farthest: Double, in window: Window
    ) {
        let latest = start.time.later(by: hold.clampedNanoseconds)
        guard farthest <= slop, end.time <= latest else { return }
        if taps.count >= 32 { taps.removeFirst() }
        taps.append(Tap(count: count, location: end.location, lifted: end.time, window: window))
    }
}
