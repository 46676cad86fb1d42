import EventLoop
import InputEvents

/// A touchscreen that does what a test says.
///
/// Thread: main.
@MainActor
public final class ScriptedTouchscreen {
    weak var harness: Harness?
    private var device: Device?
    private var touches: [TouchSample] = []
    private var isComposing = false
    private var isQueueing = false

    /// Whether it is there.
    public var isPlugged: Bool { device != nil }

    /// Plugs it in, as a new device.
    public func plug() {
        guard let harness, device == nil else { return }
        let device = Device(
            id: harness.newDevice(), name: "scripted touchscreen", capabilities: .touch)
        self.device = device
        harness.post(.deviceAdded(device))
        harness.turn()
    }

    /// Pulls it out; fingers on it are cancelled first, as libinput's seat does it (T-17).
    public func unplug() {
        guard let harness, let device else { return }
        for index in touches.indices { touches[index].phase = .cancelled }
        if !touches.isEmpty { send() }
        harness.post(.deviceRemoved(device))
        self.device = nil
        harness.turn()
    }

    /// What happens in `changes` is one frame of the touchscreen (T-05).
    public func frame(_ changes: () -> Void) {
        isComposing = true
        changes()
        isComposing = false
        finish()
    }

    /// Posts frames without running the loop in between, as when the app was late; then runs it.
    public func late(_ changes: () -> Void) {
        queue(changes)
        harness?.turn()
    }

    /// Posts frames without running the loop; they are handled whenever it runs next.
    public func queue(_ changes: () -> Void) {
        let outer = isQueueing
        isQueueing = true
        changes()
        isQueueing = outer
    }

    func change(_ id: TouchID, _ phase: TouchPhase, at location: Point) {
        guard device != nil, let harness else { return }
        let unit = Point(location.x / harness.size.width, location.y / harness.size.height)
        if phase == .began {
            touches.append(TouchSample(id: id, location: unit, phase: .began))
        } else if let index = touches.firstIndex(where: { $0.id == id }) {
            touches[index].phase = phase
            if phase == .moved { touches[index].location = unit }
        }
        if !isComposing { finish() }
    }

    private func finish() {
        send()
        if !isQueueing { harness?.turn() }
    }

    private func send() {
        guard let harness, let device, !touches.isEmpty else { return }
        harness.post(
            .touch(TouchFrame(device: device.id, timestamp: harness.now, touches: TouchList(touches))))
        touches.removeAll { $0.phase.isFinal }
        for index in touches.indices { touches[index].phase = .stationary }
    }
}
