public import InputEvents

/// How a device shall behave; what is `nil` stays as libinput has it.
///
/// What a device cannot do is left out, with a line in the seat's log. Thread: any (a plain value).
public struct DeviceSettings: Hashable, Sendable {
    /// Which buttons taps of one, two and three fingers are.
    public enum TapButtons: String, Hashable, Sendable, CaseIterable {
        /// One finger left, two right, three middle.
        case leftRightMiddle = "left-right-middle"
        /// One finger left, two middle, three right.
        case leftMiddleRight = "left-middle-right"
    }

    /// How motion is made of what the device says.
    public enum Acceleration: String, Hashable, Sendable, CaseIterable {
        /// By one factor.
        case flat
        /// More when it is faster.
        case adaptive
    }

    /// What scrolls.
    public enum ScrollMethod: String, Hashable, Sendable, CaseIterable {
        /// Nothing but a wheel.
        case none
        /// Two fingers on a touchpad.
        case twoFingers = "two-fingers"
        /// A finger at the edge of a touchpad.
        case edge
        /// Motion while a button is held.
        case button
    }

    /// What a touchpad without buttons of its own makes of a click.
    public enum ClickMethod: String, Hashable, Sendable, CaseIterable {
        /// No button.
        case none
        /// The button at whose place the finger is.
        case areas
        /// The button for the number of fingers.
        case fingers
    }

    /// Whether the device is used.
    public enum SendEvents: String, Hashable, Sendable, CaseIterable {
        /// Yes.
        case on
        /// No.
        case off
        /// Only while no mouse is plugged in.
        case offWithMouse = "off-with-mouse"
    }

    /// Whether a tap on a touchpad is a click.
    public var tap: Bool?
    /// Which buttons taps are.
    public var tapButtons: TapButtons?
    /// Whether a tap followed by a finger that stays drags.
    public var tapDrag: Bool?
    /// Whether such a drag goes on for a moment after the finger was lifted.
    public var tapDragLock: Bool?
    /// Whether content moves with the fingers or the wheel, not against them.
    public var naturalScroll: Bool?
    /// How motion is made of what the device says.
    public var acceleration: Acceleration?
    /// How fast the pointer is, -1 to 1; 0 is the usual.
    public var speed: Double?
    /// Whether it is used by the left hand: buttons change places, a tablet is turned by half.
    public var leftHanded: Bool?
    /// Whether left and right together are the middle button.
    public var middleEmulation: Bool?
    /// What scrolls.
    public var scrollMethod: ScrollMethod?
    /// The button, by its evdev code, for `ScrollMethod.button`; 0 for none.
    public var scrollButton: UInt32?
    /// Whether that button need not be held.
    public var scrollButtonLock: Bool?
    /// What a click is on a touchpad without buttons.
    public var clickMethod: ClickMethod?
    /// Whether a touchpad rests while keys are struck.
    public var disableWhileTyping: Bool?
    /// How far the device is turned, in degrees clockwise, 0 to below 360; its motion is turned back.
    public var rotation: Double?
    /// Where the places of a touchscreen go, in the unit square, before anything else sees them.
    ///
    /// With a display that is turned set this or the mapping's rotation, not both (D-38).
    public var calibration: AffineTransform?
    /// Whether the device is used.
    public var sendEvents: SendEvents?
    /// The display that a touchscreen or tablet belongs to, before what udev says.
    public var output: String?
    /// How long a finger must be away from a touchscreen to count as lifted; for panels that lose it for moments.
    public var debounce: Duration?

    /// Makes settings that change nothing.
    public init() {}

    /// These settings, and those of `other` where it has any.
    public func overridden(by other: DeviceSettings) -> DeviceSettings {
        var result = self
        for key in SettingKey.all where key.read(other) != nil { key.copy(from: other, to: &result) }
        return result
    }
}
