import CLibinput

/// Owns one libinput event; destroys it exactly once (D-34).
struct RawEvent: ~Copyable {
    let pointer: OpaquePointer

    /// Takes the next waiting event; `nil` when there is none.
    init?(nextOf context: OpaquePointer) {
        guard let pointer = libinput_get_event(context) else { return nil }
        self.pointer = pointer
    }

    deinit { libinput_event_destroy(pointer) }

    var type: libinput_event_type { libinput_event_get_type(pointer) }
    var device: OpaquePointer? { libinput_event_get_device(pointer) }
}
