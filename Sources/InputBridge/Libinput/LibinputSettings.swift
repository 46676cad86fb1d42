import CLibinput
import InputEvents

/// A device's settings as libinput has them: what is set, what is the default, and what it can have at all.
enum LibinputSettings {
    /// The settings in force; `nil` is what the device cannot do.
    static func current(of device: OpaquePointer) -> DeviceSettings { read(device, defaults: false) }

    /// The settings that it comes with; `nil` is what the device cannot do.
    static func defaults(of device: OpaquePointer) -> DeviceSettings { read(device, defaults: true) }

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

    private static func read(_ device: OpaquePointer, defaults: Bool) -> DeviceSettings {
        var result = DeviceSettings()
        let modes =
            defaults
            ? libinput_device_config_send_events_get_default_mode(device)
            : libinput_device_config_send_events_get_mode(device)
        result.sendEvents =
            modes == LIBINPUT_CONFIG_SEND_EVENTS_DISABLED.rawValue
            ? .off
            : modes == LIBINPUT_CONFIG_SEND_EVENTS_DISABLED_ON_EXTERNAL_MOUSE.rawValue ? .offWithMouse : .on
        if libinput_device_config_tap_get_finger_count(device) > 0 { readTaps(device, defaults, &result) }
        if libinput_device_config_click_get_methods(device) != 0 {
            let method =
                defaults
                ? libinput_device_config_click_get_default_method(device)
                : libinput_device_config_click_get_method(device)
            result.clickMethod = DeviceSettings.ClickMethod.allCases.first { clickMethod($0) == method }
        }
        if libinput_device_config_scroll_get_methods(device) != 0 {
            let method =
                defaults
                ? libinput_device_config_scroll_get_default_method(device)
                : libinput_device_config_scroll_get_method(device)
            result.scrollMethod = DeviceSettings.ScrollMethod.allCases.first { scrollMethod($0) == method }
        }
        if libinput_device_config_scroll_get_methods(device)
            & LIBINPUT_CONFIG_SCROLL_ON_BUTTON_DOWN.rawValue != 0
        {
            result.scrollButton =
                defaults
                ? libinput_device_config_scroll_get_default_button(device)
                : libinput_device_config_scroll_get_button(device)
            let lock =
                defaults
                ? libinput_device_config_scroll_get_default_button_lock(device)
                : libinput_device_config_scroll_get_button_lock(device)
            result.scrollButtonLock = lock == LIBINPUT_CONFIG_SCROLL_BUTTON_LOCK_ENABLED
        }
        if libinput_device_config_scroll_has_natural_scroll(device) != 0 {
            result.naturalScroll =
                (defaults
                    ? libinput_device_config_scroll_get_default_natural_scroll_enabled(device)
                    : libinput_device_config_scroll_get_natural_scroll_enabled(device)) != 0
        }
        readMotion(device, defaults, &result)
        return result
    }

    private static func readTaps(_ device: OpaquePointer, _ defaults: Bool, _ result: inout DeviceSettings) {
        let tap =
            defaults
            ? libinput_device_config_tap_get_default_enabled(device)
            : libinput_device_config_tap_get_enabled(device)
        result.tap = tap == LIBINPUT_CONFIG_TAP_ENABLED
        let map =
            defaults
            ? libinput_device_config_tap_get_default_button_map(device)
            : libinput_device_config_tap_get_button_map(device)
        result.tapButtons = map == LIBINPUT_CONFIG_TAP_MAP_LMR ? .leftMiddleRight : .leftRightMiddle
        let drag =
            defaults
            ? libinput_device_config_tap_get_default_drag_enabled(device)
            : libinput_device_config_tap_get_drag_enabled(device)
        result.tapDrag = drag == LIBINPUT_CONFIG_DRAG_ENABLED
        let lock =
            defaults
            ? libinput_device_config_tap_get_default_drag_lock_enabled(device)
            : libinput_device_config_tap_get_drag_lock_enabled(device)
        result.tapDragLock = lock == LIBINPUT_CONFIG_DRAG_LOCK_ENABLED
    }

