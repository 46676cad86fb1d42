package import InputEvents

/// Turns a touchscreen's single reports into frames of fingers with identities.
///
/// A touchscreen numbers its contacts by slots and uses a slot again for the next finger; here each DOWN makes
/// a fresh identity (T-03), and everything up to FRAME becomes one frame with all fingers in it (T-05). What a
/// device reports out of order never makes an illegal sequence: it is dropped or ends what it contradicts, and
/// is counted. State of one finger: `began → (moved | stationary)* → ended | cancelled`.
package struct TouchAssembler {
    private enum Change { case none, began, moved, ended, cancelled }

    private struct Finger {
        var slot: Int32
        var id: TouchID
        var location: Point
        var change: Change

        var isLive: Bool { change != .ended && change != .cancelled }
    }

    private struct Screen {
        var device: DeviceID
        var fingers: [Finger] = []
        var lastStamp = Timestamp(nanoseconds: 0)
    }

    private var screens: [Screen] = []
    private var downs: UInt64 = 0

    /// Reports that did not fit what was known: a lift without a touch-down, a second touch-down in a slot.
    package private(set) var anomalies = 0

    package init() {}

    /// A finger came down in `slot`; one that is still there is cancelled first (T-03).
    package mutating func down(
        _ device: DeviceID, slot: Int32, at location: Point, time: Timestamp, emit: (TouchFrame) -> Void
    ) {
        let screen = index(of: device)
        screens[screen].lastStamp = time
        if let old = live(slot, on: screen) {
            anomalies += 1
            finish(old, as: .cancelled, on: screen, emit: emit)
        }
        guard location.isFinite else {
            anomalies += 1
            return
        }
        downs += 1
        screens[screen].fingers.append(
            Finger(slot: slot, id: TouchID(rawValue: downs), location: location, change: .began))
    }

    /// The finger in `slot` is now at `location`.
    package mutating func motion(_ device: DeviceID, slot: Int32, to location: Point, time: Timestamp) {
        let screen = index(of: device)
        screens[screen].lastStamp = time
        guard let finger = live(slot, on: screen), location.isFinite else {
            anomalies += 1
            return
        }
        guard screens[screen].fingers[finger].location != location else { return }
        screens[screen].fingers[finger].location = location
        if screens[screen].fingers[finger].change == .none { screens[screen].fingers[finger].change = .moved }
    }

    /// The finger in `slot` was lifted; its last location stays (T-06).
    package mutating func up(
        _ device: DeviceID, slot: Int32, time: Timestamp, emit: (TouchFrame) -> Void
    ) {
        end(device, slot: slot, as: .ended, time: time, emit: emit)
    }

    /// The device took back the finger in `slot` (T-18).
    package mutating func cancel(
        _ device: DeviceID, slot: Int32, time: Timestamp, emit: (TouchFrame) -> Void
    ) {
        end(device, slot: slot, as: .cancelled, time: time, emit: emit)
    }

    /// The device's scan is complete: makes the frame, if anything changed.
    package mutating func frame(_ device: DeviceID, time: Timestamp, emit: (TouchFrame) -> Void) {
        let screen = index(of: device)
        screens[screen].lastStamp = time
        flush(screen, emit: emit)
    }

    /// Nothing more can be read now: a cancel that came without a FRAME is made one (T-18).
    package mutating func endBatch(emit: (TouchFrame) -> Void) {
        for screen in screens.indices
        where screens[screen].fingers.contains(where: { $0.change == .cancelled }) {
            flush(screen, emit: emit)
        }
    }

    /// The device went: what it still held is cancelled.
    package mutating func remove(_ device: DeviceID, emit: (TouchFrame) -> Void) {
        guard let screen = screens.firstIndex(where: { $0.device == device }) else { return }
        if screens[screen].fingers.contains(where: { $0.change == .began }) { flush(screen, emit: emit) }
        for finger in screens[screen].fingers.indices where screens[screen].fingers[finger].isLive {
            screens[screen].fingers[finger].change = .cancelled
        }
        flush(screen, emit: emit)
        screens.remove(at: screen)
    }

    private mutating func end(
        _ device: DeviceID, slot: Int32, as change: Change, time: Timestamp, emit: (TouchFrame) -> Void
    ) {
        let screen = index(of: device)
        screens[screen].lastStamp = time
        guard let finger = live(slot, on: screen) else {
            anomalies += 1
            return
        }
        finish(finger, as: change, on: screen, emit: emit)
    }

    /// Ends a finger in the frame under way; one that began in it gets a frame of its own first, for a frame
    /// has one phase a finger.
    private mutating func finish(
        _ finger: Int, as change: Change, on screen: Int, emit: (TouchFrame) -> Void
    ) {
        let id = screens[screen].fingers[finger].id
        if screens[screen].fingers[finger].change == .began { flush(screen, emit: emit) }
        guard let place = screens[screen].fingers.firstIndex(where: { $0.id == id }) else { return }
        screens[screen].fingers[place].change = change
    }

    private mutating func flush(_ screen: Int, emit: (TouchFrame) -> Void) {
        guard screens[screen].fingers.contains(where: { $0.change != .none }) else { return }
        var touches = TouchList()
        for index in screens[screen].fingers.indices {
            let finger = screens[screen].fingers[index]
            touches.append(TouchSample(id: finger.id, location: finger.location, phase: phase(finger.change)))
            if finger.isLive { screens[screen].fingers[index].change = .none }
        }
        screens[screen].fingers.removeAll { !$0.isLive }
        emit(
            TouchFrame(
                device: screens[screen].device, timestamp: screens[screen].lastStamp, touches: touches))
    }

    private func phase(_ change: Change) -> TouchPhase {
        switch change {
        case .none: .stationary
        case .began: .began
        case .moved: .moved
        case .ended: .ended
        case .cancelled: .cancelled
        }
    }

    private func live(_ slot: Int32, on screen: Int) -> Int? {
        screens[screen].fingers.firstIndex { $0.slot == slot && $0.isLive }
    }

    private mutating func index(of device: DeviceID) -> Int {
        if let index = screens.firstIndex(where: { $0.device == device }) { return index }
        screens.append(Screen(device: device))
        return screens.count - 1
    }
}
