import CLibinput
import InputEvents

// The plain readings of single events and devices; C functions named in the code are their sources.
extension LibinputTranslation {
    /// Microseconds of CLOCK_MONOTONIC, from the kernel (T-08).
    static func stamp(_ microseconds: UInt64) -> Timestamp {
        Timestamp(
            nanoseconds: Int64(clamping: microseconds.multipliedReportingOverflow(by: 1000).partialValue))
    }

    /// The number that `add` gave to the device; 0 before.
    static func id(of handle: OpaquePointer) -> DeviceID {
        DeviceID(
            rawValue: UInt32(truncatingIfNeeded: UInt(bitPattern: libinput_device_get_user_data(handle))))
    }

    /// The finger's place in the unit square (D-37), calibration applied (D-38).
    static func unitPlace(_ event: OpaquePointer?) -> Point {
        Point(
            libinput_event_touch_get_x_transformed(event, 1), libinput_event_touch_get_y_transformed(event, 1)
        )
    }

    static func motion(_ event: OpaquePointer?, _ id: DeviceID, _ arrival: Timestamp) -> PointerEvent {
        PointerEvent(
            device: id, timestamp: stamp(libinput_event_pointer_get_time_usec(event)),
            motion: .relative(
                delta: Point(libinput_event_pointer_get_dx(event), libinput_event_pointer_get_dy(event)),
                unaccelerated: Point(
                    libinput_event_pointer_get_dx_unaccelerated(event),
                    libinput_event_pointer_get_dy_unaccelerated(event))), arrival: arrival)
    }

    static func place(_ event: OpaquePointer?, _ id: DeviceID, _ arrival: Timestamp) -> PointerEvent {
        PointerEvent(
            device: id, timestamp: stamp(libinput_event_pointer_get_time_usec(event)),
            motion: .absolute(
                Point(
                    libinput_event_pointer_get_absolute_x_transformed(event, 1),
                    libinput_event_pointer_get_absolute_y_transformed(event, 1))), arrival: arrival)
    }

    static func button(_ event: OpaquePointer?, _ id: DeviceID, _ arrival: Timestamp) -> ButtonEvent {
        ButtonEvent(
            device: id, timestamp: stamp(libinput_event_pointer_get_time_usec(event)),
            button: .init(rawValue: libinput_event_pointer_get_button(event)),
            isDown: libinput_event_pointer_get_button_state(event) == LIBINPUT_BUTTON_STATE_PRESSED,
            arrival: arrival)
    }

    static func key(_ event: OpaquePointer?, _ id: DeviceID, _ arrival: Timestamp) -> KeyEvent {
        let isDown = libinput_event_keyboard_get_key_state(event) == LIBINPUT_KEY_STATE_PRESSED
        return KeyEvent(
            device: id, timestamp: stamp(libinput_event_keyboard_get_time_usec(event)),
            keycode: libinput_event_keyboard_get_key(event), phase: isDown ? .down : .up,
            arrival: arrival)
    }

    static func describe(_ handle: OpaquePointer, _ id: DeviceID) -> Device {
        let all: [(libinput_device_capability, Device.Capabilities)] = [
            (LIBINPUT_DEVICE_CAP_KEYBOARD, .keyboard), (LIBINPUT_DEVICE_CAP_POINTER, .pointer),
            (LIBINPUT_DEVICE_CAP_TOUCH, .touch), (LIBINPUT_DEVICE_CAP_TABLET_TOOL, .tabletTool),
            (LIBINPUT_DEVICE_CAP_TABLET_PAD, .tabletPad), (LIBINPUT_DEVICE_CAP_GESTURE, .gesture),
            (LIBINPUT_DEVICE_CAP_SWITCH, .switches),
        ]
        let capabilities = all.filter { libinput_device_has_capability(handle, $0.0) != 0 }.map(\.1)
        var size = Size.zero
        let hasSize = libinput_device_get_size(handle, &size.width, &size.height) == 0
        return Device(
            id: id, name: text(libinput_device_get_name(handle)) ?? "",
            node: text(libinput_device_get_sysname(handle)) ?? "",
            vendor: libinput_device_get_id_vendor(handle), product: libinput_device_get_id_product(handle),
            capabilities: Device.Capabilities(capabilities), millimetres: hasSize ? size : nil,
            outputName: text(libinput_device_get_output_name(handle)),
            seat: text(libinput_seat_get_logical_name(libinput_device_get_seat(handle))) ?? "default")
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        pointer.map { String(cString: $0) }
    }
}

extension InputEvent {
    /// Makes lifts and releases of a device cancelled ones: it went in the same breath (T-17).
    mutating func cancelLifts(of device: DeviceID) {
        guard self.device == device else { return }
        switch self {
        case .touch(var frame):
            for index in frame.touches.indices where frame.touches[index].phase == .ended {
                frame.touches[index].phase = .cancelled
            }
            self = .touch(frame)
        case .button(var event):
            event.isCancelled = !event.isDown
            self = .button(event)
        case .key(var event):
            if event.phase == .up { event.phase = .cancelled }
            self = .key(event)
        case .scroll(var event):
            event.isCancelled = event.stoppedX || event.stoppedY
            self = .scroll(event)
        case .gesture(var event):
            if event.phase == .ended { event.phase = .cancelled }
            self = .gesture(event)
        case .tabletTool(var event):
            event.isCancelled = event.isLift
            self = .tabletTool(event)
        case .tabletPad(var event):
            event.isCancelled = event.isLift
            self = .tabletPad(event)
        case .deviceAdded, .deviceRemoved, .pointer, .switched: break
        }
    }
}
