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

    /// The device that did it.
    public var device: DeviceID {
        switch self {
        case .deviceAdded(let device), .deviceRemoved(let device): device.id
        case .touch(let event): event.device
        case .pointer(let event): event.device
        case .button(let event): event.device
        case .scroll(let event): event.device
        case .key(let event): event.device
        }
    }

    /// The kernel's stamp; `nil` for the coming and going of devices.
    public var timestamp: Timestamp? {
        switch self {
        case .deviceAdded, .deviceRemoved: nil
        case .touch(let event): event.timestamp
        case .pointer(let event): event.timestamp
        case .button(let event): event.timestamp
        case .scroll(let event): event.timestamp
        case .key(let event): event.timestamp
        }
    }
}
