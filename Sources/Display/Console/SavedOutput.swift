import CDRM
import Glibc

/// What an output showed before us, put back at the end.
struct SavedOutput {
    private let connector: ObjectProperties
    private let controller: ObjectProperties
    private let plane: ObjectProperties
    /// A copy of the mode: the kernel drops its own when ours is set.
    private let mode: [UInt8]

    /// Reads the state as it is now.
    init(_ output: OutputChoice, on card: Card) {
        connector = ObjectProperties(of: output.connector, DRM_MODE_OBJECT_CONNECTOR, on: card)
        controller = ObjectProperties(of: output.controller, DRM_MODE_OBJECT_CRTC, on: card)
        plane = ObjectProperties(of: output.plane, DRM_MODE_OBJECT_PLANE, on: card)
        guard let blob = controller["MODE_ID"]?.value, blob != 0,
            let found = drmModeGetPropertyBlob(card.descriptor, UInt32(truncatingIfNeeded: blob))
        else {
            mode = []
            return
        }
        // Safety: the blob's data is as long as it says, until it is freed.
        mode = Array(UnsafeRawBufferPointer(start: found.pointee.data, count: Int(found.pointee.length)))
        drmModeFreePropertyBlob(found)
    }

    /// Puts it back; an output that was dark, or whose picture is gone, becomes dark.
    func restore(on card: Card) {
        if (try? commit(asBefore: true, on: card)) == nil { try? commit(asBefore: false, on: card) }
    }

    private func commit(asBefore: Bool, on card: Card) throws(DisplayError) {
        var blob: UInt32 = 0
        if asBefore && !mode.isEmpty {
            try card.check(
                "make a mode on", drmModeCreatePropertyBlob(card.descriptor, mode, mode.count, &blob))
        }
        defer { if blob != 0 { drmModeDestroyPropertyBlob(card.descriptor, blob) } }
        var request = AtomicRequest()
        func before(_ name: String, _ properties: ObjectProperties) -> UInt64 {
            asBefore ? properties[name]?.value ?? 0 : 0
        }
        request.set("CRTC_ID", of: connector, to: before("CRTC_ID", connector))
        request.set("MODE_ID", of: controller, to: UInt64(blob))
        request.set("ACTIVE", of: controller, to: blob == 0 ? 0 : before("ACTIVE", controller))
        for name in ["FB_ID", "CRTC_ID"] + Self.geometry {
            request.set(name, of: plane, to: before(name, plane))
        }
        try request.commit("restore the picture of", on: card, flags: UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET))
    }

    private static let geometry = [
        "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H",
    ]
}
