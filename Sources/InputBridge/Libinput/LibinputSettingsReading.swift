import CLibinput
import InputEvents

/// Asks libinput for the settings of a device: those in force, or those that it comes with.
struct LibinputSettingsReading {
    let device: OpaquePointer
    let ofDefaults: Bool

    /// libinput has two questions for each setting, one for the value in force and one for the default.
    private func ask<Value>(_ now: (OpaquePointer?) -> Value, _ first: (OpaquePointer?) -> Value) -> Value {
        ofDefaults ? first(device) : now(device)
    }

    /// What the device cannot do is `nil`.
    func read() -> DeviceSettings {
        var result = DeviceSettings()
        let modes =
            ask(
                libinput_device_config_send_events_get_mode,
                libinput_device_config_send_events_get_default_mode)
        result.sendEvents =
            modes == LIBINPUT_CONFIG_SEND_EVENTS_DISABLED.rawValue
            ? .off
            : modes == LIBINPUT_CONFIG_SEND_EVENTS_DISABLED_ON_EXTERNAL_MOUSE.rawValue ? .offWithMouse : .on
        if libinput_device_config_tap_get_finger_count(device) > 0 { readTaps(&result) }
        if libinput_device_config_click_get_methods(device) != 0 {
            let method =
                ask(libinput_device_config_click_get_method, libinput_device_config_click_get_default_method)
            result.clickMethod = DeviceSettings.ClickMethod.allCases.first {
                LibinputSettings.clickMethod($0) == method
            }
        }
        if libinput_device_config_scroll_get_methods(device) != 0 {
            let method =
                ask(
                    libinput_device_config_scroll_get_method, libinput_device_config_scroll_get_default_method
                )
            result.scrollMethod = DeviceSettings.ScrollMethod.allCases.first {
                LibinputSettings.scrollMethod($0) == method
            }
        }
        if libinput_device_config_scroll_get_methods(device)
            & LIBINPUT_CONFIG_SCROLL_ON_BUTTON_DOWN.rawValue != 0
        {
            result.scrollButton =
                ask(
                    libinput_device_config_scroll_get_button, libinput_device_config_scroll_get_default_button
                )
            let lock =
                ask(
                    libinput_device_config_scroll_get_button_lock,
                    libinput_device_config_scroll_get_default_button_lock)
            result.scrollButtonLock = lock == LIBINPUT_CONFIG_SCROLL_BUTTON_LOCK_ENABLED
        }
        if libinput_device_config_scroll_has_natural_scroll(device) != 0 {
            result.naturalScroll =
                ask(
                    libinput_device_config_scroll_get_natural_scroll_enabled,
                    libinput_device_config_scroll_get_default_natural_scroll_enabled) != 0
        }
        readMotion(&result)
        return result
    }

    private func readTaps(_ result: inout DeviceSettings) {
        let tap =
            ask(libinput_device_config_tap_get_enabled, libinput_device_config_tap_get_default_enabled)
        result.tap = tap == LIBINPUT_CONFIG_TAP_ENABLED
        let map =
            ask(libinput_device_config_tap_get_button_map, libinput_device_config_tap_get_default_button_map)
        result.tapButtons = map == LIBINPUT_CONFIG_TAP_MAP_LMR ? .leftMiddleRight : .leftRightMiddle
        let drag =
            ask(
                libinput_device_config_tap_get_drag_enabled,
                libinput_device_config_tap_get_default_drag_enabled)
        result.tapDrag = drag == LIBINPUT_CONFIG_DRAG_ENABLED
        let lock =
            ask(
                libinput_device_config_tap_get_drag_lock_enabled,
                libinput_device_config_tap_get_default_drag_lock_enabled)
        result.tapDragLock = lock == LIBINPUT_CONFIG_DRAG_LOCK_ENABLED
    }

    private func readMotion(_ result: inout DeviceSettings) {
        if libinput_device_config_accel_is_available(device) != 0 {
            let profile =
                ask(
                    libinput_device_config_accel_get_profile, libinput_device_config_accel_get_default_profile
                )
            if profile == LIBINPUT_CONFIG_ACCEL_PROFILE_FLAT { result.acceleration = .flat }
            if profile == LIBINPUT_CONFIG_ACCEL_PROFILE_ADAPTIVE { result.acceleration = .adaptive }
            result.speed =
                ask(libinput_device_config_accel_get_speed, libinput_device_config_accel_get_default_speed)
        }
        if libinput_device_config_left_handed_is_available(device) != 0 {
            result.leftHanded =
                ask(libinput_device_config_left_handed_get, libinput_device_config_left_handed_get_default)
                != 0
        }
        if libinput_device_config_middle_emulation_is_available(device) != 0 {
            let state =
                ask(
                    libinput_device_config_middle_emulation_get_enabled,
                    libinput_device_config_middle_emulation_get_default_enabled)
            result.middleEmulation = state == LIBINPUT_CONFIG_MIDDLE_EMULATION_ENABLED
        }
        if libinput_device_config_dwt_is_available(device) != 0 {
            let state =
                ask(libinput_device_config_dwt_get_enabled, libinput_device_config_dwt_get_default_enabled)
            result.disableWhileTyping = state == LIBINPUT_CONFIG_DWT_ENABLED
        }
        if libinput_device_config_rotation_is_available(device) != 0 {
            result.rotation = Double(
                ask(
                    libinput_device_config_rotation_get_angle,
                    libinput_device_config_rotation_get_default_angle))
        }
        guard libinput_device_config_calibration_has_matrix(device) != 0 else { return }
        result.calibration = withUnsafeTemporaryAllocation(of: Float.self, capacity: 6) { room in
            // Safety: libinput writes six numbers during the call.
            room.initialize(repeating: 0)
            _ =
                ofDefaults
                ? libinput_device_config_calibration_get_default_matrix(device, room.baseAddress)
                : libinput_device_config_calibration_get_matrix(device, room.baseAddress)
            let m = room.map(Double.init)
            return AffineTransform(a: m[0], b: m[3], c: m[1], d: m[4], tx: m[2], ty: m[5])
        }
    }
}
