/// A tool came near a graphics tablet, moved, touched it, or went.
///
/// For one tool: `near (moved | down | up | button)* away`; `down` and `up` alternate, and buttons and tip are up
/// before `away` (T-55). Every event has all axes: those that came with a touch of the tip are told with it and by no
/// event more (T-54). Thread: any (a plain value).
public struct TabletToolEvent: Hashable, Sendable {
    /// What the tool does.
    public enum Action: Hashable, Sendable {
        /// It came near enough to be seen.
        case near
        /// It cannot be seen any more; its axes mean nothing until it is near again.
        case away
        /// Its tip touched the tablet.
        case down
        /// Its tip was lifted.
        case up
        /// One of its axes changed.
        case moved
        /// A button of it went down.
        case press(ButtonEvent.Button)
        /// A button of it went up.
        case release(ButtonEvent.Button)
    }

    /// The tablet.
    public var device: DeviceID
    /// The kernel's stamp.
    public var timestamp: Timestamp
    /// When it was read from the kernel; equal to `timestamp` where that is not known.
    public var arrival: Timestamp
    /// The tool.
    public var tool: TabletTool
    /// What it does.
    public var action: Action
    /// Whether this lift, release or leaving was made up because the tablet or the seat went away: nothing may come of
    /// it (T-17).
    public var isCancelled: Bool
    /// Where the tip is.
    ///
    /// At the seat and in recordings the unit square of the tablet; behind the dispatcher points of the display.
    public var location: Point
    /// How far it moved since the event before, in units of pointer motion; for tools that are used like a mouse.
    public var delta: Point
    /// How hard it presses, 0 to 1; 0 while the tip is up.
    public var pressure: Double
    /// How far above the tablet it is, 0 to 1; 0 while the tip is down.
    public var distance: Double
    /// How far it leans from upright, in degrees: towards the right, towards the user.
    public var tilt: Point
    /// How far it is turned around itself, in degrees clockwise.
    public var rotation: Double
    /// Where its slider is, -1 to 1; 0 is the rest.
    public var slider: Double
    /// How far its wheel turned since the event before, in degrees.
    public var wheel: Double
    /// Whole clicks of the wheel in this event.
    public var wheelClicks: Int

    /// Makes an event of its parts.
    public init(
        device: DeviceID, timestamp: Timestamp, tool: TabletTool, action: Action, location: Point,
        isCancelled: Bool = false, arrival: Timestamp? = nil
    ) {
        self.device = device
        self.timestamp = timestamp
        self.arrival = arrival ?? timestamp
        self.tool = tool
        self.action = action
        self.isCancelled = isCancelled
        self.location = location
        delta = .zero
        pressure = 0
        distance = 0
        tilt = .zero
        rotation = 0
        slider = 0
        wheel = 0
        wheelClicks = 0
    }
}

extension TabletToolEvent {
    /// Whether it ends something: a touch of the tip, a press, or the tool's being near.
    public var isLift: Bool {
        switch action {
        case .up, .away, .release: true
        case .near, .down, .moved, .press: false
        }
    }
}
