import CLibinput
import CLibudev
import EventLoop
import Glibc
import InputEvents

/// Makes our events of libinput's, one after the other.
///
/// Knows the devices by the numbers it gave them, assembles touches, counts wheel clicks, and turns the lifts
/// and releases that libinput makes up before it reports a device as gone into cancelled ones (T-17).
struct LibinputTranslation {
    private struct Known {
        var device: Device
        /// One reference of ours (D-34).
        var handle: OpaquePointer
        /// The kernel's number of its node.
        var number: dev_t
        var wheelX = WheelAccumulator()
        var wheelY = WheelAccumulator()
        var hand = MouseHand()
    }

    private var known: [Known] = []
    private var arrivals: UInt32 = 0
    private var tools: [TabletTool] = []
    private var oddities = OddDevices()
    private var assembler = TouchAssembler()
    /// What is set on a device that comes.
    var settings = InputSettings()
    /// Hears what could not be set.
    var report: (String) -> Void = { _ in }

    var anomalies: Int { assembler.anomalies }

    /// Takes one event; `batch` is the number of the first event queued since the last dispatch of libinput.
    mutating func take(_ raw: borrowing RawEvent, into inbox: SeatInbox, now: Instant, batch: Int) {
        guard let handle = raw.device else { return }
        let event = raw.pointer
        let id = Self.id(of: handle)
        let arrival = Timestamp(nanoseconds: now.nanoseconds)
        switch raw.type {
        case LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_UP, LIBINPUT_EVENT_TOUCH_MOTION,
            LIBINPUT_EVENT_TOUCH_CANCEL, LIBINPUT_EVENT_TOUCH_FRAME:
            let before = assembler.anomalies
            touch(libinput_event_get_touch_event(event), raw.type, id) { Self.put($0, into: inbox, now: now) }
            if assembler.anomalies != before { reportOdd(id) }
        case LIBINPUT_EVENT_POINTER_MOTION:
            inbox.put(
                .pointer(Self.motion(libinput_event_get_pointer_event(event), id, arrival)), arrival: now)
        case LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE:
            inbox.put(
                .pointer(Self.place(libinput_event_get_pointer_event(event), id, arrival)), arrival: now)
        case LIBINPUT_EVENT_POINTER_BUTTON:
            var button = Self.button(libinput_event_get_pointer_event(event), id, arrival)
            if let place = known.firstIndex(where: { $0.device.id == id }) { known[place].hand.turn(&button) }
            inbox.put(.button(button), arrival: now)
        case LIBINPUT_EVENT_POINTER_SCROLL_WHEEL:
            scroll(libinput_event_get_pointer_event(event), id, .wheel, inbox, now)
        case LIBINPUT_EVENT_POINTER_SCROLL_FINGER:
            scroll(libinput_event_get_pointer_event(event), id, .finger, inbox, now)
        case LIBINPUT_EVENT_POINTER_SCROLL_CONTINUOUS:
            scroll(libinput_event_get_pointer_event(event), id, .continuous, inbox, now)
        case LIBINPUT_EVENT_KEYBOARD_KEY:
            inbox.put(.key(Self.key(libinput_event_get_keyboard_event(event), id, arrival)), arrival: now)
        case LIBINPUT_EVENT_TABLET_TOOL_AXIS, LIBINPUT_EVENT_TABLET_TOOL_PROXIMITY,
            LIBINPUT_EVENT_TABLET_TOOL_TIP, LIBINPUT_EVENT_TABLET_TOOL_BUTTON:
            let event = libinput_event_get_tablet_tool_event(event)
            guard let handle = libinput_event_tablet_tool_get_tool(event) else { return }
            inbox.put(
                .tabletTool(Self.tool(event, raw.type, id, tool(handle), arrival)), arrival: now)
        case LIBINPUT_EVENT_TABLET_PAD_BUTTON, LIBINPUT_EVENT_TABLET_PAD_KEY, LIBINPUT_EVENT_TABLET_PAD_RING,
            LIBINPUT_EVENT_TABLET_PAD_STRIP:
            let pad = Self.pad(libinput_event_get_tablet_pad_event(event), raw.type, id, arrival)
            if let pad { inbox.put(.tabletPad(pad), arrival: now) }
        case LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN, LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE,
            LIBINPUT_EVENT_GESTURE_SWIPE_END, LIBINPUT_EVENT_GESTURE_PINCH_BEGIN,
            LIBINPUT_EVENT_GESTURE_PINCH_UPDATE, LIBINPUT_EVENT_GESTURE_PINCH_END,
            LIBINPUT_EVENT_GESTURE_HOLD_BEGIN, LIBINPUT_EVENT_GESTURE_HOLD_END:
            let gesture = Self.gesture(libinput_event_get_gesture_event(event), raw.type, id, arrival)
            if let gesture { inbox.put(.gesture(gesture), arrival: now) }
        case LIBINPUT_EVENT_SWITCH_TOGGLE:
            let event = Self.switched(libinput_event_get_switch_event(event), id, arrival)
            if let event { inbox.put(.switched(event), arrival: now) }
        case LIBINPUT_EVENT_DEVICE_ADDED:
            inbox.put(.deviceAdded(add(handle)), arrival: now)
        case LIBINPUT_EVENT_DEVICE_REMOVED:
            remove(id, into: inbox, now: now, batch: batch)
        default:
            // LIBINPUT_EVENT_POINTER_AXIS says again what the scroll events say (T-37).
            break
        }
    }

