import EventLoop
import FakeDevices
import InputBridge
import InputEvents
import KernelInput

/// Recorded devices as fakes, the real libinput, our seat and dispatcher; the ledger sees what an app would.
final class ThroughLibinput {
    let ledger = Ledger()
    let devices: [FakeRecordedDevice]
    let dispatcher: InputDispatcher
    private let seat: InputSeat
    private let loop = Loop.current
    private let origin: Int64
    private(set) var log: [String] = []

    convenience init(_ recording: DeviceRecording) throws {
        try self.init(recording.devices.map { FakeRecordedDevice($0) })
    }

    /// With devices that may have been used before.
    init(_ devices: [FakeRecordedDevice]) throws {
        self.devices = devices
        for device in devices { device.plug() }
        seat = try InputSeat(.devices(devices.map(\.path)))
        origin = loop.now.nanoseconds
        dispatcher = InputDispatcher(
            seat: seat, loop: loop, mapping: OutputMapping(size: Size(800, 480)),
            keymap: KeymapOptions(layout: "us")
        ) { [ledger] in ledger.take($0) }
        dispatcher.keyRepeat = .off
        settle()
    }

    deinit { dispatcher.invalidate() }

    /// Plays all frames of a device at once, the stamps being those of the recording; then the device goes.
    func play() {
        for device in devices {
            for frame in device.frames {
                device.send(frame, from: origin)
                settle()
            }
        }
        end()
    }

    /// Sends a frame and lets it arrive.
    func send(_ frame: [DeviceEvent], of device: Int = 0) {
        devices[device].send(frame, from: origin)
        settle()
    }

    /// The devices go and come back, as by the path backend they are not taken again.
    func replug() {
        end()
        for device in devices { device.plug() }
        settle()
    }

    /// All devices go.
    func end() {
        for device in devices { device.unplug() }
        settle()
        // What yields to others goes by real time, which a busy machine stretches.
        for _ in 0..<100 where !ledger.isAtRest { loop.run(for: .milliseconds(10)) }
    }

    func settle() { for _ in 0..<4 { loop.run(for: .zero) } }
}
