import EventLoop

/// What gestures start out with; each recognizer has its own copy to change.
///
/// Limits are inclusive on the allowed side (G-60). Thread: any (constants).
public enum GestureLimits {
    /// The longest time a finger of a tap stays down.
    ///
    /// UIKit's default, as observed.
    public static let tapHold: Duration = .milliseconds(750)
    /// The longest time from a tap's lift to the next tap's touch-down.
    ///
    /// UIKit's default, as observed.
    public static let tapInterval: Duration = .milliseconds(350)
    /// How far a finger of a tap may move, and how far the next tap may be, in points.
    ///
    /// UIKit's, as observed.
    public static let tapSlop = 45.0
    /// How far a mouse may move in a click, in points.
    ///
    /// Chosen by us.
    public static let clickSlop = 6.0
    /// The displacement at which a pan begins, in points.
    ///
    /// UIKit's default, as observed.
    public static let panSlop = 10.0
    /// How long a long press takes.
    ///
    /// UIKit's documented default.
    public static let longPress: Duration = .milliseconds(500)
    /// How far a finger may move before a long press has begun, in points.
    ///
    /// UIKit's documented default.
    public static let longPressSlop = 10.0
    /// How long a scroll view keeps a touch-down from its content.
    ///
    /// Chosen by us.
    public static let contentDelay: Duration = .milliseconds(100)
}
