// The one value that flows from the seat through the queue to the dispatcher and into recordings.

/// Something that an input device did.
///
/// Thread: any (a plain value).
public enum InputEvent: Hashable, Sendable {
    /// A device came; its events follow.
    case deviceAdded(Device)
    /// A device went; nothing of it follows, and what it held down was cancelled before.
    case deviceRemoved(Device)
    /// Fingers on a touchscreen.
    case touch(TouchFrame)
    /// The pointer moved.
    case pointer(PointerEvent)
    /// A button of the pointer.
    case button(ButtonEvent)
    /// A wheel or a two-finger scroll.
    case scroll(ScrollEvent)
    /// A key.
    case key(KeyEvent)
    /// Fingers on a touchpad.
    case gesture(TouchpadGestureEvent)
    /// A pen on a tablet.
    case tabletTool(TabletToolEvent)
    /// A control beside a tablet's surface.
    case tabletPad(TabletPadEvent)
    /// The lid, or tablet mode.
    case switched(SwitchEvent)

    /// The device that did it.
    public var device: DeviceID {
        switch self {
        case .deviceAdded(let device), .deviceRemoved(let device): device.id
        case .touch(let event): event.device
        case .pointer(let event): event.device
        case .button(let event): event.device
        case .scroll(let event): event.device
        case .key(let event): event.device
        case .gesture(let event): event.device
        case .tabletTool(let event): event.device
        case .tabletPad(let event): event.device
        case .switched(let event): event.device
        }
    }

    /// The kernel's stamp; `nil` for the coming and going of devices.
    public var timestamp: Timestamp? { stamps?.timestamp }

    /// When it was read from the kernel; `nil` for the coming and going of devices.
    public var arrival: Timestamp? { stamps?.arrival }

    private var stamps: (timestamp: Timestamp, arrival: Timestamp)? {
        switch self {
        case .deviceAdded, .deviceRemoved: nil
        case .touch(let event): (event.timestamp, event.arrival)
        case .pointer(let event): (event.timestamp, event.arrival)
        case .button(let event): (event.timestamp, event.arrival)
        case .scroll(let event): (event.timestamp, event.arrival)
        case .key(let event): (event.timestamp, event.arrival)
        case .gesture(let event): (event.timestamp, event.arrival)
        case .tabletTool(let event): (event.timestamp, event.arrival)
        case .tabletPad(let event): (event.timestamp, event.arrival)
        case .switched(let event): (event.timestamp, event.arrival)
        }
    }

    /// Gives it another device, stamp and time of arrival; for what comes and goes, the device only.
    package mutating func rewrite(device: DeviceID, timestamp: Timestamp, arrival: Timestamp) {
        func changed<Event: Stamped>(_ event: Event) -> Event {
            var event = event
            event.device = device
            event.timestamp = timestamp
            event.arrival = arrival
            return event
        }
        switch self {
        case .deviceAdded(var event):
            event.id = device
            self = .deviceAdded(event)
        case .deviceRemoved(var event):
            event.id = device
            self = .deviceRemoved(event)
        case .touch(let event): self = .touch(changed(event))
        case .pointer(let event): self = .pointer(changed(event))
        case .button(let event): self = .button(changed(event))
        case .scroll(let event): self = .scroll(changed(event))
        case .key(let event): self = .key(changed(event))
        case .gesture(let event): self = .gesture(changed(event))
        case .tabletTool(let event): self = .tabletTool(changed(event))
        case .tabletPad(let event): self = .tabletPad(changed(event))
        case .switched(let event): self = .switched(changed(event))
        }
    }
}

/// What all events of a device have.
private protocol Stamped {
    var device: DeviceID { get set }
    var timestamp: Timestamp { get set }
    var arrival: Timestamp { get set }
}

extension TouchFrame: Stamped {}
extension PointerEvent: Stamped {}
extension ButtonEvent: Stamped {}
extension ScrollEvent: Stamped {}
extension KeyEvent: Stamped {}
extension TouchpadGestureEvent: Stamped {}
extension TabletToolEvent: Stamped {}
extension TabletPadEvent: Stamped {}
extension SwitchEvent: Stamped {}
