/// How a kind of gesture is called in the trace of the turns, one mark a state.
///
/// The trace takes only text that is in the program, so that marking allocates nothing. Thread: any.
public struct GestureTraceMarks: Sendable {
    let began: StaticString
    let changed: StaticString
    let ended: StaticString
    let cancelled: StaticString
    let failed: StaticString

    /// Makes the marks of a kind of gesture.
    public init(
        began: StaticString, changed: StaticString, ended: StaticString, cancelled: StaticString,
        failed: StaticString
    ) {
        self.began = began
        self.changed = changed
        self.ended = ended
        self.cancelled = cancelled
        self.failed = failed
    }

    /// A gesture without a name of its own.
    public static let other = GestureTraceMarks(
        began: "gesture began", changed: "gesture changed", ended: "gesture ended",
        cancelled: "gesture cancelled", failed: "gesture failed")

    static let tap = GestureTraceMarks(
        began: "gesture tap began", changed: "gesture tap changed", ended: "gesture tap ended",
        cancelled: "gesture tap cancelled", failed: "gesture tap failed")

    static let pan = GestureTraceMarks(
        began: "gesture pan began", changed: "gesture pan changed", ended: "gesture pan ended",
        cancelled: "gesture pan cancelled", failed: "gesture pan failed")

    static let longPress = GestureTraceMarks(
        began: "gesture long press began", changed: "gesture long press changed",
        ended: "gesture long press ended", cancelled: "gesture long press cancelled",
        failed: "gesture long press failed")

    func mark(for state: GestureState) -> StaticString? {
        switch state {
        case .possible: nil
        case .began: began
        case .changed: changed
        case .ended: ended
        case .cancelled: cancelled
        case .failed: failed
        }
    }
}
