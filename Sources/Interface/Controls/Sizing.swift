public import InputEvents

/// A view that knows how large it wants to be.
///
/// Stacks, grids and scroll views ask it; a view that is not `Sizing` takes what is left. Thread: main.
@MainActor
public protocol Sizing: AnyObject {
    /// The size it wants when it may have no more than `limit`, in points.
    ///
    /// An extent of `limit` may be `.infinity`. The answer may be larger than the limit when it cannot be
    /// smaller; it changes nothing. Cost: for text, laying it out once.
    func sizeThatFits(_ limit: Size) -> Size
}
