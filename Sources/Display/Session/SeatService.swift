import CLibseat
import Glibc

/// What a seat session asks of libseat, or of what stands in for it in a test.
///
/// Thread: main.
package protocol SeatService: AnyObject {
    /// Readable when `dispatch` has something to do.
    var descriptor: CInt { get }
    /// The seat's name, such as `seat0`.
    var name: String { get }
    /// Whether the session is enabled; it may be so from the start.
    var isEnabled: Bool { get }
    /// Called inside of `dispatch`: whether the session is enabled now.
    var onChange: ((Bool) -> Void)? { get set }
    /// Handles what came, after waiting for it up to so many milliseconds; -1 waits for ever, an errno comes back as is.
    func dispatch(milliseconds: CInt) -> CInt
    /// Answers that the session was disabled and nothing is used any more.
    func acknowledge()
    /// Opens a device; answers the session's number for it, or the error number made negative.
    func open(_ path: String, _ descriptor: inout CInt) -> CInt
    /// Closes a device by the session's number; its descriptor stays open.
    func close(_ number: CInt)
    /// Shows another terminal; answers 0 or an error number.
    func show(terminal: CInt) -> CInt
    /// Ends the session.
    func end()
}

/// libseat itself, with the backend that it finds: seatd, logind, or builtin.
final class Libseat: SeatService {
    var onChange: ((Bool) -> Void)?
    private(set) var isEnabled = false
    private var seat: OpaquePointer?
    // Safety: freed in deinit, after the seat that uses it was closed.
    private let listener = UnsafeMutablePointer<libseat_seat_listener>.allocate(capacity: 1)

    /// `nil` when there is no session to be had; errno tells why.
    init?() {
        listener.initialize(
            to: libseat_seat_listener(
                enable_seat: { _, owner in Libseat.from(owner)?.changed(to: true) },
                disable_seat: { _, owner in Libseat.from(owner)?.changed(to: false) }))
        seat = libseat_open_seat(listener, Unmanaged.passUnretained(self).toOpaque())
        if seat == nil { return nil }
    }

    deinit {
        let code = errno
        end()
        listener.deallocate()
        errno = code
    }

    var descriptor: CInt { seat.map { libseat_get_fd($0) } ?? -1 }

    var name: String { seat.flatMap { libseat_seat_name($0) }.map { String(cString: $0) } ?? "" }

    func dispatch(milliseconds: CInt) -> CInt {
        guard let seat else { return ENODEV }
        return libseat_dispatch(seat, milliseconds) < 0 ? errno : 0
    }

    func acknowledge() {
        if let seat { _ = libseat_disable_seat(seat) }
    }

    func open(_ path: String, _ descriptor: inout CInt) -> CInt {
        guard let seat else { return -ENODEV }
        let number = libseat_open_device(seat, path, &descriptor)
        return number >= 0 ? number : -max(errno, 1)
    }

    func close(_ number: CInt) {
        if let seat { _ = libseat_close_device(seat, number) }
    }

    func show(terminal: CInt) -> CInt {
        guard let seat else { return ENODEV }
        return libseat_switch_session(seat, terminal) == 0 ? 0 : errno
    }

    func end() {
        if let seat { _ = libseat_close_seat(seat) }
        seat = nil
    }

    private func changed(to isEnabled: Bool) {
        self.isEnabled = isEnabled
        onChange?(isEnabled)
    }

    /// The helper that casts back; the pointer is alive as long as the seat (see the type).
    private static func from(_ owner: UnsafeMutableRawPointer?) -> Libseat? {
        owner.map { Unmanaged<Libseat>.fromOpaque($0).takeUnretainedValue() }
    }
}
