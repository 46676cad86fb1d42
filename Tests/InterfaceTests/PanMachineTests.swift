import InputEvents
import Interface
import Testing

@Suite("Pan, as a pure machine")
struct PanMachineTests {
    @Test("G-34, G-36, G-60 begins at exactly 10 pt, with the whole displacement")
    func begins() {
        var pan = PanMachine()
        _ = pan.down(sample(0, 0))
        #expect(pan.move(sample(10, 9.999)) == .none)
        #expect(pan.move(sample(20, 10)) == .begin)
        #expect(pan.translation == Point(10, 0))
        #expect(pan.move(sample(30, 25)) == .change)
        #expect(pan.up(sample(40, 25)) == .end)
        #expect(pan.translation == Point(25, 0))
    }

    @Test("G-34 more fingers than the maximum fail it before it begins; a lift without a drag too")
    func fails() {
        var pan = PanMachine()
        pan.settings.maximumTouches = 1
        _ = pan.down(sample(0, 0))
        #expect(pan.down(sample(5, 50, finger: 2)) == .fail)

        pan = PanMachine()
        _ = pan.down(sample(0, 0))
        #expect(pan.up(sample(50, 0)) == .fail)
    }

    @Test("G-34 what one finger drags does not count for a pan of two")
    func minimum() {
        var pan = PanMachine()
        pan.settings.minimumTouches = 2
        _ = pan.down(sample(0, 0))
        #expect(pan.move(sample(10, 60)) == .none)
        _ = pan.down(sample(20, 100, finger: 2))
        #expect(pan.move(sample(30, 70)) == .none)
        #expect(pan.translation == Point(5, 0))
        #expect(pan.move(sample(40, 110, finger: 2)) == .begin)
        #expect(pan.translation == Point(10, 0))
    }

    @Test("G-35, G-66, G-68 fingers that come and go make no jump and no change")
    func rebase() {
        var pan = PanMachine()
        pan.settings.maximumTouches = 1
        _ = pan.down(sample(0, 0))
        for step in 1...5 { _ = pan.move(sample(Double(step) * 10, Double(step) * 10)) }
        let velocity = pan.velocity
        #expect(pan.down(sample(50, 300, finger: 2)) == .none)
        #expect(pan.translation == Point(50, 0))
        #expect(pan.velocity == velocity)
        #expect(pan.move(sample(60, 320, finger: 2)) == .change)
        #expect(pan.translation == Point(60, 0))
        #expect(pan.up(sample(65, 50)) == .none)
        #expect(pan.translation == Point(60, 0))
        #expect(pan.move(sample(70, 330, finger: 2)) == .change)
        #expect(pan.translation == Point(70, 0))
        #expect(pan.up(sample(80, 330, finger: 2)) == .end)
    }

    @Test("G-36 setting the translation moves its zero, not the velocity")
    func setTranslation() {
        var pan = PanMachine()
        _ = pan.down(sample(0, 0))
        for step in 1...5 {
            _ = pan.move(sample(Double(step) * 10, Double(step) * 10))
            pan.translation = .zero
        }
        #expect(pan.translation == .zero)
        #expect(abs(pan.velocity.x - 1000) < 1e-6)
        _ = pan.move(sample(60, 64))
        #expect(pan.translation == Point(14, 0))
    }

    @Test("G-43 resting before the lift leaves no velocity")
    func rest() {
        var pan = PanMachine()
        _ = pan.down(sample(0, 0))
        for step in 1...5 { _ = pan.move(sample(Double(step) * 10, Double(step) * 10)) }
        _ = pan.up(sample(91, 50))
        #expect(pan.velocity == .zero)
    }
}
