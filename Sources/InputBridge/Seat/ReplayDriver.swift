import CLinux
package import EventLoop
import InputEvents

/// Plays a recording: each event comes when the loop's clock says so, events of one moment together.
///
/// Of very many at one moment it puts some into each pass, so that a signal, a timer and the commit have their turn.
/// Under a virtual clock an alarm makes an eventfd readable, in real time a timerfd does it by itself.
/// Identities are made anew, so that two plays do not share any. Owns its descriptor.
package final class ReplayDriver: SeatDriver {
    private let recording: InputRecording
    private var descriptor: CInt = -1
    private var clock: VirtualClock?
    private var start = Instant(nanoseconds: 0)
    /// The next entry; one behind the last stands for the recording's end.
    private var next = 0
    /// Nanoseconds since the start: no event comes before the one that the recording has before it (D-39).
    private var due: Int64 = 0
    private var devices: [DeviceID: DeviceID] = [:]
    /// By the device of this play and the recording's number, which may be in use on two devices at once.
    private var fingers: [Finger: TouchID] = [:]
    private var arrivals: UInt32 = 0
    private var downs: UInt64 = 0
    package private(set) var isFinished = false

    /// Events in a pass, chosen by us: the queue joins motions of more than that.
    private static let share = InputQueue.foldingLimit

    package init(_ recording: InputRecording) { self.recording = recording }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    package func start(on loop: Loop) -> [CInt] {
        precondition(descriptor < 0, "BUG (caller): a replay is started once")
        if case .virtual(let clock) = loop.clock { self.clock = clock }
        descriptor = clock == nil ? clinux_timerfd() : clinux_eventfd()
        precondition(descriptor >= 0, "kernel: no descriptor, errno \(-descriptor)")
        start = loop.now
        arm()
        return [descriptor]
    }

    package func drain(_ descriptor: CInt, into inbox: SeatInbox, now: Instant) {
        _ = clinux_eventfd_read(descriptor)
        let elapsed = start.duration(to: now).clampedNanoseconds
        var left = Self.share
        while !isFinished, due <= elapsed {
            guard next < recording.entries.count else {
                isFinished = true
                return
            }
            guard left > 0 else { return awaitNextPass() }
            left -= 1
            inbox.put(renamed(recording.entries[next], now), arrival: now)
            next += 1
            advance()
        }
        if !isFinished { arm() }
    }

    /// Leaves the descriptor readable; a timer that is due already does that by itself.
    private func awaitNextPass() {
        if clock == nil { arm() } else { _ = clinux_eventfd_write(descriptor) }
    }

    private func advance() {
        let entries = recording.entries
        due = max(due, (next < entries.count ? entries[next].time : recording.end).clampedNanoseconds)
    }

    private func arm() {
        if next == 0 { advance() }
        let date = start.advanced(by: .nanoseconds(due))
        if let clock {
            clock.schedule(at: date) { [weak self] in
                if let self { _ = clinux_eventfd_write(descriptor) }
            }
        } else {
            _ = clinux_timerfd_set(descriptor, max(date.nanoseconds, 1))
        }
    }

    /// The event with identities of this play and stamps of the loop's clock.
    private func renamed(_ entry: InputRecording.Entry, _ now: Instant) -> InputEvent {
        var event = entry.event
        let old = event.device
        if case .deviceAdded = event {
            arrivals += 1
            devices[old] = DeviceID(rawValue: arrivals)
        }
        event.rewrite(
            device: devices[old] ?? old,
            timestamp: Timestamp(nanoseconds: start.advanced(by: entry.time).nanoseconds),
            arrival: Timestamp(nanoseconds: now.nanoseconds))
        if case .deviceRemoved = event { devices[old] = nil }
        if case .touch(var frame) = event {
            for index in frame.touches.indices { rename(&frame.touches[index], of: frame.device) }
            event = .touch(frame)
        }
        return event
    }

    private struct Finger: Hashable {
        var device: DeviceID
        var number: TouchID
    }

    private func rename(_ sample: inout TouchSample, of device: DeviceID) {
        let old = Finger(device: device, number: sample.id)
        if let known = fingers[old] {
            sample.id = known
        } else {
            downs += 1
            sample.id = TouchID(rawValue: downs)
        }
        fingers[old] = sample.phase.isFinal ? nil : sample.id
    }
}
