public import Graphics

/// The colours and measures of the controls, in one place.
///
/// Contrast of every text against its ground is at least 4.5 to 1. Thread: any (a plain value).
public struct Theme: Sendable {
    /// Behind everything.
    public var background = Color(hex: 0xf0f2f5)
    /// Cards and tiles.
    public var surface = Color.white
    /// A tile or a row under a finger.
    public var pressedSurface = Color(hex: 0xdbe6f5)
    /// Text.
    public var ink = Color(hex: 0x131a24)
    /// Text that matters less.
    public var secondaryInk = Color(hex: 0x5a6472)
    /// Lines between things.
    public var separator = Color(hex: 0xd9dee5)
    /// What can be pressed.
    public var accent = Color(hex: 0x0a5fd0)
    /// The same under a finger.
    public var pressedAccent = Color(hex: 0x08469b)
    /// What cannot be pressed now.
    public var disabled = Color(hex: 0xc4cbd4)
    /// Text on what cannot be pressed now.
    public var disabledInk = Color(hex: 0x59626e)
    /// Text on the accent.
    public var accentInk = Color.white
    /// Good news.
    public var success = Color(hex: 0x14713c)
    /// The ground of headers.
    public var header = Color(hex: 0x0e2138)
    /// Text on headers.
    public var headerInk = Color.white
    /// Text on headers that matters less.
    public var headerSecondaryInk = Color(hex: 0xa9bad0)

    /// Points between neighbours.
    public var spacing = 12.0
    /// Points to the edges of the screen.
    public var margin = 16.0
    /// The corners of cards, tiles and buttons, in points.
    public var cornerRadius = 14.0
    /// The least height of what a finger should hit, in points.
    public var touchHeight = 48.0
    /// How long a press takes to fade after the finger left.
    public var releaseFade = Duration.milliseconds(180)

    /// Makes the light theme.
    public init() {}

    /// What controls use when they are made.
    @MainActor public static var current = Theme()
}

/// The steps of the type scale.
///
/// Thread: any (a plain value).
public enum TextStyle: Hashable, Sendable, CaseIterable {
    /// 13 points: notes.
    case caption
    /// 16 points: what is read.
    case body
    /// 17 points, semibold: what heads a group.
    case headline
    /// 24 points, semibold: the screen's name, a total.
    case title
    /// 34 points, semibold: one thing to be seen from afar.
    case display

    /// The font of the step.
    public var font: Font {
        switch self {
        case .caption: Font(size: 13, weight: .medium)
        case .body: Font(size: 16, weight: .medium)
        case .headline: Font(size: 17, weight: .semibold)
        case .title: Font(size: 24, weight: .semibold)
        case .display: Font(size: 34, weight: .semibold)
        }
    }
}
