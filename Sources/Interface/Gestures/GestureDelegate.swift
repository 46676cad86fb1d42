/// Has a say in what recognizers do; every method has an answer already.
///
/// Thread: main.
@MainActor
public protocol GestureDelegate: AnyObject {
    /// Whether a gesture that would be recognized may be (G-10); `false` makes it fail.
    func gestureShouldBegin(_ gesture: GestureRecognizer) -> Bool
    /// Whether it is to see a touch; asked once a touch, before anything else of it (G-08).
    func gesture(_ gesture: GestureRecognizer, shouldReceive touch: Touch) -> Bool
    /// Whether two gestures may be recognized together; one yes is enough (G-13).
    func gesture(_ gesture: GestureRecognizer, shouldRecognizeWith other: GestureRecognizer) -> Bool
    /// Whether `gesture` has to wait for `other` to fail in this attempt (G-17).
    func gesture(_ gesture: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool
    /// Whether `other` has to wait for `gesture` to fail in this attempt (G-17).
    func gesture(_ gesture: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer) -> Bool
}

extension GestureDelegate {
    /// Yes.
    public func gestureShouldBegin(_ gesture: GestureRecognizer) -> Bool { true }
    /// Yes.
    public func gesture(_ gesture: GestureRecognizer, shouldReceive touch: Touch) -> Bool { true }
    /// No, which is not a veto.
    public func gesture(_ gesture: GestureRecognizer, shouldRecognizeWith other: GestureRecognizer) -> Bool {
        false
    }
    /// No.
    public func gesture(
        _ gesture: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
    ) -> Bool { false }
    /// No.
    public func gesture(
        _ gesture: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
    ) -> Bool { false }
}
