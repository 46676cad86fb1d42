package import InputEvents

/// The events that are handled next: one that counts for itself, or motions that were joined (T-09).
///
/// Of motions that wait one behind the other, all of one device become one event; motions of different devices
/// may swap places, nothing else does. The samples are kept for who asks (T-10). Storage is used again.
package struct MotionRun {
    private var events: [InputEvent] = []
    private var head = 0
    private var frames: [TouchFrame] = []
    /// How many events were joined with an earlier one.
    package private(set) var folded = 0

    package init() {}

    package var isEmpty: Bool { head == events.count }

    /// Adds an event behind the others; a motion is joined where that is possible.
    package mutating func append(_ event: InputEvent) {
        if case .touch(let frame) = event, frame.isPureMotion { frames.append(frame) }
        if event.isPureMotion,
            let place = events[head...].lastIndex(where: { $0.device == event.device }),
            events[place].fold(event)
        {
            folded += 1
            return
        }
        events.append(event)
    }

    /// Forgets what was taken, and its samples; the run must be empty.
    package mutating func reset() {
        guard head > 0 else { return }
        events.removeAll(keepingCapacity: true)
        frames.removeAll(keepingCapacity: true)
        head = 0
    }

    /// Takes the first event; its samples stay up to `reset`.
    package mutating func removeFirst() -> InputEvent? {
        guard head < events.count else { return nil }
        head += 1
        return events[head - 1]
    }

    /// The samples that were joined into a frame, oldest first; the frame itself when none was.
    package func samples(of frame: TouchFrame) -> [TouchFrame] {
        guard frame.isPureMotion else { return [frame] }
        let own = frames.filter { $0.device == frame.device && $0.timestamp <= frame.timestamp }
        return own.isEmpty ? [frame] : own
    }
}
