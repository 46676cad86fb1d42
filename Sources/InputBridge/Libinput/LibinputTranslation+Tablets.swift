import CLibinput
import InputEvents

// Readings of touchpad gestures, tablets and switches; C functions named in the code are their sources.
extension LibinputTranslation {
    /// `nil` for a type that is no gesture's.
    static func gesture(
        _ event: OpaquePointer?, _ type: libinput_event_type, _ id: DeviceID, _ arrival: Timestamp
    ) -> TouchpadGestureEvent? {
        let kind: TouchpadGestureEvent.Kind
        let isBegin: Bool
        var phase = TouchpadGestureEvent.Phase.changed
        switch type {
        case LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN: (kind, isBegin, phase) = (.swipe, true, .began)
        case LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE: (kind, isBegin) = (.swipe, false)
        case LIBINPUT_EVENT_GESTURE_SWIPE_END: (kind, isBegin, phase) = (.swipe, false, .ended)
        case LIBINPUT_EVENT_GESTURE_PINCH_BEGIN: (kind, isBegin, phase) = (.pinch, true, .began)
        case LIBINPUT_EVENT_GESTURE_PINCH_UPDATE: (kind, isBegin) = (.pinch, false)
        case LIBINPUT_EVENT_GESTURE_PINCH_END: (kind, isBegin, phase) = (.pinch, false, .ended)
        case LIBINPUT_EVENT_GESTURE_HOLD_BEGIN: (kind, isBegin, phase) = (.hold, true, .began)
        case LIBINPUT_EVENT_GESTURE_HOLD_END: (kind, isBegin, phase) = (.hold, false, .ended)
        default: return nil
        }
        if phase == .ended, libinput_event_gesture_get_cancelled(event) != 0 { phase = .cancelled }
        var gesture = TouchpadGestureEvent(
            device: id, timestamp: stamp(libinput_event_gesture_get_time_usec(event)), kind: kind,
            phase: phase,
            fingerCount: Int(libinput_event_gesture_get_finger_count(event)), arrival: arrival)
        if phase == .changed {
            gesture.delta = Point(libinput_event_gesture_get_dx(event), libinput_event_gesture_get_dy(event))
            gesture.unaccelerated = Point(
                libinput_event_gesture_get_dx_unaccelerated(event),
                libinput_event_gesture_get_dy_unaccelerated(event))
        }
        if kind == .pinch, !isBegin { gesture.scale = libinput_event_gesture_get_scale(event) }
        if kind == .pinch, phase == .changed {
            gesture.angleDelta = libinput_event_gesture_get_angle_delta(event)
        }
        return gesture
    }

    /// All axes, whatever the event is: a touch of the tip carries those that changed with it (T-54).
    static func tool(
        _ event: OpaquePointer?, _ type: libinput_event_type, _ id: DeviceID, _ tool: TabletTool,
        _ arrival: Timestamp
    ) -> TabletToolEvent {
        let action: TabletToolEvent.Action
        switch type {
        case LIBINPUT_EVENT_TABLET_TOOL_PROXIMITY:
            let state = libinput_event_tablet_tool_get_proximity_state(event)
            action = state == LIBINPUT_TABLET_TOOL_PROXIMITY_STATE_IN ? .near : .away
        case LIBINPUT_EVENT_TABLET_TOOL_TIP:
            let state = libinput_event_tablet_tool_get_tip_state(event)
            action = state == LIBINPUT_TABLET_TOOL_TIP_DOWN ? .down : .up
        case LIBINPUT_EVENT_TABLET_TOOL_BUTTON:
            let button = ButtonEvent.Button(rawValue: libinput_event_tablet_tool_get_button(event))
            let state = libinput_event_tablet_tool_get_button_state(event)
            action = state == LIBINPUT_BUTTON_STATE_PRESSED ? .press(button) : .release(button)
        default:
            action = .moved
        }
        var result = TabletToolEvent(
            device: id, timestamp: stamp(libinput_event_tablet_tool_get_time_usec(event)), tool: tool,
            action: action,
            location: Point(
                libinput_event_tablet_tool_get_x_transformed(event, 1),
                libinput_event_tablet_tool_get_y_transformed(event, 1)),
            arrival: arrival)
        result.delta = Point(
            libinput_event_tablet_tool_get_dx(event), libinput_event_tablet_tool_get_dy(event))
        result.pressure = libinput_event_tablet_tool_get_pressure(event)
        result.distance = libinput_event_tablet_tool_get_distance(event)
        result.tilt = Point(
            libinput_event_tablet_tool_get_tilt_x(event), libinput_event_tablet_tool_get_tilt_y(event))
        result.rotation = libinput_event_tablet_tool_get_rotation(event)
        result.slider = libinput_event_tablet_tool_get_slider_position(event)
        result.wheel = libinput_event_tablet_tool_get_wheel_delta(event)
        result.wheelClicks = Int(libinput_event_tablet_tool_get_wheel_delta_discrete(event))
        return result
    }

