import InputEvents
import Interface
import Testing

@Suite("Long press, as a pure machine")
struct LongPressMachineTests {
    @Test("G-33, G-60 begins at exactly 0.5 s; moves afterwards are changes")
    func begins() {
        var press = LongPressMachine()
        _ = press.down(sample(0, 0))
        #expect(press.move(sample(100, 10)) == .none)
        #expect(press.timeout(at: moment(499.999)) == .none)
        #expect(press.timeout(at: moment(500)) == .begin)
        #expect(press.move(sample(600, 200)) == .change)
        #expect(press.up(sample(700, 200)) == .end)
    }

    @Test("G-33 a move of more than 10 pt or a lift before fails it")
    func fails() {
        var press = LongPressMachine()
        _ = press.down(sample(0, 0))
        #expect(press.move(sample(100, 10.001)) == .fail)
        press.reset()
        _ = press.down(sample(0, 0))
        #expect(press.up(sample(499, 0)) == .fail)
    }

    @Test("G-44 a late turn changes nothing: the stamps decide")
    func lateTurn() {
        var press = LongPressMachine()
        _ = press.down(sample(0, 0))
        #expect(press.move(sample(600, 50)) == .begin)
        press.reset()
        _ = press.down(sample(0, 0))
        #expect(press.up(sample(501, 0)) == .beginAndEnd)
    }

    @Test("G-67 ends when the first of two fingers lifts")
    func twoFingers() {
        var press = LongPressMachine()
        press.settings.touches = 2
        _ = press.down(sample(0, 0))
        #expect(press.deadline == nil)
        _ = press.down(sample(100, 50, finger: 2))
        #expect(press.deadline == moment(600))
        #expect(press.timeout(at: moment(600)) == .begin)
        #expect(press.up(sample(700, 0)) == .end)
    }
}
