import InputEvents
import Interface
import Testing

@Suite("Tap, as a pure machine")
struct TapMachineTests {
    private func machine(taps: Int = 1, touches: Int = 1) -> TapMachine {
        var settings = TapMachine.Settings()
        settings.taps = taps
        settings.touches = touches
        return TapMachine(settings: settings)
    }

    @Test("G-30, G-60 exactly 45 pt and exactly 0.75 s are a tap, more of either is not")
    func limits() {
        var tap = machine()
        #expect(tap.down(sample(0, 0)) == .none)
        #expect(tap.move(sample(10, 45)) == .none)
        #expect(tap.up(sample(750, 45)) == .recognise)

        tap = machine()
        _ = tap.down(sample(0, 0))
        #expect(tap.move(sample(10, 45.001)) == .fail)

        tap = machine()
        _ = tap.down(sample(0, 0))
        #expect(tap.up(sample(750.001, 0)) == .fail)
    }

    @Test("G-30 the timeout fails it at the deadline and not before")
    func timeout() {
        var tap = machine()
        _ = tap.down(sample(0, 0))
        #expect(tap.deadline == moment(750))
        #expect(tap.timeout(at: moment(749.999)) == .none)
        #expect(tap.timeout(at: moment(750)) == .fail)
    }

    @Test("G-30, G-60 exactly 0.35 s and 45 pt later is the second tap")
    func doubleTap() {
        var tap = machine(taps: 2)
        _ = tap.down(sample(0, 0))
        #expect(tap.up(sample(50, 0)) == .none)
        #expect(tap.deadline == moment(400))
        #expect(tap.down(sample(400, 45)) == .none)
        #expect(tap.up(sample(450, 45)) == .recognise)
    }

    @Test("G-30 a tap too late or too far starts a new series", arguments: [(400.001, 0.0), (300, 45.001)])
    func restart(time: Double, x: Double) {
        var tap = machine(taps: 2)
        _ = tap.down(sample(0, 0))
        _ = tap.up(sample(50, 0))
        #expect(tap.down(sample(time, x)) == .restart)
        #expect(tap.up(sample(time + 10, x)) == .none)
        #expect(tap.completed == 1)
        #expect(tap.down(sample(time + 100, x)) == .none)
        #expect(tap.up(sample(time + 110, x)) == .recognise)
    }

    @Test("G-30 more fingers than asked fail it")
    func tooMany() {
        var tap = machine()
        _ = tap.down(sample(0, 0))
        #expect(tap.down(sample(5, 10, finger: 2)) == .fail)
    }

    @Test("G-31 two fingers have to be down together")
    func twoFingers() {
        var tap = machine(touches: 2)
        _ = tap.down(sample(0, 0))
        _ = tap.down(sample(20, 100, finger: 2))
        #expect(tap.up(sample(40, 0)) == .none)
        #expect(tap.location == Point(50, 0))
        #expect(tap.up(sample(50, 100, finger: 2)) == .recognise)

        tap = machine(touches: 2)
        _ = tap.down(sample(0, 0))
        #expect(tap.up(sample(40, 0)) == .fail)
    }

    @Test("a mouse may move 6 pt in a click")
    func clickSlop() {
        var tap = machine()
        var press = sample(0, 0)
        press.isPointer = true
        _ = tap.down(press)
        press.location = Point(6, 0)
        #expect(tap.move(press) == .none)
        press.location = Point(6.01, 0)
        #expect(tap.move(press) == .fail)
    }
}
