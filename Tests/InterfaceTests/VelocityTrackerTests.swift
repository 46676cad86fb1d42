import InputEvents
import Interface
import Testing

@Suite("Velocity by least squares")
struct VelocityTrackerTests {
    private func tracker(_ samples: [(milliseconds: Double, x: Double)]) -> VelocityTracker {
        var tracker = VelocityTracker()
        for sample in samples {
            tracker.add(Point(sample.x, 0), at: Timestamp(nanoseconds: Int64(sample.milliseconds * 1e6)))
        }
        return tracker
    }

    @Test("G-42 a straight line at 1000 pt/s gives 1000 within 1")
    func straightLine() {
        let line = tracker((0...12).map { (Double($0) * 8, Double($0) * 8) })
        #expect(abs(line.velocity().x - 1000) < 1e-6)
        #expect(line.velocity().y == 0)
    }

    @Test("G-42 the value is the slope of the parabola at the newest sample")
    func parabola() {
        // x = 500 t^2, so the slope at 0.09 s is 90.
        let curve = tracker(
            (0...9).map { (step: Int) -> (milliseconds: Double, x: Double) in
                let time = Double(step) * 10
                return (time, 500 * time * time * 1e-6)
            })
        #expect(abs(curve.velocity().x - 90) < 1e-6)
    }

    @Test("G-42 noisy samples agree with the normal equations solved by determinants")
    func agreesWithNormalEquations() {
        var state: UInt64 = 7
        func noise() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let upper: UInt64 = state >> 40
            return Double(upper) / 16_777_216.0 - 0.5
        }
        var samples: [(milliseconds: Double, x: Double)] = []
        var time = 0.0
        for step in 0..<11 {
            samples.append((time, Double(step) * 7 + noise()))
            time += Double(Int(6 + 3 * noise()))
        }
        let newest = samples[samples.count - 1].milliseconds
        // Sums of powers of t, and of t^k x, with t in seconds before the newest sample.
        var power = [Double](repeating: 0, count: 5)
        var right = [Double](repeating: 0, count: 3)
        for sample in samples where newest - sample.milliseconds <= 100 {
            let t = (sample.milliseconds - newest) * 1e-3
            var factor = 1.0
            for k in 0..<5 {
                power[k] += factor
                if k < 3 { right[k] += factor * sample.x }
                factor *= t
            }
        }
        func determinant(_ m: [[Double]]) -> Double {
            let first: Double = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
            let second: Double = m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
            let third: Double = m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
            return first - second + third
        }
        let matrix = (0..<3).map { row in (0..<3).map { power[row + $0] } }
        var replaced = matrix
        for row in 0..<3 { replaced[row][1] = right[row] }
        let expected = determinant(replaced) / determinant(matrix)
        #expect(abs(tracker(samples).velocity().x - expected) < abs(expected) * 1e-6)
    }

    @Test("G-42 two samples make their line, fewer make nothing")
    func fewSamples() {
        #expect(tracker([]).velocity() == .zero)
        #expect(tracker([(0, 5)]).velocity() == .zero)
        #expect(abs(tracker([(0, 0), (10, 3)]).velocity().x - 300) < 1e-9)
    }

    @Test("G-42 a gap of 40 ms ends nothing, a longer one ends the motion before it")
    func gaps() {
        #expect(abs(tracker([(0, 0), (40, 40)]).velocity().x - 1000) < 1e-9)
        #expect(tracker([(0, 0), (40.001, 40)]).velocity() == .zero)
        #expect(abs(tracker([(0, 900), (50, 0), (60, 10)]).velocity().x - 1000) < 1e-9)
    }

    @Test("G-42 samples older than 100 ms do not count")
    func horizon() {
        let wild = [(0.0, 5000.0), (30, -3000), (50, 0), (80, 30), (110, 60), (150, 100)]
        #expect(abs(tracker(wild.map { ($0.0, $0.1) }).velocity().x - 1000) < 1e-6)
    }

    @Test("G-42 of samples with one stamp the newest counts")
    func equalStamps() {
        #expect(abs(tracker([(0, 0), (10, 777), (10, 10)]).velocity().x - 1000) < 1e-9)
    }

    @Test("G-42 a sudden stop gives no backward fling")
    func suddenStop() {
        let stop = tracker([(0, 0), (8, 40), (16, 80), (24, 84), (32, 84)])
        #expect(stop.velocity() == .zero)
    }

    @Test("G-43 a finger that rested for more than 40 ms before the lift has no velocity")
    func rest() {
        let line = tracker([(0, 0), (10, 10), (20, 20)])
        #expect(abs(line.velocity(at: Timestamp(nanoseconds: 60_000_000)).x - 1000) < 1e-6)
        #expect(line.velocity(at: Timestamp(nanoseconds: 60_000_001)) == .zero)
    }

    @Test("at most 20 samples are kept")
    func ring() {
        // 21 samples a millisecond apart: the wild first one has left the ring.
        var samples: [(milliseconds: Double, x: Double)] = [(0, 9999)]
        for step in 1...20 { samples.append((Double(step), Double(step))) }
        #expect(abs(tracker(samples).velocity().x - 1000) < 1e-6)
    }
}
