import CDRM
import EventLoop
import Glibc
import LayerTree

/// A real card as a scanout: one connector, one controller, one primary plane, two dumb buffers.
@MainActor
final class CardScanout: Scanout {
    let width: Int
    let height: Int
    let refreshInterval: Duration
    var path: String { card.path }
    var descriptor: CInt { card.descriptor }
    var buffers: [ScanoutBuffer] { dumb.map(\.memory) }

    private let card: Card
    private let saved: SavedOutput
    private let connector: ObjectProperties
    private let controller: ObjectProperties
    private let plane: ObjectProperties
    private var mode: drmModeModeInfo
    private var dumb: [DumbBuffer]
    private var isShowing = false

    /// Opens the card at `path`, or the first in /dev/dri that has a screen.
    ///
    /// When none will do, the error is that of the card that came nearest.
    static func open(_ path: String?, by devices: SeatDevices?) throws(DisplayError) -> CardScanout {
        if let path { return try CardScanout(Card(path: path, devices: devices)) }
        var nearest: DisplayError?
        for number in 0..<16 {
            let path = "/dev/dri/card\(number)"
            guard access(path, F_OK) == 0 else { continue }
            do throws(DisplayError) {
                return try CardScanout(Card(path: path, devices: devices))
            } catch {
                // A card without a screen says less than one that is there and refuses.
                if nearest == nil || nearest?.reason == .noConnector { nearest = error }
            }
        }
        throw nearest
            ?? DisplayError(
                .noCard, path: "/dev/dri/card*", operation: "look for", code: ENOENT,
                remedy: "there is no display device; load its driver, or use --display headless")
    }

    private init(_ card: Card) throws(DisplayError) {
        let output: OutputChoice
        do {
            output = try OutputChoice.choose(from: try card.describe())
        } catch let failure as OutputChoice.Failure {
            throw failure.error(path: card.path)
        } catch {
            throw error as? DisplayError ?? .calling("read the outputs of", card.path, code: 0)
        }
        guard let mode = card.mode(output.mode, of: output.connector) else {
            throw .calling("read the mode of", card.path, code: ENOENT)
        }
        self.card = card
        self.mode = mode
        let values = CardDescription.Mode(mode)
        width = values.width
        height = values.height
        refreshInterval = .nanoseconds(values.interval)
        connector = ObjectProperties(of: output.connector, DRM_MODE_OBJECT_CONNECTOR, on: card)
        controller = ObjectProperties(of: output.controller, DRM_MODE_OBJECT_CRTC, on: card)
        plane = ObjectProperties(of: output.plane, DRM_MODE_OBJECT_PLANE, on: card)
        saved = SavedOutput(output, on: card)
        dumb = [
            try DumbBuffer(on: card, width: width, height: height),
            try DumbBuffer(on: card, width: width, height: height),
        ]
        // Better to know now than at the first frame; this changes nothing (D-01).
        try setMode(showing: 0, flags: UInt32(DRM_MODE_ATOMIC_TEST_ONLY), token: 0)
    }

    func setMode(showing buffer: Int, token: UInt64) throws(DisplayError) {
        try setMode(showing: buffer, flags: UInt32(DRM_MODE_PAGE_FLIP_EVENT), token: token)
        isShowing = true
    }

    private func setMode(showing buffer: Int, flags: UInt32, token: UInt64) throws(DisplayError) {
        var blob: UInt32 = 0
        try card.check(
            "make a mode on",
            drmModeCreatePropertyBlob(card.descriptor, &mode, MemoryLayout<drmModeModeInfo>.size, &blob))
        defer { drmModeDestroyPropertyBlob(card.descriptor, blob) }
        var request = AtomicRequest()
        request.set("CRTC_ID", of: connector, to: UInt64(controller.object))
        request.set("MODE_ID", of: controller, to: UInt64(blob))
        request.set("ACTIVE", of: controller, to: 1)
        request.set("FB_ID", of: plane, to: UInt64(dumb[buffer].framebuffer))
        request.set("CRTC_ID", of: plane, to: UInt64(controller.object))
        // The source rectangle is in 16.16 fixed point, the one on the screen in pixels.
        for (name, value) in [("X", 0), ("Y", 0), ("W", UInt64(width)), ("H", UInt64(height))] {
            request.set("SRC_\(name)", of: plane, to: value << 16)
            request.set("CRTC_\(name)", of: plane, to: value)
        }
        request.set("FB_DAMAGE_CLIPS", of: plane, to: 0, isOptional: true)
        try request.commit(
            "set the mode of", on: card, flags: flags | UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET), token: token)
    }

    func flip(to buffer: Int, damage: [PixelRect], token: UInt64) throws(DisplayError) {
        var request = AtomicRequest()
        request.set("FB_ID", of: plane, to: UInt64(dumb[buffer].framebuffer))
        var blob: UInt32 = 0
        if plane["FB_DAMAGE_CLIPS"] != nil && !damage.isEmpty {
            let clips = damage.map {
                drm_mode_rect(
                    x1: Int32($0.x), y1: Int32($0.y), x2: Int32($0.x + $0.width), y2: Int32($0.y + $0.height))
            }
            try card.check(
                "tell the damage to",
                drmModeCreatePropertyBlob(
                    card.descriptor, clips, clips.count * MemoryLayout<drm_mode_rect>.stride, &blob))
            request.set("FB_DAMAGE_CLIPS", of: plane, to: UInt64(blob))
        }
        // The kernel keeps the blob for as long as the plane's state names it.
        defer { if blob != 0 { drmModeDestroyPropertyBlob(card.descriptor, blob) } }
        try request.commit(
            "show a frame on", on: card,
            flags: UInt32(DRM_MODE_ATOMIC_NONBLOCK) | UInt32(DRM_MODE_PAGE_FLIP_EVENT), token: token)
    }

    func readEvents(_ body: (FlipEvent) -> Void) throws(DisplayError) {
        // A read gives whole events only; 1024 bytes hold thirty.
        let result = withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { buffer -> CInt in
            while true {
                let count = read(card.descriptor, buffer.baseAddress, buffer.count)
                if count > 0 {
                    FlipEvent.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]), body)
                } else if count == 0 || errno == EAGAIN {
                    return 0
                } else if errno != EINTR {
                    return -errno
                }
            }
        }
        try card.check("read the events of", result)
    }

    func dropMaster() { card.dropMaster() }

    func becomeMaster() throws(DisplayError) { try card.becomeMaster() }

    func close() {
        if isShowing { saved.restore(on: card) }
        isShowing = false
        dumb = []
        card.dropMaster()
    }
}

extension OutputChoice.Failure {
    fileprivate func error(path: String) -> DisplayError {
        switch self {
        case .noConnector:
            DisplayError(
                .noConnector, path: path, operation: "look for a screen on",
                remedy: "no connector has a screen; plug one in and switch it on, or use --display headless")
        case .noPlane:
            DisplayError(
                .noPlane, path: path, operation: "look for a plane for 32-bit pixels on",
                remedy: "the driver cannot show them on this output; use another connector or card")
        }
    }
}
