import FakeDevices
import InputBridge
import InputEvents
import KernelInput
import Testing

@Suite struct ExportTests {
    private func export(_ lines: String) throws -> DeviceRecording {
        DeviceRecording(
            try InputRecording(text: "penstock-recording 1\ndisplay 800x480\n" + lines + "9 end\n"))
    }

    @Test("touches: what libinput makes of the exported events is what was recorded")
    func touches() throws {
        let recording = try export(
            """
            0 added 1 "Panel" touch mm=220x125
            1 touch 1 1:began:0.5,0.25
            1.1 touch 1 1:moved:0.5,0.375 2:began:0.1,0.1
            1.2 touch 1 1:stationary:0.5,0.375 2:ended:0.1,0.1
            1.3 touch 1 1:moved:0.25,0.375
            1.4 touch 1 1:ended:0.25,0.375

            """)
        #expect(recording.warning == nil)
        let way = try ThroughLibinput(recording)
        way.play()
        #expect(way.ledger.fault == nil)
        #expect(way.ledger.began == 2 && way.ledger.ended == 2 && way.ledger.isAtRest)
        let first = try #require(recording.devices.first)
        #expect(first.events.first { $0.code == 0x35 }?.value == 16384)
        #expect(first.description.axes[0x35]?.resolution == 149)
    }

    @Test(
        "a mouse and a keyboard: motion with its fractions, a click, a wheel, a key held when its board goes")
    func mouseAndKeys() throws {
        let recording = try export(
            """
            0 added 1 "Mouse" pointer
            0 added 2 "Keys" keyboard
            1 pointer 1 relative 3,0 raw=1.5,0
            1.1 pointer 1 relative 3,0 raw=1.5,-0.25
            1.2 button 1 0x110 down
            1.5 button 1 0x110 up
            1.6 scroll 1 wheel 0,15 clicks=0,1
            1.7 key 2 30 down
            2 removed 2

            """)
        #expect(recording.warning == nil)
        let mouse = recording.devices[0].events.filter { $0.type == 2 }.map { [Int32($0.code), $0.value] }
        #expect(mouse == [[0, 2], [0, 1], [8, -1]])
        let way = try ThroughLibinput(recording)
        way.play()
        #expect(way.ledger.fault == nil && way.ledger.isAtRest)
        #expect(way.ledger.motions == 2 && way.ledger.presses == 1 && way.ledger.scrolls == 1)
        #expect(way.ledger.keys == [30])
        #expect(recording.devices[1].events.filter { $0.type == 1 }.map(\.value) == [1, 0])
    }

    @Test("what has no form below libinput is counted")
    func leftOut() throws {
        let recording = try export(
            """
            0 added 1 "Pad" pointer,touch
            1 scroll 1 finger 0,15
            1.1 touch 1 1:began:0.5,0.25
            1.2 touch 1 1:cancelled:0.5,0.25
            1.3 touch 1 7:moved:0.5,0.25

            """)
        #expect(recording.warning == "3 events have no form below libinput and were left out or changed")
        #expect(recording.devices[0].events.filter { $0.code == 0x39 }.map(\.value) == [1, -1])
    }
}
