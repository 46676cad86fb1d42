import EventLoop
import InputBridge
import InputEvents
import KernelInput
import Testing

@Suite struct ReaderTests {
    private let evemu = """
        # EVEMU 1.3
        # Input device name: "Panel"
        N: Panel #2
        I: 0003 1234 0001 0111
        P: 02 00 00 00 00 00 00 00
        B: 00 0b 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 01 00 00 00 00 00
        B: 03 03 00 00 00 00 80 20 00
        A: 00 0 4095 1 2 40
        A: 35 0 4095 0 0
        E: 1512000000.000100 0003 0035 100	# EV_ABS / ABS_MT_POSITION_X
        E: 1512000000.000200 0000 0000 0	# ------------ SYN_REPORT
        E: 1512000001.500000 0003 0035 -1

        """

    @Test("evemu: the description and the events, times from the first event on")
    func evemuText() throws {
        let recording = try DeviceRecording(text: evemu, name: "a.events")
        let device = try #require(recording.devices.first)
        #expect(device.description.name == "Panel #2")
        #expect(device.description.vendor == 0x1234 && device.description.version == 0x111)
        #expect(device.description.properties == [1])
        #expect(device.description.codes == [0: [0, 1, 3], 1: [80], 3: [0, 1, 0x2f, 0x35]])
        #expect(device.description.axes[0]?.maximum == 4095 && device.description.axes[0]?.fuzz == 1)
        #expect(
            device.description.axes[0]?.resolution == 40 && device.description.axes[0x35]?.resolution == 0)
        #expect(device.events.map(\.time) == [0, 100, 1_499_900])
        #expect(device.events.last == DeviceEvent(time: 1_499_900, type: 3, code: 0x35, value: -1))
        #expect(recording.warning == nil)
    }

    @Test(
        "evemu: errors name file, line, what was found and what was expected",
        arguments: [
            ("N: x\nE: 1.5 0003\n\n", 2, "found 2 words, expected E: and a time, type, code and value"),
            (
                "N: x\nE: 1.000000 0003 0035 999999999999\n\n", 2,
                "found 4 words, expected E: and a time, type, code and value"
            ),
            ("N: x\nI: 3 4\n\n", 2, "found 2 words, expected I: and four hexadecimal numbers"),
            ("N: x\nB: zz 00\n\n", 2, "found \"zz\", expected the number of an event type"),
            ("N: x\nB: 01 100\n\n", 2, "found 1 words, expected up to eight hexadecimal bytes"),
            (
                "N: x\nA: 77 0 1 0 0\n\n", 2,
                "found 5 words, expected A: and an axis, minimum, maximum, fuzz, flat, resolution"
            ),
            ("N: x\nhello\n\n", 2, "found \"hello\", expected a line of evemu's"),
            ("# EVEMU 1.3\n", 2, "found the end of the file, expected a device or events"),
        ])
    func evemuErrors(text: String, line: Int, message: String) {
        let error = #expect(throws: InputError.self) { try DeviceRecording(text: text, name: "a.events") }
        #expect(error?.description == "a.events:\(line): \(message)")
    }

    @Test("evemu: a cut file plays up to the cut")
    func evemuCut() throws {
        let recording = try DeviceRecording(text: String(evemu.dropLast(14)), name: "a.events")
        #expect(recording.devices.first?.events.count == 2)
        #expect(recording.warning == "a.events:14: the recording was cut here; it plays up to this line")
    }

    private let yaml = """
        version: 1
        ndevices: 2
        libinput:
          version: "1.22.1"
        devices:
        - node: /dev/input/event9
          evdev:
            # a remark
            name: "Panel \\"2\\""
            id: [29, 1739, 0, 1]
            codes:
              0: [0, 1] # EV_SYN
              3: [0, 53]
            absinfo:
              53: [0, 4089, 1, 2, 42]
            properties: [0, 2]
          hid: [ 5, 6 ]
          udev:
            properties:
            - ID_INPUT=1
          events:
          # Current time is 12:00:00
          - evdev:
            - [  3, 100,   3,  53,    1218] # EV_ABS
            - [  3, 100,   0,   0,       0]
          - libinput:
            - {time: 1.1, type: TOUCH_DOWN}
        - node: /dev/input/event10
          evdev:
            name: Keys
            codes:
              1: [30]
            properties:
          events:
          - evdev:
            - [2, 999900, 1, 30, 1]

        """

    @Test("libinput record: two devices on one time line; unknown keys are passed over")
    func yamlText() throws {
        let recording = try DeviceRecording(text: yaml, name: "a.yml")
        try #require(recording.devices.count == 2)
        let panel = recording.devices[0]
        #expect(panel.description.name == "Panel \"2\"")
        #expect(panel.description.bus == 29 && panel.description.version == 1)
        #expect(
            panel.description.codes == [0: [0, 1], 3: [0, 53]] && panel.description.properties == [0, 2])
        #expect(panel.description.axes[53]?.resolution == 42 && panel.description.axes[53]?.flat == 2)
        #expect(panel.events.map(\.time) == [200, 200] && panel.events[0].value == 1218)
        #expect(recording.devices[1].events == [DeviceEvent(time: 0, type: 1, code: 30, value: 1)])
    }

    @Test(
        "libinput record: errors name file and line",
        arguments: [
            ("- 1\n", "a.yml:1: found a list, expected version: 1, as libinput record writes it"),
            ("version: 2\n", "a.yml:1: found \"2\", expected version 1"),
            ("version: 1\ndevices: none\n", "a.yml:1: found a table, expected a list of devices"),
            (
                "version: 1\ndevices:\n- evdev:\n    id: [1, 2]\n",
                "a.yml:4: found a list, expected four numbers"
            ),
            (
                "version: 1\ndevices:\n- evdev:\n    codes:\n      3: [x]\n",
                "a.yml:5: found \"x\", expected a list of codes"
            ),
            (
                "version: 1\ndevices:\n- evdev: {}\n  events:\n  - evdev:\n    - [1, 2, 3, 4]\n",
                "a.yml:6: found a list, expected an event such as [0, 8000, 3, 53, 1218]"
            ),
            (
                "version: 1\ndevices:\n- evdev: {}\n  events:\n  - evdev:\n    - [1, 2, 3, 4, 99999999999]\n",
                "a.yml:6: found a list, expected an event such as [0, 8000, 3, 53, 1218]"
            ),
            ("version: 1\ndevices: []\n", "a.yml:2: found a list, expected at least one device"),
            ("version: 1\na: &x 1\nb: *x\n", "a.yml:3: found an alias, expected plain values"),
            ("", "a.yml:1: found the end of the file, expected a recording"),
            ("hello\n", "a.yml:1: found a single word, expected a recording"),
            (String(repeating: "[", count: 40), "a.yml:1: found more than 16 levels, expected a recording"),
        ])
    func yamlErrors(text: String, message: String) {
        let error = #expect(throws: InputError.self) { try DeviceRecording(text: text, name: "a.yml") }
        #expect(error?.description == message)
    }

    @Test("libinput record: a file that was cut in an event plays up to it")
    func yamlCut() throws {
        let lines = yaml.split(separator: "\n", omittingEmptySubsequences: false)
        let last = try #require(lines.firstIndex { $0.contains("   0,       0]") })
        let cut = lines[..<last].joined(separator: "\n") + "\n    - [  3, 100, "
        let recording = try DeviceRecording(text: cut, name: "a.yml")
        #expect(recording.warning?.hasPrefix("a.yml:") ?? false)
        #expect(recording.devices.first?.events.first?.value == 1218)
    }

    @Test("what is written as libinput record does reads back as the same")
    func roundTrip() throws {
        for text in [evemu, yaml] {
            let recording = try DeviceRecording(text: text, name: "a")
            #expect(try DeviceRecording(text: recording.yaml, name: "b") == recording)
        }
    }

    @Test("libinput record: a stamp before the first one counts as the first")
    func stampsThatGoBack() throws {
        let text =
            "version: 1\ndevices:\n- evdev: {}\n  events:\n  - evdev:\n    - [3, 103, 2, 0, 1]\n    - [3, 100, 0, 0, 0]\n"
        let recording = try DeviceRecording(text: text, name: "a")
        #expect(recording.devices.first?.events.map(\.time) == [0, 0])
        #expect(try DeviceRecording(text: recording.yaml, name: "b") == recording)
    }

    @Test("events without a description are played on the device of another file")
    func followed() throws {
        let events = try DeviceRecording(text: "E: 5.000000 0001 001e 1\n", name: "b")
        let joined = try DeviceRecording(text: evemu, name: "a").followed(by: events)
        #expect(joined.devices.count == 1 && joined.devices[0].description.name == "Panel #2")
        #expect(joined.devices[0].events.last == DeviceEvent(time: 1_499_900, type: 1, code: 30, value: 1))
    }
}
