// The one table of legal moves; everything else in the gesture code asks it.

/// Where a gesture recognizer is in one attempt.
///
/// Thread: any (a plain value).
public enum GestureState: UInt8, Hashable, Sendable, CaseIterable {
    /// Nothing decided yet.
    case possible
    /// A continuous gesture was recognized.
    case began
    /// A continuous gesture goes on.
    case changed
    /// The gesture is complete; for a discrete gesture: it was recognized.
    case ended
    /// A continuous gesture that had begun was broken off.
    case cancelled
    /// It is not this gesture.
    case failed

    /// Whether only a reset leads out of it.
    @inlinable
    public var isFinal: Bool { self == .ended || self == .cancelled || self == .failed }

    /// Whether a continuous gesture is under way.
    @inlinable
    public var isActive: Bool { self == .began || self == .changed }

    /// Whether the move to `next` is legal (G-01, G-02); resets are not asked here.
    public func allows(_ next: GestureState, isDiscrete: Bool) -> Bool {
        switch (self, next) {
        case (.possible, .ended), (.possible, .failed): true
        case (.possible, .began): !isDiscrete
        case (.began, .changed), (.began, .ended), (.began, .cancelled): !isDiscrete
        case (.changed, .changed), (.changed, .ended), (.changed, .cancelled): !isDiscrete
        default: false
        }
    }
}
