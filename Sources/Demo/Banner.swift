import Penstock

/// Good news that slides in from above and goes by itself.
final class Banner: View {
    /// How long it stays.
    static let stay = Duration.seconds(3)

    private let icon = IconView(.check, side: 30, color: .white)
    private let title = Label("", style: .headline, color: .white)
    private let note = Label("", style: .body, color: .white)
    private var timer: Loop.Timer?
    private(set) var isShown = false

    override func didLoad() {
        layer.backgroundColor = Theme.current.success
        layer.cornerRadius = Theme.current.cornerRadius
        isUserInteractionEnabled = false
        isHidden = true
        for view in [icon, title, note] { addSubview(view) }
    }

    /// Slides in; `arrived` is called when it stands, `left` when it is gone.
    func show(_ text: String, _ detail: String, arrived: @escaping () -> Void, left: @escaping () -> Void) {
        timer?.invalidate()
        title.text = text
        note.text = detail
        layoutIfNeeded()
        isShown = true
        isHidden = false
        transform = .identity
        let slide = BasicAnimation(
            \.transform, from: hiddenTransform, duration: .milliseconds(320), timing: .easeOut)
        Transaction.run {
            layer.add(slide, forKey: "transform")
        } completion: {
            arrived()
        }
        let timer = Loop.Timer(after: Self.stay, label: "banner") { [weak self] _ in self?.leave(left) }
        Loop.current.add(timer, to: .common)
        self.timer = timer
    }

    private func leave(_ left: @escaping () -> Void) {
        isShown = false
        View.animate(duration: .milliseconds(260), timing: .easeIn) {
            transform = hiddenTransform
        } completion: { [weak self] in
            guard let self, !isShown else { return }
            isHidden = true
            transform = .identity
            left()
        }
    }

    /// Above the upper edge of the screen.
    private var hiddenTransform: AffineTransform {
        .translation(Point(0, -(bounds.height + layer.position.y)))
    }

    override func layoutSubviews() {
        let inset = 16.0, side = 30.0
        icon.frame = Rect(x: inset, y: ((bounds.height - side) / 2).rounded(), width: side, height: side)
        let left = icon.frame.maxX + 12
        let noteWidth = min(
            note.sizeThatFits(Size(.infinity, .infinity)).width, (bounds.width * 0.5).rounded())
        note.frame = Rect(x: bounds.width - inset - noteWidth, y: 0, width: noteWidth, height: bounds.height)
        title.frame = Rect(x: left, y: 0, width: max(0, note.frame.minX - left - 8), height: bounds.height)
    }
}
