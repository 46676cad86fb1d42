import Penstock

@main struct Turnstile: Application {
    var body: some WindowContent { Window { Gate() } }
}

final class Gate: View {
    private let count = Label("Nobody yet", style: .title)
    private var guests = 0 { didSet { count.text = "\(guests) inside" } }
    private lazy var door = Button("Let one in") { [unowned self] in guests += 1 }

    override func didLoad() { addSubview(Stack(.vertical, insets: EdgeInsets(all: 24), [count, door])) }
    override func layoutSubviews() { subviews.first?.frame = bounds }
}