    /// Nothing more waits in libinput.
    mutating func endBatch(into inbox: SeatInbox, now: Instant) {
        assembler.endBatch { Self.put($0, into: inbox, now: now) }
    }

    /// The device whose node has this path.
    func device(atNode path: String) -> OpaquePointer? {
        known.first { path.hasSuffix("/" + $0.device.node) }?.handle
    }

    /// The kernel's numbers of the devices that are there.
    var numbers: Set<dev_t> { Set(known.map(\.number)) }

    func setLamps(_ lamps: KeyboardState.Lamps) {
        for entry in known where entry.device.capabilities.contains(.keyboard) {
            libinput_device_led_update(entry.handle, libinput_led(rawValue: lamps.rawValue))
        }
    }

    func settings(of id: DeviceID) -> DeviceSettings? {
        guard let entry = known.first(where: { $0.device.id == id }) else { return nil }
        var settings = LibinputSettings.current(of: entry.handle)
        if entry.hand.isNeeded(for: entry.device), settings.leftHanded != nil {
            settings.leftHanded = entry.hand.isLeft
        }
        return settings
    }

    mutating func apply(_ settings: InputSettings) {
        self.settings = settings
        for place in known.indices {
            let wanted = settings.settings(for: known[place].device)
            set(LibinputSettings.defaults(of: known[place].handle).overridden(by: wanted), at: place)
        }
    }

    private mutating func set(_ settings: DeviceSettings, at place: Int) {
        var settings = settings
        let device = known[place].device
        if known[place].hand.isNeeded(for: device) {
            known[place].hand.isLeft = settings.leftHanded ?? false
            settings.leftHanded = nil
        }
        LibinputSettings.apply(settings, to: known[place].handle) { word in
            report("input: \(device.name) cannot have the setting \(word)")
        }
    }

    mutating func releaseDevices() {
        for entry in known { libinput_device_unref(entry.handle) }
        known = []
    }

    private mutating func add(_ handle: OpaquePointer) -> Device {
        arrivals += 1
        let device = Self.describe(handle, DeviceID(rawValue: arrivals))
        libinput_device_set_user_data(handle, UnsafeMutableRawPointer(bitPattern: UInt(arrivals)))
        let udev = libinput_device_get_udev_device(handle)
        defer { udev_device_unref(udev) }
        known.append(
            Known(device: device, handle: libinput_device_ref(handle), number: udev_device_get_devnum(udev)))
        // Here, for the device sends nothing before the next dispatch (D-40).
        set(settings.settings(for: device), at: known.count - 1)
        return device
    }

    private mutating func remove(_ id: DeviceID, into inbox: SeatInbox, now: Instant, batch: Int) {
        guard let place = known.firstIndex(where: { $0.device.id == id }) else { return }
        inbox.queue.rewrite(from: batch) { $0.cancelLifts(of: id) }
        assembler.remove(id) { Self.put($0, into: inbox, now: now) }
        let entry = known.remove(at: place)
        oddities.forget(id)
        inbox.put(.deviceRemoved(entry.device), arrival: now)
        libinput_device_unref(entry.handle)
    }

