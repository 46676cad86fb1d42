public import InputEvents

/// What happens to the fingers of one sequence, from the first touch-down to the last lift.
///
/// The same object for the whole sequence (T-02). Thread: main.
@MainActor
public final class Event {
    /// A place where a touch was on its way to the delivered state.
    public struct Sample: Hashable, Sendable {
        /// Which finger.
        public var touch: TouchID
        /// Points of the display.
        public var location: Point
        /// The kernel's stamp.
        public var timestamp: Timestamp
    }

    /// The kernel's stamp of the newest change.
    public internal(set) var timestamp: Timestamp
    /// The fingers of the sequence that are down, and those that were lifted in this event.
    public internal(set) var touches: [Touch] = []
    /// Every place since the event before, of all fingers, oldest first; the delivered ones are the last.
    ///
    /// Empty after the event's dispatch (T-10).
    public internal(set) var samples: [Sample] = []

    /// Counts the events, so that a recognizer with two fingers is served once.
    var serial = 0

    init(timestamp: Timestamp) {
        self.timestamp = timestamp
    }

    /// The places of one finger since the event before, oldest first; allocates.
    public func coalesced(for touch: Touch) -> [Sample] { samples.filter { $0.touch == touch.id } }

    /// The fingers that a view was hit by; allocates.
    public func touches(for view: View) -> [Touch] { touches.filter { $0.view === view } }
}
