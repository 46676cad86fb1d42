import EventLoop
package import InputEvents

/// Bridges the moments in which a panel loses a finger that is still there (opt-in, a setting of the device).
///
/// A lift is held back for a while. A finger that comes down near it in that time is the same one: it goes on with its
/// identity and moves. Else the lift is told when its time is up, with the stamp that it had. State of one finger:
/// `down → held back → (down | lifted)`. Places are in the unit square, before the mapping.
package struct ContactDebouncer {
    /// How a device is debounced.
    package struct Rule {
        /// How long a lift is held back, in nanoseconds.
        var patience: Int64
        /// How far away, in the unit square, a finger may come back.
        var reach: Size
    }

    /// In millimetres, chosen by us: a finger at 1 m/s in 12 ms, and less than two fingers are apart.
    package static let reach = 12.0
    /// In the unit square, for a device that does not tell its size.
    package static let blindReach = 0.05

    private struct Held {
        var device: DeviceID
        var id: TouchID
        var location: Point
        var lift: Timestamp
        var deadline: Timestamp
    }

    private var rules: [(device: DeviceID, rule: Rule)] = []
    private var held: [Held] = []
    /// The new identity of a finger that came back, and the one it goes on with.
    private var renamed: [(device: DeviceID, from: TouchID, to: TouchID)] = []

    /// How many lifts were bridged.
    package private(set) var bridged = 0

    package init() {}

    /// Whether any device is debounced; nothing else need be called when not.
    package var isUsed: Bool { !rules.isEmpty }

    /// A device came, or its settings changed; a patience of `nil` or nothing is no debouncing.
    package mutating func set(_ device: Device, patience: Duration?) {
        rules.removeAll { $0.device == device.id }
        guard let patience, patience > .zero else { return }
        let size = device.millimetres ?? .zero
        let reach = Size(
            size.width > 0 ? Self.reach / size.width : Self.blindReach,
            size.height > 0 ? Self.reach / size.height : Self.blindReach)
        rules.append((device.id, Rule(patience: patience.clampedNanoseconds, reach: reach)))
    }

    /// Takes a frame; hands on lifts whose time is up, then the frame as it shall be seen.
    package mutating func accept(_ frame: TouchFrame, emit: (TouchFrame) -> Void) {
        release(of: frame.device, until: frame.timestamp, emit: emit)
        guard let rule = rules.first(where: { $0.device == frame.device })?.rule else {
            emit(rewritten(frame))
            return
        }
        var output = frame
        for index in frame.touches.indices {
            var sample = rewritten(frame.touches[index], of: frame.device)
            switch sample.phase {
            case .began:
                guard let place = nearest(to: sample.location, rule.reach, on: frame.device) else { break }
                renamed.append((frame.device, sample.id, held[place].id))
                sample.id = held.remove(at: place).id
                sample.phase = .moved
                bridged += 1
            case .ended:
                held.append(
                    Held(
                        device: frame.device, id: sample.id, location: sample.location, lift: frame.timestamp,
                        deadline: Timestamp(nanoseconds: frame.timestamp.nanoseconds &+ rule.patience)))
                forget(sample.id)
                sample.phase = .stationary
            case .cancelled:
                forget(sample.id)
            case .moved, .stationary:
                break
            }
            output.touches[index] = sample
        }
        emit(output)
    }

    /// When the next lift is to be told; `nil` when none is held back.
    package var nextDeadline: Timestamp? { held.map(\.deadline).min() }

    /// Hands on the lifts whose time is up.
    package mutating func release(until now: Timestamp, emit: (TouchFrame) -> Void) {
        while let device = held.first(where: { $0.deadline <= now })?.device {
            release(of: device, until: now, emit: emit)
        }
    }

    /// A device went, or all is cancelled when `nil`: hands on what is held back, for those fingers are up.
    package mutating func forget(_ device: DeviceID?, emit: (TouchFrame) -> Void) {
        while let next = held.first(where: { device == nil || $0.device == device })?.device {
            release(of: next, until: Timestamp(nanoseconds: .max), emit: emit)
        }
    }

    /// The device itself went.
    package mutating func remove(_ device: DeviceID) {
        rules.removeAll { $0.device == device }
        renamed.removeAll { $0.device == device }
    }

    /// The frame with the identities that its fingers go on with.
    package func rewritten(_ frame: TouchFrame) -> TouchFrame {
        guard !renamed.isEmpty else { return frame }
        var frame = frame
        for index in frame.touches.indices {
            frame.touches[index] = rewritten(frame.touches[index], of: frame.device)
        }
        return frame
    }

    private func rewritten(_ sample: TouchSample, of device: DeviceID) -> TouchSample {
        var sample = sample
        if let name = renamed.first(where: { $0.device == device && $0.from == sample.id }) {
            sample.id = name.to
        }
        return sample
    }

    private mutating func forget(_ id: TouchID) { renamed.removeAll { $0.to == id } }

    private mutating func release(of device: DeviceID, until now: Timestamp, emit: (TouchFrame) -> Void) {
        var touches = TouchList()
        var stamp = Timestamp(nanoseconds: 0)
        for finger in held where finger.device == device && finger.deadline <= now {
            touches.append(TouchSample(id: finger.id, location: finger.location, phase: .ended))
            stamp = max(stamp, finger.lift)
        }
        guard !touches.isEmpty else { return }
        held.removeAll { $0.device == device && $0.deadline <= now }
        emit(TouchFrame(device: device, timestamp: stamp, touches: touches))
    }

    private func nearest(to location: Point, _ reach: Size, on device: DeviceID) -> Int? {
        func distance(_ place: Int) -> Double {
            let x = (held[place].location.x - location.x) / reach.width
            let y = (held[place].location.y - location.y) / reach.height
            return x * x + y * y
        }
        let places = held.indices.filter { held[$0].device == device && distance($0) <= 1 }
        return places.min { distance($0) < distance($1) }
    }
}
