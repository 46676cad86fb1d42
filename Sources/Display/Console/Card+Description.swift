import CDRM
import Glibc

extension Card {
    /// Reads what the card offers.
    ///
    /// Asks for a fresh look at the connectors only when none is known to have a screen: probing can take a tenth
    /// of a second each.
    func describe() throws(DisplayError) -> CardDescription {
        let known = try describe(probing: false)
        return known.connectors.contains { $0.isConnected } ? known : try describe(probing: true)
    }

    private func describe(probing: Bool) throws(DisplayError) -> CardDescription {
        // Safety: libdrm's arrays hold as many elements as the count beside them says, until they are freed.
        guard let resources = drmModeGetResources(descriptor) else {
            throw .calling("read the outputs of", path, code: errno)
        }
        defer { drmModeFreeResources(resources) }
        let controllers = list(resources.pointee.crtcs, resources.pointee.count_crtcs)
        let connectors = list(resources.pointee.connectors, resources.pointee.count_connectors)
        return CardDescription(
            controllers: controllers,
            connectors: connectors.compactMap { connector($0, probing: probing) },
            planes: planes())
    }

    private func connector(_ id: UInt32, probing: Bool) -> CardDescription.Connector? {
        guard
            let found = probing
                ? drmModeGetConnector(descriptor, id) : drmModeGetConnectorCurrent(descriptor, id)
        else { return nil }
        defer { drmModeFreeConnector(found) }
        var possible: UInt32 = 0
        var controller: UInt32 = 0
        for id in list(found.pointee.encoders, found.pointee.count_encoders) {
            guard let encoder = drmModeGetEncoder(descriptor, id) else { continue }
            possible |= encoder.pointee.possible_crtcs
            if id == found.pointee.encoder_id { controller = encoder.pointee.crtc_id }
            drmModeFreeEncoder(encoder)
        }
        return CardDescription.Connector(
            id: id, isConnected: found.pointee.connection == DRM_MODE_CONNECTED,
            modes: list(found.pointee.modes, found.pointee.count_modes).map(CardDescription.Mode.init),
            possibleControllers: possible, controller: controller)
    }

    private func planes() -> [CardDescription.Plane] {
        guard let resources = drmModeGetPlaneResources(descriptor) else { return [] }
        defer { drmModeFreePlaneResources(resources) }
        return list(resources.pointee.planes, CInt(resources.pointee.count_planes)).compactMap { id in
            guard let plane = drmModeGetPlane(descriptor, id) else { return nil }
            defer { drmModeFreePlane(plane) }
            let type = ObjectProperties(of: id, DRM_MODE_OBJECT_PLANE, on: self)["type"]?.value
            let formats = list(plane.pointee.formats, CInt(plane.pointee.count_formats))
            return CardDescription.Plane(
                id: id, isPrimary: type == UInt64(DRM_PLANE_TYPE_PRIMARY),
                takesOurPixels: formats.contains(penstock_format_xrgb8888),
                possibleControllers: plane.pointee.possible_crtcs, controller: plane.pointee.crtc_id)
        }
    }

    /// The mode as the kernel wants it back, and as plain values.
    func mode(_ index: Int, of connector: UInt32) -> drmModeModeInfo? {
        guard let found = drmModeGetConnectorCurrent(descriptor, connector) else { return nil }
        defer { drmModeFreeConnector(found) }
        let modes = list(found.pointee.modes, found.pointee.count_modes)
        return modes.indices.contains(index) ? modes[index] : nil
    }

    private func list<Element>(_ first: UnsafeMutablePointer<Element>?, _ count: CInt) -> [Element] {
        Array(UnsafeBufferPointer(start: first, count: first == nil ? 0 : Int(count)))
    }
}

extension CardDescription.Mode {
    init(_ mode: drmModeModeInfo) {
        width = Int(mode.hdisplay)
        height = Int(mode.vdisplay)
        isPreferred = mode.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0
        // From the pixel clock (kHz) and the totals: exact, where the listed rate is rounded.
        let pixels = Int64(mode.htotal) * Int64(mode.vtotal)
        interval = mode.clock > 0 && pixels > 0 ? pixels * 1_000_000 / Int64(mode.clock) : 16_666_667
    }
}
