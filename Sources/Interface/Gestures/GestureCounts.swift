/// How many gestures were recognized.
///
/// Thread: any (a plain value).
public struct GestureCounts: Hashable, Sendable {
    /// Taps, and series of taps.
    public var taps = 0
    /// Drags.
    public var pans = 0
    /// Long presses.
    public var longPresses = 0
    /// Those of kinds that are not of this package.
    public var others = 0

    /// Counts of nothing.
    public init() {}

    @MainActor
    mutating func count(_ recognizer: GestureRecognizer) {
        switch recognizer {
        case is TapGestureRecognizer: taps += 1
        case is PanGestureRecognizer: pans += 1
        case is LongPressGestureRecognizer: longPresses += 1
        default: others += 1
        }
    }
}
