public import Graphics
public import InputEvents
import LayerTree

/// A card to press, with an icon, a name and a note.
///
/// A number can be shown in its corner, such as how often it was picked. Thread: main.
open class Tile: Control {
    /// The name, which also is the identifier unless another one was given.
    public let name: String
    /// The note under the name.
    public let note: String
    /// The number in the corner; 0 shows none.
    public final var count = 0 {
        didSet { if count != oldValue { showCount(growing: count > oldValue) } }
    }

    private let icon: Icon
    private let tint: Color
    private let theme = Theme.current
    private let badge = Label("", style: .headline, color: Theme.current.accentInk)

    /// Makes a tile with what a tap on it does.
    public init(
        _ name: String, icon: Icon, note: String = "", tint: Color? = nil, identifier: String? = nil,
        action: (() -> Void)? = nil
    ) {
        self.name = name
        self.icon = icon
        self.note = note
        self.tint = tint ?? Theme.current.accent
        super.init(action: action)
        self.identifier = identifier ?? name
        layer.backgroundColor = theme.surface
        layer.cornerRadius = theme.cornerRadius
        layer.borderWidth = 1
        layer.borderColor = theme.separator
        layer.needsDisplayOnBoundsChange = true
        setNeedsDisplay()
        badge.alignment = .center
        badge.isHidden = true
        badge.layer.backgroundColor = theme.accent
        addSubview(badge)
    }

    /// A square of comfortable size.
    open override func sizeThatFits(_ proposal: Size) -> Size { Size(144, 120) }

    /// Places the number in the corner.
    open override func layoutSubviews() {
        let side = 28.0, inset = 10.0
        let width = max(side, badge.sizeThatFits(Size(.infinity, .infinity)).width + 14)
        badge.frame = Rect(x: bounds.width - width - inset, y: inset, width: width, height: side)
        badge.layer.cornerRadius = side / 2
    }

    /// Draws icon, name and note; the ground is the layer's.
    open override func draw(in canvas: Canvas) {
        let inset = (min(bounds.width, bounds.height) * 0.1).rounded()
        let room = max(0, bounds.width - 2 * inset)
        let factor = min(max(min(bounds.width / 142, bounds.height / 106), 0.6), 1.6)
        let title = line(name, size: 16 * factor, weight: .semibold, width: room)
        let detail = line(note, size: 14 * factor, weight: .medium, width: room)
        let detailTop = bounds.height - inset - detail.size.height
        let titleTop = detailTop - (note.isEmpty ? -detail.size.height : 1) - title.size.height
        let side = min(44 * factor, titleTop - inset - 4)
        if side > 12 {
            let plate = Rect(x: inset, y: inset, width: side.rounded(), height: side.rounded())
            canvas.fill(roundedRect: plate, radius: side * 0.27, color: tint.withAlpha(0.13))
            icon.draw(in: canvas, rect: plate.insetBy(dx: side * 0.18, dy: side * 0.18), color: tint)
        }
        canvas.draw(title, at: Point(inset, titleTop.rounded()), color: theme.ink)
        canvas.draw(detail, at: Point(inset, detailTop.rounded()), color: theme.secondaryInk)
    }

    /// Shows whether it is pressed or cannot be.
    open override func stateChanged() {
        show {
            layer.backgroundColor = isPressed ? theme.pressedSurface : theme.surface
            layer.borderColor = isPressed ? theme.accent : theme.separator
            layer.opacity = isEnabled ? 1 : 0.5
        }
    }

    private func line(_ text: String, size: Double, weight: Font.Weight, width: Double) -> TextLayout {
        let font = Font(size: size.rounded(), weight: weight)
        return TextLayout(text, TextLayout.Attributes(font: font, width: width, maximumLines: 1))
    }

    private func showCount(growing: Bool) {
        badge.isHidden = count <= 0
        guard count > 0 else { return }
        badge.text = "\(count)"
        setNeedsLayout()
        guard growing, window != nil else { return }
        let pop = BasicAnimation(
            \.transform, from: .scale(1.35, 1.35), duration: theme.releaseFade, timing: .easeOut)
        badge.layer.add(pop, forKey: "pop")
    }
}
