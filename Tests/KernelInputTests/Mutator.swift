import InputBridge
import InputEvents
import KernelInput

/// A generator of the same numbers for the same seed (splitmix64).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    /// True once in `count` times.
    mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}

/// What a bad cable, a bad driver or a bad moment makes of a kernel device's frames.
enum FrameMutator {
    /// What happens between two frames.
    enum Step { case frame([DeviceEvent]), suspend, unplug, pause }

    static func mutate(_ frames: [[DeviceEvent]], _ numbers: inout SeededNumbers) -> [Step] {
        var steps: [Step] = []
        var shift: Int64 = 0
        // Some runs change little, others nearly everything.
        let rarity = [3, 10, 40].randomElement(using: &numbers) ?? 10
        let end = numbers.chance(3) ? Int.random(in: 0...frames.count, using: &numbers) : frames.count
        for frame in frames[..<end] {
            var frame = frame
            if numbers.chance(rarity) {
                switch Int.random(in: 0..<11, using: &numbers) {
                case 0: continue
                case 1: steps.append(.frame(frame))
                case 2: frame = dropped(frame)
                case 3: frame.removeAll { _ in numbers.chance(3) }
                case 4: shift += Int64.random(in: -3_000_000...3_000_000, using: &numbers)
                case 5: frame = reusedContact(frame, &numbers)
                case 6: frame.shuffle(using: &numbers)
                case 7: frame = wildValues(frame, &numbers)
                case 8: steps.append(.suspend)
                case 9: steps.append(.unplug)
                default: steps.append(.pause)
                }
            }
            for index in frame.indices { frame[index].time = max(0, frame[index].time + shift) }
            if !frame.isEmpty { steps.append(.frame(frame)) }
        }
        return steps
    }

    /// The kernel's buffer ran over: SYN_DROPPED stands in for what came before it.
    private static func dropped(_ frame: [DeviceEvent]) -> [DeviceEvent] {
        guard let time = frame.first?.time else { return frame }
        return [DeviceEvent(time: time, type: 0, code: 3, value: 0)] + frame
    }

    /// A contact comes down in a slot that is in use, or with an identity that is.
    private static func reusedContact(_ frame: [DeviceEvent], _ numbers: inout SeededNumbers) -> [DeviceEvent]
    {
        guard let time = frame.first?.time else { return frame }
        return [
            DeviceEvent(time: time, type: 3, code: 0x2f, value: .random(in: -1...12, using: &numbers)),
            DeviceEvent(time: time, type: 3, code: 0x39, value: .random(in: -1...3, using: &numbers)),
        ] + frame
    }

    private static func wildValues(_ frame: [DeviceEvent], _ numbers: inout SeededNumbers) -> [DeviceEvent] {
        frame.map { event in
            var event = event
            guard event.type != 0, numbers.chance(2) else { return event }
            event.value =
                [.min, -1, 0, 1, 2, .max, .random(in: -70000...70000, using: &numbers)]
                .randomElement(using: &numbers) ?? 0
            // A key that repeats by itself, a code that was not announced.
            if numbers.chance(8) { event.code = .random(in: 0...0x2ff, using: &numbers) }
            return event
        }
    }
}

/// What a hand, a full disk or another version makes of a recording's text and of its events.
enum RecordingMutator {
    static func mutate(_ recording: InputRecording, _ numbers: inout SeededNumbers) -> InputRecording {
        var result = recording
        result.entries = []
        let rarity = [3, 10, 40].randomElement(using: &numbers) ?? 10
        let count = recording.entries.count
        let end = numbers.chance(3) ? Int.random(in: 0...count, using: &numbers) : count
        var shift = Duration.zero
        for entry in recording.entries[..<end] {
            var entry = entry
            if numbers.chance(rarity) {
                switch Int.random(in: 0..<6, using: &numbers) {
                case 0: continue
                case 1: result.entries.append(entry)
                case 2: shift += .milliseconds(Int.random(in: -3000...3000, using: &numbers))
                case 3: result.entries.swapAt(result.entries.count / 2, max(0, result.entries.count - 1))
                case 4: entry.event = otherFinger(entry.event, &numbers)
                default:
                    if let other = recording.entries.randomElement(using: &numbers) {
                        entry.event = other.event
                    }
                }
            }
            entry.time = max(.zero, entry.time + shift)
            result.entries.append(entry)
        }
        return result
    }

    private static func otherFinger(_ event: InputEvent, _ numbers: inout SeededNumbers) -> InputEvent {
        guard case .touch(var frame) = event else { return event }
        for index in frame.touches.indices where numbers.chance(2) {
            frame.touches[index].id = TouchID(rawValue: .random(in: 0...4, using: &numbers))
            frame.touches[index].phase =
                [.began, .moved, .stationary, .ended, .cancelled].randomElement(using: &numbers) ?? .moved
            if numbers.chance(5) { frame.touches[index].location.x = .nan }
        }
        return .touch(frame)
    }
}
