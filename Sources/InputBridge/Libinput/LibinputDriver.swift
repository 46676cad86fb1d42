import CLibinput
import CLibudev
package import EventLoop
import Glibc
package import InputEvents

/// libinput as the driver of a seat: by udev on a named seat, or with given device nodes.
///
/// Owns the context, the udev handle and one reference to each device. All of libinput's calls are in this
/// folder.
package final class LibinputDriver: SeatDriver {
    let host: LibinputHost
    let context: OpaquePointer
    private let udev: OpaquePointer?
    /// Tells of nodes that come; `nil` with udev, or when nobody asked.
    private let watch: NodeWatch?
    private var isSuspended = false
    // Changes only in here, and calls nothing that comes back: no check at run time in the hottest path.
    @exclusivity(unchecked) var translation = LibinputTranslation()

    /// Takes all input devices of a seat, also those that come later.
    package init(
        udevSeat name: String, settings: InputSettings, opener: (any DeviceOpener)? = nil,
        log: ((InputLogLine) -> Void)?
    ) throws(InputError) {
        guard let udev = udev_new() else {
            throw InputError(wanted: "devices of \(name)", found: "udev cannot be reached", code: errno)
        }
        host = LibinputHost(watchesHangUps: false, opener: opener, log: log)
        watch = nil
        guard let context = libinput_udev_create_context(host.interface, host.owner, udev) else {
            udev_unref(udev)
            throw InputError(wanted: "devices of \(name)", found: "libinput does not start")
        }
        self.udev = udev
        self.context = context
        translation.settings = settings
        translation.report = { [host] in host.report(.info, $0) }
        host.captureLog(of: context)
        guard libinput_udev_assign_seat(context, name) == 0 else {
            throw InputError(
                wanted: "devices of \(name)", found: "libinput cannot list them",
                remedy: "check that udev runs and that the seat has this name")
        }
    }

    /// Takes the devices with the given nodes.
    package init(
        paths: [String], hotPlug: Bool = false, settings: InputSettings, opener: (any DeviceOpener)? = nil,
        log: ((InputLogLine) -> Void)?
    ) throws(InputError) {
        host = LibinputHost(watchesHangUps: true, opener: opener, log: log)
        udev = nil
        watch = hotPlug ? try NodeWatch(paths) : nil
        guard let context = libinput_path_create_context(host.interface, host.owner) else {
            throw InputError(wanted: "devices \(paths)", found: "libinput does not start")
        }
        self.context = context
        translation.settings = settings
        translation.report = { [host] in host.report(.info, $0) }
        host.captureLog(of: context)
        if hotPlug { takeNewNodes() } else { try take(paths) }
    }

    deinit {
        translation.releaseDevices()
        libinput_unref(context)
        if let udev { udev_unref(udev) }
    }

    package var anomalies: Int { translation.anomalies }

    /// How often libinput said that it was called too late (D-33).
    package var lagReports: Int { host.lagReports }

    /// A device that is there and could not be opened, as an error with its remedy.
    package var refusal: InputError? {
        host.refusals.first.map { InputError.cannotOpen($0.path, $0.code) }
    }

    package func start(on loop: Loop) -> [CInt] {
        [libinput_get_fd(context), host.hangUps, watch?.descriptor ?? -1].filter { $0 >= 0 }
    }

    package func drain(_ descriptor: CInt, into inbox: SeatInbox, now: Instant) {
        if descriptor == host.hangUps {
            // What the device said before it went comes first.
            takeEvents(into: inbox, now: now)
            for node in host.nodesHungUp() {
                guard let device = translation.device(atNode: node) else { continue }
                libinput_path_remove_device(device)
            }
        }
        takeEvents(into: inbox, now: now)
        guard let watch, descriptor != libinput_get_fd(context) else { return }
        // Behind the removals: a node may have come back before its hang-up was read.
        watch.drain()
        takeNewNodes()
        takeEvents(into: inbox, now: now)
    }

    package func setLamps(_ lamps: KeyboardState.Lamps) {
        translation.setLamps(lamps)
    }

    package func settings(of device: DeviceID) -> DeviceSettings? { translation.settings(of: device) }

    package func apply(_ settings: InputSettings) { translation.apply(settings) }

    package func suspend(into inbox: SeatInbox, now: Instant) {
        isSuspended = true
        libinput_suspend(context)
        takeEvents(into: inbox, now: now)
    }

    package func resume(into inbox: SeatInbox, now: Instant) throws(InputError) {
        host.forgetRefusals()
        isSuspended = false
        let result = libinput_resume(context)
        takeEvents(into: inbox, now: now)
        // Those that came meanwhile, and those that came back while others were taken.
        takeNewNodes()
        takeEvents(into: inbox, now: now)
        guard result == 0 else {
            throw refusal ?? InputError(wanted: "input devices again", found: "libinput cannot resume")
        }
    }

    /// One dispatch, then events until there are none (D-31, D-32).
    private func takeEvents(into inbox: SeatInbox, now: Instant) {
        let code = libinput_dispatch(context)
        if code < 0 { host.report(.error, InputError(wanted: "read input", code: -code).description) }
        let batch = inbox.queue.tail
        while let event = RawEvent(nextOf: context) {
            translation.take(event, into: inbox, now: now, batch: batch)
        }
        translation.endBatch(into: inbox, now: now)
    }

    /// Takes the nodes that are asked for, all of them or none.
    private func take(_ paths: [String]) throws(InputError) {
        var taken: [(path: String, device: dev_t)] = []
        for path in paths {
            let number = try Self.number(ofNode: path)
            if let earlier = taken.first(where: { $0.device == number }) {
                throw InputError(
                    wanted: "device \(path)", found: "the same device as \(earlier.path)",
                    remedy: "name each device once")
            }
            try add(path)
            taken.append((path, number))
        }
    }

    /// Takes the watched nodes that are there and not taken; what may not be opened yet is tried at the next change.
    private func takeNewNodes() {
        guard let watch, !isSuspended else { return }
        var taken = translation.numbers
        for path in watch.nodes() {
            guard let number = try? Self.number(ofNode: path), taken.insert(number).inserted else { continue }
            _ = libinput_path_add_device(context, path)
        }
    }

    private func add(_ path: String) throws(InputError) {
        host.forgetRefusals()
        if libinput_path_add_device(context, path) != nil { return }
        throw refusal
            ?? InputError(
                wanted: "device \(path)", found: "not an input device that libinput can use",
                remedy: "name a node such as /dev/input/event0")
    }

    /// The device number of a node; an error when the path is not a device's.
    private static func number(ofNode path: String) throws(InputError) -> dev_t {
        var status = stat()
        guard stat(path, &status) == 0 else { throw InputError.cannotOpen(path, errno) }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFCHR else {
            let found = kind == S_IFDIR ? "a directory" : kind == S_IFREG ? "a regular file" : "not a device"
            throw InputError(
                wanted: "device \(path)", found: found, remedy: "name a node such as /dev/input/event0")
        }
        return status.st_rdev
    }
}
