package import InputEvents

/// Sees to it that what reaches the app is a legal sequence, whoever made the frames.
///
/// Frames come from a device, a recording that may be cut or written by hand, or a test. The tracker knows the
/// live fingers, fills in those that a frame leaves out, drops what does not fit, keeps time from running
/// backwards for a finger (T-08), and ends everything when the app must let go (T-17, T-19).
package struct TouchTracker {
    private struct Screen {
        var device: DeviceID
        var live: [TouchSample] = []
        var lastStamp: Timestamp
    }

    private var screens: [Screen] = []
    private var ignored: [(id: TouchID, device: DeviceID)] = []

    /// Samples that did not fit: of an unknown finger, or a second touch-down.
    package private(set) var anomalies = 0

    package init() {}

    /// The number of fingers that the app believes to be down.
    package var liveCount: Int { screens.reduce(0) { $0 + $1.live.count } }

    /// Whether the app believes a finger to be down on the device.
    package func hasTouches(of device: DeviceID) -> Bool {
        screens.contains { $0.device == device && !$0.live.isEmpty }
    }

    /// Checks one frame, whose locations are points already, and hands on what the app shall see of it:
    /// nothing when nothing changed (T-12), usually one frame.
    package mutating func accept(_ frame: TouchFrame, emit: (TouchFrame) -> Void) {
        let screen = index(of: frame.device, at: frame.timestamp)
        let stamp = max(frame.timestamp, screens[screen].lastStamp)
        screens[screen].lastStamp = stamp
        var output = TouchFrame(
            device: frame.device, timestamp: stamp, touches: TouchList(), arrival: frame.arrival)
        for sample in frame.touches {
            guard let legal = check(sample, on: screen) else { continue }
            if output.touches.contains(where: { $0.id == legal.id }) {
                complete(&output, on: screen, emit: emit)
            }
            output.touches.append(legal)
            apply(legal, on: screen)
        }
        complete(&output, on: screen, emit: emit)
        if screens[screen].live.isEmpty { screens.remove(at: screen) }
    }

    /// What becomes of a frame that may be a mere motion.
    package enum Motion { case seen, unseen, other }

    /// Checks a frame of nearly all of a touch's life in place: the fingers that are down, none of which comes or goes.
    ///
    /// Answers whether the app shall see it; `other` is a frame that `accept` must look at.
    package mutating func acceptMotion(_ frame: inout TouchFrame) -> Motion {
        guard ignored.isEmpty, let screen = screens.firstIndex(where: { $0.device == frame.device }),
            screens[screen].live.count == frame.touches.count
        else { return .other }
        var isMotion = true, isMoved = false
        var index = 0
        var last: TouchID?
        frame.touches.updateEach { sample in
            let known = screens[screen].live[index]
            guard isMotion, sample.id == known.id, last.map({ $0 < sample.id }) ?? true,
                sample.location.isFinite,
                sample.phase == .moved || sample.phase == .stationary
            else { return isMotion = false }
            sample.phase = sample.location == known.location ? .stationary : .moved
            if sample.phase == .moved { isMoved = true }
            last = sample.id
            index += 1
        }
        guard isMotion else { return .other }
        frame.timestamp = max(frame.timestamp, screens[screen].lastStamp)
        screens[screen].lastStamp = frame.timestamp
        guard isMoved else { return .unseen }
        index = 0
        frame.touches.forEach { sample in
            screens[screen].live[index].location = sample.location
            index += 1
        }
        return .seen
    }

    /// Ends every live finger of a device, or of all devices, by one cancel each; what the hardware still says
    /// of these fingers is ignored up to their lift (T-19).
    package mutating func cancel(_ device: DeviceID?, time: Timestamp, emit: (TouchFrame) -> Void) {
        var kept: [Screen] = []
        for screen in screens {
            guard device == nil || screen.device == device else {
                kept.append(screen)
                continue
            }
            var touches = TouchList()
            for finger in screen.live {
                touches.append(TouchSample(id: finger.id, location: finger.location, phase: .cancelled))
                if device == nil { ignored.append((finger.id, screen.device)) }
            }
            guard !touches.isEmpty else { continue }
            sort(&touches)
            emit(
                TouchFrame(
                    device: screen.device, timestamp: max(time, screen.lastStamp), touches: touches))
        }
        screens = kept
        if let device { ignored.removeAll { $0.device == device } }
    }

    /// The sample with the phase it may have, or `nil` when it may not be seen.
    private mutating func check(_ sample: TouchSample, on screen: Int) -> TouchSample? {
        if let place = ignored.firstIndex(where: { $0.id == sample.id }) {
            if sample.phase.isFinal { ignored.remove(at: place) }
            return nil
        }
        let known = screens[screen].live.first { $0.id == sample.id }
        guard sample.location.isFinite, (known == nil) == (sample.phase == .began) else {
            anomalies += 1
            return nil
        }
        var legal = sample
        if let known, !sample.phase.isFinal {
            legal.phase = known.location == sample.location ? .stationary : .moved
        }
        return legal
    }

    private mutating func apply(_ sample: TouchSample, on screen: Int) {
        if let place = screens[screen].live.firstIndex(where: { $0.id == sample.id }) {
            if sample.phase.isFinal {
                screens[screen].live.remove(at: place)
            } else {
                screens[screen].live[place].location = sample.location
            }
        } else {
            screens[screen].live.append(sample)
        }
    }

    /// Adds the fingers that the frame left out, in the order of their touch-downs, and sends it.
    private func complete(_ frame: inout TouchFrame, on screen: Int, emit: (TouchFrame) -> Void) {
        defer { frame.touches.removeAll() }
        guard frame.touches.contains(where: { $0.phase != .stationary }) else { return }
        for finger in screens[screen].live where !frame.touches.contains(where: { $0.id == finger.id }) {
            frame.touches.append(TouchSample(id: finger.id, location: finger.location, phase: .stationary))
        }
        sort(&frame.touches)
        emit(frame)
    }

    /// By insertion: a frame has few touches and they are nearly always in order.
    private func sort(_ touches: inout TouchList) {
        for index in touches.indices.dropFirst() {
            var place = index
            while place > 0, touches[place].id < touches[place - 1].id {
                touches.swapAt(place, place - 1)
                place -= 1
            }
        }
    }

    private mutating func index(of device: DeviceID, at time: Timestamp) -> Int {
        if let index = screens.firstIndex(where: { $0.device == device }) { return index }
        screens.append(Screen(device: device, lastStamp: time))
        return screens.count - 1
    }
}
