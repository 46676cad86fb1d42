import Penstock

/// One line of the order: how many, what, for how much, and a button that takes one back.
final class OrderRow: View {
    static let height = 48.0

    private let theme = Theme.current
    private let count = Label("", style: .headline, color: Theme.current.accent)
    private let name = Label("", style: .body)
    private let price = Label("", style: .body)
    private let less: IconButton
    private let line = View()

    init(takeBack: @escaping () -> Void) {
        less = IconButton(.minus, color: Theme.current.secondaryInk, action: takeBack)
        super.init()
        price.alignment = .right
        line.layer.backgroundColor = theme.separator
        line.isUserInteractionEnabled = false
        for view in [count, name, price, less, line] { addSubview(view) }
    }

    func show(_ entry: Order.Line) {
        count.text = "\(entry.count)×"
        name.text = entry.ticket.name
        price.text = entry.price.text
        less.identifier = "less \(entry.ticket.name)"
    }

    override func sizeThatFits(_ proposal: Size) -> Size { Size(proposal.width, Self.height) }

    override func layoutSubviews() {
        let inset = 14.0, button = 44.0
        let height = bounds.height
        less.frame = Rect(
            x: bounds.width - button - 4, y: (height - button) / 2, width: button, height: button)
        count.frame = Rect(x: inset, y: 0, width: 36, height: height)
        let priceWidth = price.sizeThatFits(Size(.infinity, .infinity)).width
        price.frame = Rect(x: less.frame.minX - priceWidth - 2, y: 0, width: priceWidth, height: height)
        let left = count.frame.maxX + 2
        name.frame = Rect(x: left, y: 0, width: max(0, price.frame.minX - left - 8), height: height)
        line.frame = Rect(x: inset, y: height - 1, width: max(0, bounds.width - 2 * inset), height: 1)
    }
}

/// An icon to press.
final class IconButton: Control {
    private let icon: IconView

    init(_ icon: Icon, color: Color, action: @escaping () -> Void) {
        self.icon = IconView(icon, color: color)
        super.init(action: action)
        addSubview(self.icon)
    }

    override func layoutSubviews() {
        icon.frame = Rect(
            x: ((bounds.width - 24) / 2).rounded(), y: ((bounds.height - 24) / 2).rounded(), width: 24,
            height: 24)
        layer.cornerRadius = min(bounds.width, bounds.height) / 2
    }

    override func stateChanged() {
        show { layer.backgroundColor = isPressed ? Theme.current.pressedSurface : .clear }
    }
}
