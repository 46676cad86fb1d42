import Penstock

/// The card with the order: its lines, the total, and the button that orders.
final class OrderCard: View {
    /// Takes one ticket of a line back.
    var takeBack: ((Int) -> Void)?
    /// A finger that scrolled the lines lifted.
    var onScroll: (() -> Void)?

    private let theme = Theme.current
    private let heading = Label("Your order", style: .headline)
    private let pieces = Label("", style: .caption, color: Theme.current.secondaryInk)
    private let hint = Label("Tap a ticket to begin", style: .body, color: Theme.current.secondaryInk)
    private let list = OrderList()
    private let scroll: ScrollView
    private let line = View()
    private let totalName = Label("Total", style: .body, color: Theme.current.secondaryInk)
    private let total = Label(Money.zero.text, style: .title)
    let button: Button

    init(order: @escaping () -> Void) {
        button = Button("Order", action: order)
        scroll = ScrollView(list)
        super.init()
        layer.backgroundColor = theme.surface
        layer.cornerRadius = theme.cornerRadius
        layer.borderWidth = 1
        layer.borderColor = theme.separator
        pieces.alignment = .right
        hint.alignment = .center
        total.alignment = .right
        total.identifier = "total"
        scroll.identifier = "order lines"
        line.layer.backgroundColor = theme.separator
        for view in [heading, pieces, scroll, hint, line, totalName, total, button] { addSubview(view) }
        scroll.delaysContentTouches = false
        scroll.pan.addAction { [weak self] gesture in
            if gesture.state == .ended { self?.onScroll?() }
        }
        list.takeBack = { [weak self] index in self?.takeBack?(index) }
        show(Order(), changedLine: nil)
    }

    /// Shows an order; the line that changed is brought into sight.
    func show(_ order: Order, changedLine: Int?) {
        list.show(order)
        hint.isHidden = !order.isEmpty
        pieces.text = order.count == 1 ? "1 ticket" : order.isEmpty ? "" : "\(order.count) tickets"
        total.text = order.total.text
        button.isEnabled = !order.isEmpty
        setNeedsLayout()
        layoutIfNeeded()
        if let changedLine { reveal(list.frame(ofLine: changedLine)) }
    }

    /// Scrolls as far as needed to show a line whole.
    private func reveal(_ line: Rect) {
        guard !scroll.isDragging else { return }
        scroll.stop()
        scroll.layoutIfNeeded()
        let visible = scroll.bounds
        var offset = visible.minY
        if line.maxY > visible.maxY { offset = line.maxY - visible.height }
        if line.minY < offset { offset = line.minY }
        guard offset != visible.minY else { return }
        View.animate(duration: .milliseconds(220)) { scroll.contentOffset = Point(0, offset) }
    }

    override func layoutSubviews() {
        let inset = 14.0, width = max(0, bounds.width - 2 * inset)
        let compact = bounds.height < 240
        let top = compact ? 36.0 : 48.0, foot = compact ? 84.0 : 122.0
        heading.frame = Rect(x: inset, y: 0, width: (width * 0.6).rounded(), height: top)
        pieces.frame = Rect(x: heading.frame.maxX, y: 0, width: width - heading.frame.width, height: top)
        let body = max(0, bounds.height - top - foot)
        scroll.frame = Rect(x: 1, y: top, width: max(0, bounds.width - 2), height: body)
        hint.frame = scroll.frame
        line.frame = Rect(x: 1, y: top + body, width: max(0, bounds.width - 2), height: 1)
        let buttonHeight = compact ? 40.0 : 52.0
        let buttonTop = bounds.height - buttonHeight - inset
        button.frame = Rect(x: inset, y: buttonTop, width: width, height: buttonHeight)
        let totalTop = top + body + 1
        let totalHeight = max(0, buttonTop - totalTop)
        totalName.frame = Rect(x: inset, y: totalTop, width: (width * 0.3).rounded(), height: totalHeight)
        total.frame = Rect(
            x: totalName.frame.maxX, y: totalTop, width: width - totalName.frame.width, height: totalHeight)
    }
}

/// The lines of the order, one below the other.
final class OrderList: View {
    var takeBack: ((Int) -> Void)?
    private var rows: [OrderRow] = []

    func show(_ order: Order) {
        while rows.count > order.lines.count { rows.removeLast().removeFromSuperview() }
        while rows.count < order.lines.count {
            let index = rows.count
            let row = OrderRow { [weak self] in self?.takeBack?(index) }
            rows.append(row)
            addSubview(row)
        }
        for (row, line) in zip(rows, order.lines) { row.show(line) }
        setNeedsLayout()
        superview?.setNeedsLayout()
    }

    func frame(ofLine index: Int) -> Rect {
        Rect(x: 0, y: Double(index) * OrderRow.height, width: bounds.width, height: OrderRow.height)
    }

    override func sizeThatFits(_ proposal: Size) -> Size {
        Size(proposal.width, Double(rows.count) * OrderRow.height)
    }

    override func layoutSubviews() {
        for (index, row) in rows.enumerated() { row.frame = frame(ofLine: index) }
    }
}
