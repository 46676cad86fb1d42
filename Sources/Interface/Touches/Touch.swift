public import InputEvents

/// One finger, or the pressed button of a pointer, from touch-down to lift.
///
/// The same object for its whole life, updated in place (T-02): read it during a call, copy what is kept.
/// Thread: main.
@MainActor
public final class Touch {
    /// What touches.
    public enum Kind: UInt8, Hashable, Sendable {
        /// A finger on the screen.
        case direct
        /// The main button of a mouse or touchpad, held down.
        case pointer
    }

    /// The kinds of touches that a recognizer wants.
    public struct Kinds: OptionSet, Hashable, Sendable {
        /// One bit a kind.
        public var rawValue: UInt8
        /// Makes a set of its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Fingers.
        public static let direct = Kinds(rawValue: 1 << Kind.direct.rawValue)
        /// Pressed buttons.
        public static let pointer = Kinds(rawValue: 1 << Kind.pointer.rawValue)
        /// Everything.
        public static let all: Kinds = [.direct, .pointer]
    }

    /// Its identity; never used again.
    public let id: TouchID
    /// What touches.
    public let kind: Kind
    /// The device it came from.
    public let device: DeviceID
    /// Where it is in its life.
    public internal(set) var phase = TouchPhase.began
    /// The kernel's stamp of the newest change; never earlier than the one before (T-08).
    public internal(set) var timestamp: Timestamp
    /// How many taps in a row it is, from 1, if it becomes one; set at the touch-down (T-13).
    public internal(set) var tapCount = 1
    /// The window that was hit.
    public internal(set) var window: Window?
    /// The view that was hit at the touch-down; gets the touch wherever it goes (T-22).
    ///
    /// `nil` once the view was taken out of its window.
    public internal(set) var view: View?
    /// Points of the display.
    public internal(set) var location: Point
    /// Points of the display: the location in the event delivered before; at the touch-down the location.
    public internal(set) var previousLocation: Point

    /// Where and when it came down, in points of the display.
    public let start: (location: Point, time: Timestamp)

    /// Who sees the touch, fixed at the touch-down, the hit view's first (G-06, G-07).
    var recognizers: [GestureRecognizer] = []
    /// What of it the view has seen and has yet to see.
    var delivery = TouchDelivery()
    /// The farthest it has been from its start.
    var farthest = 0.0
    /// The event of its sequence.
    let event: Event

    init(id: TouchID, kind: Kind, device: DeviceID, location: Point, timestamp: Timestamp, event: Event) {
        self.id = id
        self.kind = kind
        self.device = device
        self.location = location
        self.timestamp = timestamp
        self.event = event
        previousLocation = location
        start = (location, timestamp)
    }

    /// Where it is, in the points of a view, or of the display for `nil`.
    public func location(in view: View?) -> Point { view?.pointFromDisplay(location) ?? location }

    /// Where it was in the event before, in the points of a view, or of the display for `nil`.
    public func previousLocation(in view: View?) -> Point {
        view?.pointFromDisplay(previousLocation) ?? previousLocation
    }

    var isLive: Bool { !phase.isFinal }

    var sample: GestureSample {
        GestureSample(id: id, location: location, time: timestamp, isPointer: kind == .pointer)
    }
}