    static func describe(tool handle: OpaquePointer, _ number: UInt32) -> TabletTool {
        let kind: TabletTool.Kind =
            switch libinput_tablet_tool_get_type(handle) {
            case LIBINPUT_TABLET_TOOL_TYPE_ERASER: .eraser
            case LIBINPUT_TABLET_TOOL_TYPE_BRUSH: .brush
            case LIBINPUT_TABLET_TOOL_TYPE_PENCIL: .pencil
            case LIBINPUT_TABLET_TOOL_TYPE_AIRBRUSH: .airbrush
            case LIBINPUT_TABLET_TOOL_TYPE_MOUSE: .mouse
            case LIBINPUT_TABLET_TOOL_TYPE_LENS: .lens
            case LIBINPUT_TABLET_TOOL_TYPE_TOTEM: .totem
            default: .pen
            }
        var axes: TabletTool.Axes = []
        if libinput_tablet_tool_has_pressure(handle) != 0 { axes.insert(.pressure) }
        if libinput_tablet_tool_has_distance(handle) != 0 { axes.insert(.distance) }
        if libinput_tablet_tool_has_tilt(handle) != 0 { axes.insert(.tilt) }
        if libinput_tablet_tool_has_rotation(handle) != 0 { axes.insert(.rotation) }
        if libinput_tablet_tool_has_slider(handle) != 0 { axes.insert(.slider) }
        if libinput_tablet_tool_has_wheel(handle) != 0 { axes.insert(.wheel) }
        return TabletTool(
            id: number, kind: kind, axes: axes, serial: libinput_tablet_tool_get_serial(handle),
            make: libinput_tablet_tool_get_tool_id(handle))
    }

    /// `nil` for a type that is no pad's.
    static func pad(
        _ event: OpaquePointer?, _ type: libinput_event_type, _ id: DeviceID, _ arrival: Timestamp
    ) -> TabletPadEvent? {
        let control: TabletPadEvent.Control
        switch type {
        case LIBINPUT_EVENT_TABLET_PAD_BUTTON:
            let state = libinput_event_tablet_pad_get_button_state(event)
            control = .button(
                Int(libinput_event_tablet_pad_get_button_number(event)),
                isDown: state == LIBINPUT_BUTTON_STATE_PRESSED)
        case LIBINPUT_EVENT_TABLET_PAD_KEY:
            let state = libinput_event_tablet_pad_get_key_state(event)
            control = .key(
                libinput_event_tablet_pad_get_key(event), isDown: state == LIBINPUT_KEY_STATE_PRESSED)
        case LIBINPUT_EVENT_TABLET_PAD_RING:
            let angle = libinput_event_tablet_pad_get_ring_position(event)
            control = .ring(
                Int(libinput_event_tablet_pad_get_ring_number(event)), angle: angle < 0 ? nil : angle)
        case LIBINPUT_EVENT_TABLET_PAD_STRIP:
            let place = libinput_event_tablet_pad_get_strip_position(event)
            control = .strip(
                Int(libinput_event_tablet_pad_get_strip_number(event)), position: place < 0 ? nil : place)
        default:
            return nil
        }
        // A key belongs to no group: the getters would complain in libinput's log.
        var pad = TabletPadEvent(
            device: id, timestamp: stamp(libinput_event_tablet_pad_get_time_usec(event)), control: control,
            arrival: arrival)
        if type != LIBINPUT_EVENT_TABLET_PAD_KEY,
            let group = libinput_event_tablet_pad_get_mode_group(event)
        {
            pad.group = Int(libinput_tablet_pad_mode_group_get_index(group))
            pad.mode = Int(libinput_event_tablet_pad_get_mode(event))
        }
        return pad
    }

    /// `nil` for a switch that this version does not know.
    static func switched(
        _ event: OpaquePointer?, _ id: DeviceID, _ arrival: Timestamp
    ) -> SwitchEvent? {
        let kind: SwitchEvent.Kind
        switch libinput_event_switch_get_switch(event) {
        case LIBINPUT_SWITCH_LID: kind = .lid
        case LIBINPUT_SWITCH_TABLET_MODE: kind = .tabletMode
        default: return nil
        }
        return SwitchEvent(
            device: id, timestamp: stamp(libinput_event_switch_get_time_usec(event)), kind: kind,
            isOn: libinput_event_switch_get_switch_state(event) == LIBINPUT_SWITCH_STATE_ON, arrival: arrival)
    }
}
