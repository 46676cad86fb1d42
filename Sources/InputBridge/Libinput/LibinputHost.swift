import CLibinput
import CLinux
import Glibc

/// What libinput calls back into: opening and closing of devices, and the log.
///
/// libinput holds it unretained; the driver that owns both lets go of libinput first.
final class LibinputHost {
    /// Nodes that could not be opened, with the system's error number.
    private(set) var refusals: [(path: String, code: CInt)] = []
    /// Open nodes by descriptor.
    private(set) var nodes: [CInt: String] = [:]
    /// An epoll set of the open nodes that is readable when one of them hangs up, else -1.
    ///
    /// With given paths nobody tells libinput that a device went; the kernel tells us by a hang-up.
    let hangUps: CInt
    /// Where log lines go; `nil` for nowhere.
    var log: ((InputLogLine) -> Void)?
    /// How often libinput said that it was called too late (D-33).
    private(set) var lagReports = 0

    private var limiter = LogLimiter()
    /// Opens and closes nodes instead of us; `nil` for ourselves.
    private let opener: (any DeviceOpener)?
    private let table: UnsafeMutablePointer<libinput_interface>

    init(watchesHangUps: Bool, opener: (any DeviceOpener)?, log: ((InputLogLine) -> Void)?) {
        self.log = log
        self.opener = opener
        hangUps = watchesHangUps ? max(clinux_epoll_create(), -1) : -1
        // Safety: freed in deinit, after the context that uses it was let go of.
        table = .allocate(capacity: 1)
        table.initialize(
            to: libinput_interface(
                open_restricted: { path, flags, owner in
                    guard let path, let host = LibinputHost.from(owner) else { return -EINVAL }
                    return host.open(String(cString: path), flags)
                },
                close_restricted: { descriptor, owner in
                    LibinputHost.from(owner)?.close(descriptor)
                }))
    }

    deinit {
        table.deallocate()
        if hangUps >= 0 { Glibc.close(hangUps) }
    }

    /// The callback table to hand to libinput.
    var interface: UnsafePointer<libinput_interface> { UnsafePointer(table) }

    /// The user data to hand to libinput with it.
    var owner: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Sends libinput's log of this context here.
    func captureLog(of context: OpaquePointer) {
        libinput_log_set_priority(context, LIBINPUT_LOG_PRIORITY_INFO)
        libinput_log_set_handler(context) { context, priority, format, arguments in
            guard let context, let format, let arguments,
                let host = LibinputHost.from(libinput_get_user_data(context))
            else { return }
            host.take(priority, format, arguments)
        }
    }

    /// The nodes that hung up and are still open.
    func nodesHungUp() -> [String] {
        nodes.compactMap { descriptor, node in
            var request = pollfd(fd: descriptor, events: 0, revents: 0)
            return poll(&request, 1, 0) > 0 ? node : nil
        }
    }

    func forgetRefusals() { refusals = [] }

    func report(_ priority: InputLogLine.Priority, _ text: String) {
        guard let log else { return }
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let (passes, suppressed) = limiter.admit(at: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
        guard passes else { return }
        if suppressed > 0 {
            log(InputLogLine(priority: .info, text: "input: \(suppressed) lines were left out"))
        }
        log(InputLogLine(priority: priority, text: text))
    }

    /// The helper that casts back; the pointer is alive as long as the context (see the type).
    private static func from(_ owner: UnsafeMutableRawPointer?) -> LibinputHost? {
        owner.map { Unmanaged<LibinputHost>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Answers a descriptor, or the error number made negative (D-36).
    private func open(_ path: String, _ flags: CInt) -> CInt {
        while true {
            let flags = flags | O_CLOEXEC | O_NONBLOCK
            let descriptor = opener?.openDevice(path, flags: flags) ?? Glibc.open(path, flags)
            let code = opener == nil ? errno : -descriptor
            if descriptor >= 0 {
                nodes[descriptor] = path
                if hangUps >= 0 {
                    _ = clinux_epoll_control(hangUps, EPOLL_CTL_ADD, descriptor, 0, 0)
                }
                return descriptor
            }
            if code == EINTR { continue }
            refusals.append((path, code))
            report(.error, InputError.cannotOpen(path, code).description)
            return -code
        }
    }

    private func close(_ descriptor: CInt) {
        if hangUps >= 0 { _ = clinux_epoll_control(hangUps, EPOLL_CTL_DEL, descriptor, 0, 0) }
        nodes[descriptor] = nil
        if let opener { opener.closeDevice(descriptor) } else { Glibc.close(descriptor) }
    }

    private func take(
        _ priority: libinput_log_priority, _ format: UnsafePointer<CChar>, _ arguments: CVaListPointer
    ) {
        let line = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { room -> String in
            // Safety: vsnprintf writes at most the given number of bytes, the closing zero included.
            guard let start = room.baseAddress, vsnprintf(start, 512, format, arguments) >= 0 else {
                return ""
            }
            return String(cString: start)
        }
        if line.contains("lagging behind") || line.contains("in the past") { lagReports += 1 }
        let text = "libinput: " + (line.last == "\n" ? line.dropLast() : line[...])
        report(
            priority == LIBINPUT_LOG_PRIORITY_ERROR
                ? .error : priority == LIBINPUT_LOG_PRIORITY_DEBUG ? .debug : .info, text)
    }
}

extension InputError {
    /// A device's node that the system does not let us open.
    static func cannotOpen(_ path: String, _ code: CInt) -> InputError {
        let remedy: String
        switch code {
        case EACCES, EPERM:
            remedy = "add the user to group \"input\" and log in again, or start from a seat"
        case ENOENT, ENODEV, ENXIO: remedy = "check that the device is plugged in"
        case ENOTDIR, ELOOP: remedy = "check the path"
        default: remedy = ""
        }
        return InputError(wanted: "open \(path)", code: code, remedy: remedy)
    }
}
