import Gate
import Harness
import Penstock
import Testing

/// The whole way, from a finger to what shows, on virtual time.
@MainActor
@Suite struct GateTests {
    @Test func tapsAreCountedAndAHoldStartsAnew() throws {
        let gate = Gate()
        let kiosk = Harness(size: Size(400, 240), gate)
        defer { kiosk.close() }
        try kiosk.tap("door")
        try kiosk.tap("door")
        #expect(gate.guests == 2)

        let finger = kiosk.finger()
        finger.down(on: try kiosk.view("count"))
        kiosk.advance(by: .seconds(3))
        finger.up()
        #expect(gate.guests == 0)
    }

    @Test func anUnpluggedScreenLetsNobodyIn() throws {
        let gate = Gate()
        let kiosk = Harness(size: Size(400, 240), gate)
        defer { kiosk.close() }
        let finger = kiosk.finger()
        finger.down(on: try kiosk.view("door"))
        kiosk.touchscreen.unplug()
        #expect(gate.guests == 0)
        kiosk.touchscreen.plug()
        try kiosk.tap("door")
        #expect(gate.guests == 1)
    }
}
