package import InputEvents

/// Where fingers will be in a moment, by how they moved last (T-11).
///
/// Nothing of it enters the events themselves. Chosen by us: the speed between the first and the last of three samples.
package struct TouchPredictor {
    /// Nanoseconds; a longer pause between two samples says nothing of the speed.
    package static let longestGap: Int64 = 40_000_000

    private struct Sample {
        var location: Point
        var time: Int64
    }

    private struct Finger {
        var id: TouchID
        var device: DeviceID
        /// Oldest first; the last of them is the newest when `count` is 3.
        var samples: (Sample, Sample, Sample)
        var count: Int
        var moves: Bool
    }

    private var fingers: [Finger] = []

    package init() {}

    /// Takes a frame in points.
    package mutating func observe(_ frame: TouchFrame) {
        for touch in frame.touches {
            let sample = Sample(location: touch.location, time: frame.timestamp.nanoseconds)
            let place = fingers.firstIndex { $0.id == touch.id }
            if touch.phase.isFinal {
                if let place { fingers.remove(at: place) }
            } else if let place {
                fingers[place].moves = touch.phase == .moved
                guard sample.time > fingers[place].samples.2.time else {
                    fingers[place].samples.2 = sample
                    continue
                }
                let (_, second, third) = fingers[place].samples
                fingers[place].samples = (second, third, sample)
                fingers[place].count = min(fingers[place].count + 1, 3)
            } else {
                fingers.append(
                    Finger(
                        id: touch.id, device: frame.device, samples: (sample, sample, sample), count: 1,
                        moves: false))
            }
        }
    }

    /// Where a moving finger will be so many nanoseconds after its last sample; `nil` when that cannot be said.
    package func location(of id: TouchID, after horizon: Int64) -> Point? {
        guard let finger = fingers.first(where: { $0.id == id }), finger.moves, finger.count == 3 else {
            return nil
        }
        let (first, second, third) = finger.samples
        guard second.time - first.time <= Self.longestGap, third.time - second.time <= Self.longestGap else {
            return nil
        }
        let factor = Double(horizon) / Double(third.time - first.time)
        return third.location + (third.location - first.location) * factor
    }

    /// Forgets all fingers.
    package mutating func forgetAll() { fingers.removeAll(keepingCapacity: true) }
}
