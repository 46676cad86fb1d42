/// What an application shows: one window or several.
///
/// Thread: main.
@MainActor
public protocol WindowContent {
    /// The windows, the lowest first.
    var windows: [Window] { get }
}

extension Window: WindowContent {
    /// The window itself.
    public var windows: [Window] { [self] }
}

extension Array: WindowContent where Element == Window {
    /// The windows of the array.
    public var windows: [Window] { self }
}
