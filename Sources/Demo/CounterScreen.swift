package import Penstock

/// The whole screen of the counter: header, tiles, order, and the banner above them.
package final class CounterScreen: View {
    package private(set) var order = Order()
    /// How many orders were confirmed.
    package private(set) var confirmed = 0

    private let header = Header()
    private let tiles: [Tile]
    private let grid: Grid
    private let scroll: ScrollView
    private let banner = Banner()
    private lazy var card = OrderCard { [unowned self] in confirm() }
    private var noted: Set<String> = []

    package init() {
        tiles = Ticket.all.map { Tile($0.name, icon: $0.icon, note: $0.price.text, tint: $0.tint) }
        grid = Grid(columns: 3, spacing: CounterLayout.gap, tiles)
        let margins = EdgeInsets(all: CounterLayout.margin)
        scroll = ScrollView(Stack(.vertical, insets: margins, [grid]))
        super.init()
    }

    package override func didLoad() {
        layer.backgroundColor = Theme.current.background
        for (tile, ticket) in zip(tiles, Ticket.all) {
            tile.action = { [unowned self] in add(ticket) }
            tile.onPress = { [unowned self] isPressed in if isPressed { noteOnce("tile pressed") } }
        }
        scroll.identifier = "tiles"
        banner.identifier = "banner"
        // A tile looks pressed at the touch-down, also when it then turns out to be a scroll.
        scroll.delaysContentTouches = false
        scroll.pan.addAction { [unowned self] gesture in
            if gesture.state == .ended { noteOnce("tiles scrolled") }
        }
        card.onScroll = { [unowned self] in noteOnce("order scrolled") }
        card.takeBack = { [unowned self] index in
            order.removeOne(at: index)
            showOrder()
            noteOnce("ticket taken back")
        }
        for view in [scroll, card, header, banner] { addSubview(view) }
    }

    package override func layoutSubviews() {
        let layout = CounterLayout(size: bounds.size, tileCount: tiles.count)
        header.frame = layout.header
        scroll.frame = layout.tiles
        grid.columns = layout.columns
        grid.rowHeight = layout.tileSize.height
        card.frame = layout.order
        let height = min(60, max(40, (bounds.height * 0.13).rounded()))
        let width = max(1, min(560, bounds.width - 2 * CounterLayout.margin))
        banner.frame = Rect(
            x: ((bounds.width - width) / 2).rounded(), y: layout.header.maxY + 8, width: width, height: height
        )
    }

    private func add(_ ticket: Ticket) {
        guard let line = order.add(ticket) else { return }
        showOrder(changedLine: line)
        noteOnce("ticket added")
    }

    private func confirm() {
        guard !order.isEmpty else { return }
        confirmed += 1
        let detail = "No. \(100 + confirmed)  ·  \(order.total.text)"
        order.clear()
        noted = []
        showOrder()
        banner.show("Order confirmed", detail) {
            Moment.note("order confirmed")
        } left: {
            Moment.note("ready for the next customer")
        }
    }

    private func showOrder(changedLine: Int? = nil) {
        for (tile, ticket) in zip(tiles, Ticket.all) {
            tile.count = order.lines.first { $0.ticket == ticket }?.count ?? 0
        }
        card.show(order, changedLine: changedLine)
    }

    /// One picture of a kind for each customer.
    private func noteOnce(_ moment: StaticString) {
        if noted.insert(moment.description).inserted { Moment.note(moment) }
    }
}
