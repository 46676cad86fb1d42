public import InputEvents

/// Neighbours along one axis.
///
/// Each takes the length that it wants; views that are `Stretching` share what is left. Thread: main.
open class Stack: View {
    /// The way in which the neighbours follow each other.
    public enum Axis: Hashable, Sendable {
        /// From left to right.
        case horizontal
        /// From top to bottom.
        case vertical
    }

    /// Where neighbours lie across the axis.
    public enum Alignment: Hashable, Sendable {
        /// From edge to edge.
        case fill
        /// At the left or upper edge, as large as they want to be.
        case leading
        /// In the middle, as large as they want to be.
        case center
        /// At the right or lower edge, as large as they want to be.
        case trailing
    }

    /// The way in which the neighbours follow each other.
    public final var axis: Axis { didSet { setNeedsLayout() } }
    /// Points between neighbours.
    public final var spacing: Double { didSet { setNeedsLayout() } }
    /// Where neighbours lie across the axis.
    public final var alignment: Alignment { didSet { setNeedsLayout() } }
    /// Points between the edges and the neighbours.
    public final var insets: EdgeInsets { didSet { setNeedsLayout() } }

    /// Makes a stack of views, in their order.
    public init(
        _ axis: Axis, spacing: Double? = nil, alignment: Alignment = .fill, insets: EdgeInsets = .zero,
        _ views: [View]
    ) {
        self.axis = axis
        self.spacing = spacing ?? Theme.current.spacing
        self.alignment = alignment
        self.insets = insets
        super.init()
        for view in views { addSubview(view) }
    }

    /// What the neighbours want together.
    open override func sizeThatFits(_ proposal: Size) -> Size {
        let limit = inner(proposal)
        let sizes = shown.map { $0.sizeThatFits(limit) }
        let length = StackLayout.length(of: sizes.map(along), spacing: spacing)
        let breadth = sizes.map(across).max() ?? 0
        let size = axis == .horizontal ? Size(length, breadth) : Size(breadth, length)
        return Size(size.width + insets.left + insets.right, size.height + insets.top + insets.bottom)
    }

    /// Places the neighbours.
    open override func layoutSubviews() {
        let room = bounds.inset(by: insets)
        let views = shown
        let wishes = views.map { $0 is any Stretching ? nil : along($0.sizeThatFits(room.size)) }
        let layout = StackLayout(wishes: wishes, available: along(room.size), spacing: spacing)
        let whole = max(0, across(room.size))
        for (view, slot) in zip(views, layout.slots) {
            var breadth = whole
            if alignment != .fill { breadth = min(whole, across(view.sizeThatFits(room.size))) }
            let offset =
                switch alignment {
                case .fill, .leading: 0.0
                case .center: ((whole - breadth) / 2).rounded()
                case .trailing: whole - breadth
                }
            view.frame =
                axis == .horizontal
                ? Rect(
                    x: room.minX + slot.start, y: room.minY + offset, width: slot.length, height: breadth)
                : Rect(
                    x: room.minX + offset, y: room.minY + slot.start, width: breadth, height: slot.length)
        }
    }

    private var shown: [View] { subviews.filter { !$0.isHidden } }

    private func along(_ size: Size) -> Double { axis == .horizontal ? size.width : size.height }
    private func across(_ size: Size) -> Double { axis == .horizontal ? size.height : size.width }

    private func inner(_ proposal: Size) -> Size {
        Size(
            max(0, proposal.width - insets.left - insets.right),
            max(0, proposal.height - insets.top - insets.bottom))
    }
}

/// A view that takes what its neighbours in a stack leave.
///
/// Thread: main.
@MainActor
public protocol Stretching: View {}

/// Nothing, as long as can be.
///
/// Thread: main.
public final class Spacer: View, Stretching {
    /// Makes a spacer.
    public init() {
        super.init()
        isUserInteractionEnabled = false
    }

    /// Wants nothing.
    public override func sizeThatFits(_ proposal: Size) -> Size { .zero }
}
