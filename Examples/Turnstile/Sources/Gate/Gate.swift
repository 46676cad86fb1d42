import Penstock

/// Counts who goes in; a finger held on the count for two seconds starts anew.
public final class Gate: View {
    /// How many are inside.
    public private(set) var guests = 0 { didSet { count.text = "\(guests) inside" } }
    private let count = Label("Nobody yet", style: .title)

    public override func didLoad() {
        let door = Button("Let one in") { [unowned self] in guests += 1 }
        door.identifier = "door"
        count.identifier = "count"
        addSubview(Stack(.vertical, alignment: .center, insets: EdgeInsets(all: 24), [count, door]))
        addGesture(
            LongPressGestureRecognizer(minimumDuration: .seconds(2)) { [unowned self] press in
                if press.state == .began { guests = 0 }
            })
    }

    public override func layoutSubviews() { subviews.first?.frame = bounds }
}
