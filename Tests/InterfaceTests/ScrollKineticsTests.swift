import InputEvents
import Interface
import Testing

@Suite("How a scroll goes on by itself")
struct ScrollKineticsTests {
    /// Steps of a microsecond, as an independent check of the closed form.
    private func integrated(velocity: Double, rate: Double, seconds: Double) -> Double {
        var v = velocity
        var x = 0.0
        let perMicrosecond = 1 + (rate - 1) / 1000 + (rate - 1) * (rate - 1) * (1 / 1000.0 - 1) / 2000
        for _ in 0..<Int(seconds * 1e6) {
            x += v * 1e-6
            v *= perMicrosecond
        }
        return x
    }

    @Test("T-42 the way is the integral of v0 d^t")
    func integral() {
        let motion = ScrollKinetics(position: 0, velocity: 2000, limits: 0...100_000)
        let expected = integrated(velocity: 2000, rate: 0.998, seconds: 0.7)
        #expect(abs(motion.position(at: 0.7) - expected) < 0.5)
    }

    @Test("T-42 it rests at x0 - v0 / (1000 ln d)")
    func rest() {
        let motion = ScrollKinetics(position: 100, velocity: 1000, limits: 0...100_000)
        #expect(abs(motion.rest - 599.4998) < 0.001)
        #expect(abs(motion.position(at: 20) - motion.rest) < 0.001)
        #expect(!motion.isAtRest(at: 1))
        #expect(motion.isAtRest(at: 2.4))
        let fast = ScrollKinetics(
            position: 100, velocity: 1000, limits: 0...100_000, rate: ScrollKinetics.Rate.fast)
        #expect(abs(fast.rest - 199.4992) < 0.001)
    }

    @Test("without bounce it stops dead at the edge")
    func edge() {
        let motion = ScrollKinetics(position: 100, velocity: -2000, limits: 0...1000, bounces: false)
        #expect(motion.position(at: 5) == 0)
        #expect(motion.isAtRest(at: 0.2))
    }

    @Test("with bounce it goes past the edge without a jump and comes back")
    func bounce() {
        let motion = ScrollKinetics(position: 100, velocity: -2000, limits: 0...1000)
        var lowest = 0.0
        var last = motion.position(at: 0)
        for step in 1...3000 {
            let here = motion.position(at: Double(step) / 1000)
            #expect(abs(here - last) < 2.1)
            lowest = min(lowest, here)
            last = here
        }
        #expect(lowest < -10 && lowest > -200)
        #expect(motion.isAtRest(at: 3))
        #expect(motion.rest == 0)
        #expect(abs(last) < 0.25)
    }

    @Test("released past an edge it comes back")
    func released() {
        let motion = ScrollKinetics(position: -80, velocity: 0, limits: 0...1000)
        #expect(motion.position(at: 0) == -80)
        #expect(!motion.isAtRest(at: 0.05))
        #expect(abs(motion.position(at: 1)) < 0.25)
        #expect(motion.isAtRest(at: 1))
    }
}
