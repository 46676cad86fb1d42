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
    var translation = LibinputTranslation()

    /// Takes all input devices of a seat, also those that come later.
    package init(udevSeat name: String, settings: InputSettings, log: ((InputLogLine) -> Void)?)
        throws(InputError)
    {
        guard let udev = udev_new() else {
            throw InputError(wanted: "devices of \(name)", found: "udev cannot be reached", code: errno)
        }
        host = LibinputHost(watchesHangUps: false, log: log)
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
    package init(paths: [String], settings: InputSettings, log: ((InputLogLine) -> Void)?) throws(InputError)
    {
        host = LibinputHost(watchesHangUps: true, log: log)
        udev = nil
        guard let context = libinput_path_create_context(host.interface, host.owner) else {
            throw InputError(wanted: "devices \(paths)", found: "libinput does not start")
        }
        self.context = context
        translation.settings = settings
        translation.report = { [host] in host.report(.info, $0) }
        host.captureLog(of: context)
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
        host.hangUps < 0 ? [libinput_get_fd(context)] : [libinput_get_fd(context), host.hangUps]
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
    }

    package func setLamps(_ lamps: KeyboardState.Lamps) {
        translation.setLamps(lamps)
    }

    package func settings(of device: DeviceID) -> DeviceSettings? { translation.settings(of: device) }

    package func apply(_ settings: InputSettings) { translation.apply(settings) }

    package func suspend(into inbox: SeatInbox, now: Instant) {
        libinput_suspend(context)
        takeEvents(into: inbox, now: now)
    }

    package func resume(into inbox: SeatInbox, now: Instant) throws(InputError) {
        host.forgetRefusals()
        let result = libinput_resume(context)
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
