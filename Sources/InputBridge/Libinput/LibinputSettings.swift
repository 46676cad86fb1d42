import CLibinput
import InputEvents

/// A device's settings as libinput has them: what is set, what is the default, and what it can have at all.
enum LibinputSettings {
    /// The settings in force; `nil` is what the device cannot do.
    static func current(of device: OpaquePointer) -> DeviceSettings {
        LibinputSettingsReading(device: device, ofDefaults: false).read()
    }

    /// The settings that it comes with; `nil` is what the device cannot do.
    static func defaults(of device: OpaquePointer) -> DeviceSettings {
        LibinputSettingsReading(device: device, ofDefaults: true).read()
    }

    /// Sets what is not `nil`; `refused` hears the word of each setting that the device cannot have.
    static func apply(_ settings: DeviceSettings, to device: OpaquePointer, refused: (String) -> Void) {
        func set<Value>(_ word: String, _ value: Value?, _ body: (Value) -> libinput_config_status) {
            guard let value else { return }
            if body(value) != LIBINPUT_CONFIG_STATUS_SUCCESS { refused(word) }
        }
        set("send-events", settings.sendEvents) {
            libinput_device_config_send_events_set_mode(device, sendEvents($0).rawValue)
        }
        set("tap", settings.tap) {
            libinput_device_config_tap_set_enabled(
                device, $0 ? LIBINPUT_CONFIG_TAP_ENABLED : LIBINPUT_CONFIG_TAP_DISABLED)
        }
        set("tap-buttons", settings.tapButtons) {
            libinput_device_config_tap_set_button_map(
                device, $0 == .leftMiddleRight ? LIBINPUT_CONFIG_TAP_MAP_LMR : LIBINPUT_CONFIG_TAP_MAP_LRM)
        }
        set("tap-drag", settings.tapDrag) {
            libinput_device_config_tap_set_drag_enabled(
                device, $0 ? LIBINPUT_CONFIG_DRAG_ENABLED : LIBINPUT_CONFIG_DRAG_DISABLED)
        }
        set("tap-drag-lock", settings.tapDragLock) {
            libinput_device_config_tap_set_drag_lock_enabled(
                device, $0 ? LIBINPUT_CONFIG_DRAG_LOCK_ENABLED : LIBINPUT_CONFIG_DRAG_LOCK_DISABLED)
        }
        set("click", settings.clickMethod) {
            libinput_device_config_click_set_method(device, clickMethod($0))
        }
        set("scroll", settings.scrollMethod) {
            libinput_device_config_scroll_set_method(device, scrollMethod($0))
        }
        set("scroll-button", settings.scrollButton) {
            libinput_device_config_scroll_set_button(device, $0)
        }
        set("scroll-button-lock", settings.scrollButtonLock) {
            libinput_device_config_scroll_set_button_lock(
                device,
                $0 ? LIBINPUT_CONFIG_SCROLL_BUTTON_LOCK_ENABLED : LIBINPUT_CONFIG_SCROLL_BUTTON_LOCK_DISABLED)
        }
        set("natural-scroll", settings.naturalScroll) {
            libinput_device_config_scroll_set_natural_scroll_enabled(device, $0 ? 1 : 0)
        }
        set("acceleration", settings.acceleration) {
            libinput_device_config_accel_set_profile(
                device,
                $0 == .flat ? LIBINPUT_CONFIG_ACCEL_PROFILE_FLAT : LIBINPUT_CONFIG_ACCEL_PROFILE_ADAPTIVE)
        }
        set("speed", settings.speed) { libinput_device_config_accel_set_speed(device, $0) }
        set("left-handed", settings.leftHanded) { libinput_device_config_left_handed_set(device, $0 ? 1 : 0) }
        set("middle-emulation", settings.middleEmulation) {
            libinput_device_config_middle_emulation_set_enabled(
                device,
                $0 ? LIBINPUT_CONFIG_MIDDLE_EMULATION_ENABLED : LIBINPUT_CONFIG_MIDDLE_EMULATION_DISABLED)
        }
        set("disable-while-typing", settings.disableWhileTyping) {
            libinput_device_config_dwt_set_enabled(
                device, $0 ? LIBINPUT_CONFIG_DWT_ENABLED : LIBINPUT_CONFIG_DWT_DISABLED)
        }
        set("rotation", settings.rotation) {
            libinput_device_config_rotation_set_angle(device, UInt32($0.rounded()) % 360)
        }
        set("calibration", settings.calibration) { matrix in
            // Safety: six numbers, which libinput reads during the call.
            withUnsafeTemporaryAllocation(of: Float.self, capacity: 6) { room in
                let values = [matrix.a, matrix.c, matrix.tx, matrix.b, matrix.d, matrix.ty]
                _ = room.initialize(from: values.map(Float.init))
                return libinput_device_config_calibration_set_matrix(device, room.baseAddress)
            }
        }
    }

    static func sendEvents(_ mode: DeviceSettings.SendEvents) -> libinput_config_send_events_mode {
        switch mode {
        case .on: LIBINPUT_CONFIG_SEND_EVENTS_ENABLED
        case .off: LIBINPUT_CONFIG_SEND_EVENTS_DISABLED
        case .offWithMouse: LIBINPUT_CONFIG_SEND_EVENTS_DISABLED_ON_EXTERNAL_MOUSE
        }
    }

    static func clickMethod(_ method: DeviceSettings.ClickMethod) -> libinput_config_click_method {
        switch method {
        case .none: LIBINPUT_CONFIG_CLICK_METHOD_NONE
        case .areas: LIBINPUT_CONFIG_CLICK_METHOD_BUTTON_AREAS
        case .fingers: LIBINPUT_CONFIG_CLICK_METHOD_CLICKFINGER
        }
    }

    static func scrollMethod(_ method: DeviceSettings.ScrollMethod) -> libinput_config_scroll_method {
        switch method {
        case .none: LIBINPUT_CONFIG_SCROLL_NO_SCROLL
        case .twoFingers: LIBINPUT_CONFIG_SCROLL_2FG
        case .edge: LIBINPUT_CONFIG_SCROLL_EDGE
        case .button: LIBINPUT_CONFIG_SCROLL_ON_BUTTON_DOWN
        }
    }
}
