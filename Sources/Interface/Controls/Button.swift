import Graphics
public import InputEvents
import LayerTree

/// A word to press.
///
/// Thread: main.
open class Button: Control {
    /// How much a button stands out.
    public enum Prominence: Hashable, Sendable {
        /// The one thing to do: filled with the accent.
        case primary
        /// One of several: the accent on a light ground.
        case secondary
    }

    /// The word.
    public final var title: String {
        didSet {
            guard title != oldValue else { return }
            label.text = title
            setNeedsLayout()
        }
    }

    private let prominence: Prominence
    private let label: Label
    private let theme = Theme.current

    /// Makes a button with what a tap on it does.
    public init(_ title: String, prominence: Prominence = .primary, action: (() -> Void)? = nil) {
        self.title = title
        self.prominence = prominence
        label = Label(title, style: .headline)
        label.alignment = .center
        super.init(action: action)
        identifier = title
        layer.cornerRadius = theme.cornerRadius
        addSubview(label)
        paint()
    }

    /// Room for the word, and for a finger.
    open override func sizeThatFits(_ proposal: Size) -> Size {
        let text = label.sizeThatFits(Size(.infinity, .infinity))
        return Size(text.width + 2 * theme.margin, max(theme.touchHeight, text.height + 2 * theme.spacing))
    }

    /// Places the word in the middle.
    open override func layoutSubviews() { label.frame = bounds.insetBy(dx: theme.spacing, dy: 0) }

    /// Shows whether it is pressed or cannot be.
    open override func stateChanged() { show(paint) }

    private func paint() {
        let ground: Color
        let ink: Color
        switch (prominence, isEnabled) {
        case (.primary, true):
            ground = isPressed ? theme.pressedAccent : theme.accent
            ink = theme.accentInk
        case (.secondary, true):
            ground = isPressed ? theme.pressedSurface : theme.background
            ink = theme.accent
        case (_, false):
            ground = theme.disabled
            ink = theme.disabledInk
        }
        layer.backgroundColor = ground
        label.color = ink
    }
}
