import Glibc

/// Opens devices by the seat's session: the card, and the nodes of input devices.
///
/// After the session was closed nothing can be opened, and what is closed late is closed. Thread: main.
public final class SeatDevices {
    private var service: (any SeatService)?
    /// The session's numbers of open devices, by descriptor.
    private var numbers: [CInt: CInt] = [:]

    init(_ service: any SeatService) { self.service = service }

    /// Opens a node, non-blocking and closed on exec; answers the descriptor, or the error number made negative.
    public func openDevice(_ path: String, flags: CInt = 0) -> CInt {
        guard let service else { return -ENODEV }
        var descriptor: CInt = -1
        let number = service.open(path, &descriptor)
        guard number >= 0, descriptor >= 0 else { return number < 0 ? number : -EIO }
        let status = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, status | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        numbers[descriptor] = number
        return descriptor
    }

    /// Closes what `openDevice` opened.
    public func closeDevice(_ descriptor: CInt) {
        if let number = numbers.removeValue(forKey: descriptor) { service?.close(number) }
        Glibc.close(descriptor)
    }

    func sessionEnded() { service = nil }
}