    private static func readMotion(_ device: OpaquePointer, _ defaults: Bool, _ result: inout DeviceSettings)
    {
        if libinput_device_config_accel_is_available(device) != 0 {
            let profile =
                defaults
                ? libinput_device_config_accel_get_default_profile(device)
                : libinput_device_config_accel_get_profile(device)
            if profile == LIBINPUT_CONFIG_ACCEL_PROFILE_FLAT { result.acceleration = .flat }
            if profile == LIBINPUT_CONFIG_ACCEL_PROFILE_ADAPTIVE { result.acceleration = .adaptive }
            result.speed =
                defaults
                ? libinput_device_config_accel_get_default_speed(device)
                : libinput_device_config_accel_get_speed(device)
        }
        if libinput_device_config_left_handed_is_available(device) != 0 {
            result.leftHanded =
                (defaults
                    ? libinput_device_config_left_handed_get_default(device)
                    : libinput_device_config_left_handed_get(device)) != 0
        }
        if libinput_device_config_middle_emulation_is_available(device) != 0 {
            let state =
                defaults
                ? libinput_device_config_middle_emulation_get_default_enabled(device)
                : libinput_device_config_middle_emulation_get_enabled(device)
            result.middleEmulation = state == LIBINPUT_CONFIG_MIDDLE_EMULATION_ENABLED
        }
        if libinput_device_config_dwt_is_available(device) != 0 {
            let state =
                defaults
                ? libinput_device_config_dwt_get_default_enabled(device)
                : libinput_device_config_dwt_get_enabled(device)
            result.disableWhileTyping = state == LIBINPUT_CONFIG_DWT_ENABLED
        }
        if libinput_device_config_rotation_is_available(device) != 0 {
            result.rotation = Double(
                defaults
                    ? libinput_device_config_rotation_get_default_angle(device)
                    : libinput_device_config_rotation_get_angle(device))
        }
        guard libinput_device_config_calibration_has_matrix(device) != 0 else { return }
        result.calibration = withUnsafeTemporaryAllocation(of: Float.self, capacity: 6) { room in
            // Safety: libinput writes six numbers during the call.
            room.initialize(repeating: 0)
            _ =
                defaults
                ? libinput_device_config_calibration_get_default_matrix(device, room.baseAddress)
                : libinput_device_config_calibration_get_matrix(device, room.baseAddress)
            let m = room.map(Double.init)
            return AffineTransform(a: m[0], b: m[3], c: m[1], d: m[4], tx: m[2], ty: m[5])
        }
    }

    private static func sendEvents(_ mode: DeviceSettings.SendEvents) -> libinput_config_send_events_mode {
        switch mode {
        case .on: LIBINPUT_CONFIG_SEND_EVENTS_ENABLED
        case .off: LIBINPUT_CONFIG_SEND_EVENTS_DISABLED
        case .offWithMouse: LIBINPUT_CONFIG_SEND_EVENTS_DISABLED_ON_EXTERNAL_MOUSE
        }
    }

    private static func clickMethod(_ method: DeviceSettings.ClickMethod) -> libinput_config_click_method {
        switch method {
        case .none: LIBINPUT_CONFIG_CLICK_METHOD_NONE
        case .areas: LIBINPUT_CONFIG_CLICK_METHOD_BUTTON_AREAS
        case .fingers: LIBINPUT_CONFIG_CLICK_METHOD_CLICKFINGER
        }
    }

    private static func scrollMethod(_ method: DeviceSettings.ScrollMethod) -> libinput_config_scroll_method {
        switch method {
        case .none: LIBINPUT_CONFIG_SCROLL_NO_SCROLL
        case .twoFingers: LIBINPUT_CONFIG_SCROLL_2FG
        case .edge: LIBINPUT_CONFIG_SCROLL_EDGE
        case .button: LIBINPUT_CONFIG_SCROLL_ON_BUTTON_DOWN
        }
    }
}
