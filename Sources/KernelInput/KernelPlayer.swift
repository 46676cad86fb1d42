import CLinux
public import InputBridge

/// Plays a recording through kernel devices, at the speed at which it was recorded.
///
/// Thread: one at a time; `play` blocks it.
public final class KernelPlayer {
    private let devices: [KernelDevice]
    private let events: [(device: Int, event: DeviceEvent)]

    /// Makes the devices.
    ///
    /// Throws when there is none with a description, or uinput refuses one.
    public init(_ recording: DeviceRecording) throws(InputError) {
        var devices: [KernelDevice] = []
        for device in recording.devices {
            guard !device.description.codes.isEmpty else {
                throw InputError(
                    wanted: "a device to play on", found: "only events",
                    remedy: "put its description (.desc) before the events, or name that file first")
            }
            devices.append(try KernelDevice(device.description))
        }
        self.devices = devices
        events = recording.devices.enumerated().flatMap { index, device in device.events.map { (index, $0) } }
            .enumerated().sorted { ($0.element.1.time, $0.offset) < ($1.element.1.time, $1.offset) }.map(
                \.element)
    }

    /// Waits for the time that whoever listens needs to see the devices, plays, and waits until it was read.
    public func play(settle milliseconds: Int, linger: Int = 300) throws(InputError) {
        let origin = clinux_now() + Int64(milliseconds) * 1_000_000
        clinux_sleep_until(origin)
        for (device, event) in events {
            clinux_sleep_until(origin + event.time * 1000)
            // Repeats are the kernel's own to make.
            if event.type == 1, event.value == 2 { continue }
            try devices[device].send(event)
        }
        clinux_sleep_until(origin + (events.last?.event.time ?? 0) * 1000 + Int64(linger) * 1_000_000)
    }
}
