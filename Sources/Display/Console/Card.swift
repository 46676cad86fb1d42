import CDRM
import Glibc

/// An open graphics card with atomic mode setting, of which this process is master.
final class Card {
    let path: String
    let descriptor: CInt

    private let devices: SeatDevices?

    /// Opens a card, by the seat's session where there is one, and checks what it can; frees it again when that is not enough.
    init(path: String, devices: SeatDevices?) throws(DisplayError) {
        self.path = path
        self.devices = devices
        descriptor = devices?.openDevice(path) ?? Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 { throw .opening(path, code: devices == nil ? errno : -descriptor) }
        // A throw from here on runs deinit, which closes: all stored properties are set.
        var dumb: UInt64 = 0
        if drmGetCap(descriptor, UInt64(DRM_CAP_DUMB_BUFFER), &dumb) != 0, errno == ENOTTY || errno == EINVAL
        {
            throw DisplayError(
                .system, path: path, operation: "show a picture on", code: errno,
                remedy: DisplayError.nameANode)
        }
        if dumb == 0 {
            throw DisplayError(
                .noDumbBuffers, path: path, operation: "look for dumb buffers on",
                remedy: "the driver gives no memory that the processor can draw into; use another card")
        }
        if drmSetClientCap(descriptor, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) != 0 {
            throw DisplayError(
                .notAtomic, path: path, operation: "ask for atomic mode setting on", code: errno,
                remedy: "the driver is too old for it; a newer kernel, or another card")
        }
        try awaitMaster()
    }

    /// Becomes master, and gives a program that is just ending, as at a restart, a second to let go.
    private func awaitMaster() throws(DisplayError) {
        for _ in 0..<50 {
            if isMaster() { return }
            // Without the right to become master there is nothing to wait for.
            guard errno == EBUSY else { break }
            usleep(20_000)
        }
        try becomeMaster()
    }

    deinit {
        guard descriptor >= 0 else { return }
        if let devices { devices.closeDevice(descriptor) } else { Glibc.close(descriptor) }
    }

    /// Opening makes the first one master; a later one has to be let (D-22).
    func becomeMaster() throws(DisplayError) {
        if isMaster() { return }
        let code = errno
        let others = CardHolders.others(of: path)
        throw DisplayError(
            .busy, path: path, operation: "become master of", code: code,
            remedy: others.isEmpty
                ? "another program holds the display; end it, or switch to a free terminal"
                : "the display is held by \(others.joined(separator: ", ")); end it, or switch to a free terminal"
        )
    }

    private func isMaster() -> Bool { drmIsMaster(descriptor) != 0 || drmSetMaster(descriptor) == 0 }

    func dropMaster() { drmDropMaster(descriptor) }

    /// Checks the result of a libdrm call: negative is an errno, or -1 with errno set by older versions.
    func check(_ operation: String, _ result: CInt) throws(DisplayError) {
        let code = errno
        if result < 0 { throw .calling(operation, path, code: result == -1 ? code : -result) }
    }
}
