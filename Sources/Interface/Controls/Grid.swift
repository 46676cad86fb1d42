public import InputEvents

/// Cells of one size in rows and columns.
///
/// Thread: main.
open class Grid: View {
    /// How many cells a row has; less than 1 counts as 1.
    public final var columns: Int { didSet { setNeedsLayout() } }
    /// Points between cells, both ways.
    public final var spacing: Double { didSet { setNeedsLayout() } }
    /// The height of each cell in points; `nil` for what the tallest wants.
    public final var rowHeight: Double? { didSet { setNeedsLayout() } }

    /// Makes a grid of views, row by row.
    public init(columns: Int, spacing: Double? = nil, rowHeight: Double? = nil, _ views: [View]) {
        self.columns = columns
        self.spacing = spacing ?? Theme.current.spacing
        self.rowHeight = rowHeight
        super.init()
        for view in views { addSubview(view) }
    }

    /// As wide as proposed, or as the cells want where that is without limit, and as high as the rows.
    open override func sizeThatFits(_ proposal: Size) -> Size {
        let count = Double(max(1, columns))
        let natural = subviews.map { $0.sizeThatFits(Size(.infinity, .infinity)).width }.max() ?? 0
        let width = proposal.width.isFinite ? proposal.width : natural * count + spacing * (count - 1)
        let rows = Double((subviews.count + max(1, columns) - 1) / max(1, columns))
        let height = cellHeight(width: width)
        return Size(width, max(0, rows * height + (rows - 1) * spacing))
    }

    /// Places the cells; their edges are whole points.
    open override func layoutSubviews() {
        let slots = StackLayout(
            wishes: Array(repeating: nil, count: max(1, columns)), available: bounds.width, spacing: spacing
        ).slots
        let height = cellHeight(width: bounds.width)
        for (index, view) in subviews.enumerated() {
            let slot = slots[index % slots.count]
            let top = (Double(index / slots.count) * (height + spacing)).rounded()
            view.frame = Rect(x: slot.start, y: top, width: slot.length, height: height)
        }
    }

    private func cellHeight(width: Double) -> Double {
        if let rowHeight { return rowHeight }
        let count = Double(max(1, columns))
        let room = Size(max(0, (width - spacing * (count - 1)) / count), .infinity)
        return subviews.map { $0.sizeThatFits(room).height.rounded(.up) }.max() ?? 0
    }
}
