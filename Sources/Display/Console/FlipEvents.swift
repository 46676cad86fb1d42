import CDRM
import EventLoop
import Glibc

extension FlipEvent {
    /// Takes page-flip events out of what a read of a card gave; other events are skipped.
    ///
    /// We read ourselves and not through libdrm's dispatcher: that hands each event to a C function with no other
    /// context than the event's own user data, which here is the number of the commit (D-06) and not a pointer.
    /// A record that is cut or lies about its length ends the reading.
    package static func parse(_ bytes: UnsafeRawBufferPointer, _ body: (FlipEvent) -> Void) {
        // Safety: every load is preceded by a check that the record lies within the bytes that were read.
        var offset = 0
        let header = MemoryLayout<drm_event>.size
        while offset + header <= bytes.count {
            let base = bytes.loadUnaligned(fromByteOffset: offset, as: drm_event.self)
            let length = Int(base.length)
            guard length >= header, offset + length <= bytes.count else { return }
            if base.type == UInt32(DRM_EVENT_FLIP_COMPLETE), length >= MemoryLayout<drm_event_vblank>.size {
                let record = bytes.loadUnaligned(fromByteOffset: offset, as: drm_event_vblank.self)
                let time = Int64(record.tv_sec) * 1_000_000_000 + Int64(record.tv_usec) * 1000
                body(
                    FlipEvent(
                        token: record.user_data, sequence: record.sequence, time: Instant(nanoseconds: time)))
            }
            offset += length
        }
    }
}