    /// Says once that a device does what does not fit.
    private mutating func reportOdd(_ id: DeviceID) {
        guard oddities.note(id), let device = known.first(where: { $0.device.id == id })?.device else {
            return
        }
        report(
            "input: \(device.name) reports fingers out of order; they are mended, and counted from now on without a word"
        )
    }

    private static func put(_ frame: TouchFrame, into inbox: SeatInbox, now: Instant) {
        var frame = frame
        frame.arrival = Timestamp(nanoseconds: now.nanoseconds)
        inbox.put(.touch(frame), arrival: now)
    }

    /// The tool as it was described when it first came; libinput forgets our number with the tool.
    private mutating func tool(_ handle: OpaquePointer) -> TabletTool {
        let number = Int(bitPattern: libinput_tablet_tool_get_user_data(handle))
        if number > 0, number <= tools.count { return tools[number - 1] }
        // libinput makes a tool without a serial number anew each time its tablet is opened.
        var fresh = Self.describe(tool: handle, UInt32(tools.count + 1))
        if fresh.serial != 0,
            let known = tools.first(where: { $0.serial == fresh.serial && $0.kind == fresh.kind })
        {
            fresh.id = known.id
        }
        if Int(fresh.id) > tools.count { tools.append(fresh) }
        libinput_tablet_tool_set_user_data(handle, UnsafeMutableRawPointer(bitPattern: UInt(fresh.id)))
        return fresh
    }

    private mutating func touch(
        _ event: OpaquePointer?, _ type: libinput_event_type, _ id: DeviceID, emit: (TouchFrame) -> Void
    ) {
        let time = Self.stamp(libinput_event_touch_get_time_usec(event))
        if type == LIBINPUT_EVENT_TOUCH_FRAME {
            assembler.frame(id, time: time, emit: emit)
            return
        }
        // The device's own slot is -1 where it knows one finger only; the seat's is always one of ours (T-04).
        let slot = libinput_event_touch_get_seat_slot(event)
        switch type {
        case LIBINPUT_EVENT_TOUCH_DOWN:
            assembler.down(id, slot: slot, at: Self.unitPlace(event), time: time, emit: emit)
        case LIBINPUT_EVENT_TOUCH_MOTION:
            assembler.motion(id, slot: slot, to: Self.unitPlace(event), time: time)
        case LIBINPUT_EVENT_TOUCH_UP:
            assembler.up(id, slot: slot, time: time, emit: emit)
        default:
            assembler.cancel(id, slot: slot, time: time, emit: emit)
        }
    }

    private mutating func scroll(
        _ event: OpaquePointer?, _ id: DeviceID, _ source: ScrollEvent.Source, _ inbox: SeatInbox,
        _ now: Instant
    ) {
        let time = Self.stamp(libinput_event_pointer_get_time_usec(event))
        var scroll = ScrollEvent(
            device: id, timestamp: time, source: source, delta: .zero,
            arrival: Timestamp(nanoseconds: now.nanoseconds))
        let place = known.firstIndex { $0.device.id == id }
        if libinput_event_pointer_has_axis(event, LIBINPUT_POINTER_AXIS_SCROLL_HORIZONTAL) != 0 {
            let axis = LIBINPUT_POINTER_AXIS_SCROLL_HORIZONTAL
            scroll.delta.x = libinput_event_pointer_get_scroll_value(event, axis)
            scroll.stoppedX = source != .wheel && scroll.delta.x == 0
            if source == .wheel, let place {
                let units = libinput_event_pointer_get_scroll_value_v120(event, axis)
                scroll.clicks.x = known[place].wheelX.add(units, at: time)
            }
        }
        if libinput_event_pointer_has_axis(event, LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL) != 0 {
            let axis = LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL
            scroll.delta.y = libinput_event_pointer_get_scroll_value(event, axis)
            scroll.stoppedY = source != .wheel && scroll.delta.y == 0
            if source == .wheel, let place {
                let units = libinput_event_pointer_get_scroll_value_v120(event, axis)
                scroll.clicks.y = known[place].wheelY.add(units, at: time)
            }
        }
        inbox.put(.scroll(scroll), arrival: now)
    }
}
