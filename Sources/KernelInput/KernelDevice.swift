import CUinput
import Glibc
public import InputBridge

/// A device of the kernel's own, made by uinput; it goes when the value goes.
///
/// Needs the right to write to /dev/uinput. Thread: one at a time.
public final class KernelDevice {
    private let descriptor: CInt
    private let name: String

    /// Makes the device; throws with the system's words and the remedy.
    ///
    /// It takes udev and libinput some time to see it.
    public init(_ description: DeviceDescription) throws(InputError) {
        name = description.name.isEmpty ? "Penstock device" : description.name
        let descriptor = uinput_open()
        guard descriptor >= 0 else {
            let remedy = -descriptor == EACCES || -descriptor == EPERM ? "be root" : "modprobe uinput"
            throw InputError(wanted: "open /dev/uinput", code: -descriptor, remedy: remedy)
        }
        self.descriptor = descriptor
        for property in description.properties.sorted() { _ = uinput_property(descriptor, CInt(property)) }
        for (type, codes) in description.codes.sorted(by: { $0.key < $1.key }) where type != 3 {
            for code in codes.sorted() {
                try check("code \(type)/\(code)", uinput_code(descriptor, CInt(type), CInt(code)))
            }
        }
        for (code, axis) in description.axes.sorted(by: { $0.key < $1.key }) {
            let info = input_absinfo(
                value: 0, minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz, flat: axis.flat,
                resolution: axis.resolution)
            try check("axis \(code)", uinput_axis(descriptor, CInt(code), info))
        }
        try check(
            "create",
            uinput_create(
                descriptor, name, CInt(description.bus), CInt(description.vendor), CInt(description.product),
                CInt(description.version)))
    }

    deinit { uinput_destroy(descriptor) }

    /// Sends one event; the kernel stamps it.
    public func send(_ event: DeviceEvent) throws(InputError) {
        try check("send", uinput_send(descriptor, CInt(event.type), CInt(event.code), event.value))
    }

    private func check(_ what: String, _ code: CInt) throws(InputError) {
        guard code != 0 else { return }
        throw InputError(
            wanted: "kernel device \"\(name)\", \(what)", code: code, remedy: "check its description")
    }
}
