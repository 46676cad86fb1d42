import CLinux
public import EventLoop
import Glibc

/// A session that libseat gives: seatd, logind or libseat's own, for a user who may open neither card nor devices.
///
/// Terminal, keyboard and crashes are the seat's affair. When another session is shown, input is let go and frames end
/// before that is acknowledged (D-16); devices are opened anew when it comes back, the card stays open (D-17). Where no
/// session is offered a program opens everything itself, with a `ConsoleSession`. Thread: main.
@MainActor
public final class SeatSession: TerminalSession {
    /// Whether this session is the one that is shown.
    public private(set) var isActive = false
    /// Called before the screen is let go.
    public var onRelease: (() -> Void)?
    /// Called after the screen has come back.
    public var onAcquire: (() -> Void)?
    /// The display that follows the switching.
    public weak var display: ConsoleDisplay?
    /// Who opens devices for the program.
    public var devices: SeatDevices? { opener }
    /// The seat's name, such as `seat0`; udev's devices are asked for by it.
    public let path: String

    /// In milliseconds, chosen by us: how long a new session may take to be enabled.
    private static let patience: CInt = 2000

    private let service: any SeatService
    private let opener: SeatDevices
    private var source: Loop.PortSource?

    /// Whether there is somebody to ask: seatd's socket, a login session on a seat, or `LIBSEAT_BACKEND` in the
    /// environment.
    ///
    /// A program of root's without these takes the terminal itself; `LIBSEAT_BACKEND=builtin` makes it a seat's.
    public static var isOffered: Bool {
        isOffered(environment: { name in getenv(name).map { String(cString: $0) } }) {
            access($0, R_OK | W_OK) == 0
        }
    }

    package static func isOffered(environment: (String) -> String?, mayUse: (String) -> Bool) -> Bool {
        if let backend = environment("LIBSEAT_BACKEND") { return !backend.isEmpty }
        if mayUse(environment("SEATD_SOCK") ?? "/run/seatd.sock") { return true }
        return environment("XDG_SESSION_ID") != nil && environment("XDG_SEAT") != nil
    }

    /// Takes a session; throws when there is none, or when it is not enabled in 2 s.
    public static func start(loop: Loop) throws(DisplayError) -> SeatSession {
        guard let service = Libseat() else {
            throw DisplayError(
                .session, path: "", operation: "take a session by libseat", code: errno,
                remedy: "start seatd and add the user to group \"seat\", or log in on the console")
        }
        return try SeatSession(loop: loop, service: service)
    }

    package init(loop: Loop, service: any SeatService) throws(DisplayError) {
        self.service = service
        opener = SeatDevices(service)
        path = service.name
        service.onChange = { [weak self] isEnabled in
            // libseat calls only from within dispatch, which this session calls on the main thread.
            MainActor.assumeIsolated { isEnabled ? self?.comeBack() : self?.letGo() }
        }
        isActive = service.isEnabled
        let code = waitUntilEnabled()
        guard code == 0 else {
            close()
            throw DisplayError(
                .session, path: path, operation: "be let onto", code: code,
                remedy: "another session is shown there; switch to a free terminal, or end it")
        }
        let source = Loop.PortSource(descriptor: service.descriptor, label: "seat") { [weak self] _ in
            self?.dispatch()
        }
        loop.add(source, to: .common)
        self.source = source
    }

    /// Shows another terminal.
    public func switchTo(terminal number: Int) {
        guard isActive, (1...63).contains(number) else { return }
        let code = service.show(terminal: CInt(number))
        if code != 0 {
            warn("\(DisplayError(.session, path: path, operation: "switch the terminal of", code: code))")
        }
    }

    /// Ends the session; what it opened is let go.
    public func close() {
        source?.invalidate()
        source = nil
        service.onChange = nil
        isActive = false
        opener.sessionEnded()
        service.end()
    }

    private func waitUntilEnabled() -> CInt {
        // Real time, whatever clock the loop has: libseat waits in it.
        let limit = clinux_now() + Int64(Self.patience) * 1_000_000
        while !isActive {
            guard clinux_now() < limit else { return ETIMEDOUT }
            let code = service.dispatch(milliseconds: Self.patience)
            if code != 0, code != EINTR { return code }
        }
        return 0
    }

    private func dispatch() {
        let code = service.dispatch(milliseconds: 0)
        guard code != 0, code != EAGAIN, code != EINTR else { return }
        warn(
            "\(DisplayError(.session, path: path, operation: "hear from", code: code, remedy: "the seat's service ended; start the program again"))"
        )
        source?.invalidate()
        source = nil
        if isActive { letGo() }
    }

    // The order is the point: nothing is shown and nothing is read by us when the other session appears.
    private func letGo() {
        guard isActive else { return service.acknowledge() }
        isActive = false
        onRelease?()
        display?.suspend()
        service.acknowledge()
    }

    private func comeBack() {
        guard !isActive else { return }
        isActive = true
        display?.resume()
        onAcquire?()
    }
}
