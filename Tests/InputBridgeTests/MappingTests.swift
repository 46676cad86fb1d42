import EventLoop
import FakeDevices
import Glibc
import InputBridge
import InputEvents
import Testing

/// Touchscreens and tablets follow the display they belong to.
@Suite struct MappingTests {
    /// One of the eight ways a picture lies on a panel, and where the device's place (0.25, 0.125) is in it.
    struct Way: Sendable, CustomTestStringConvertible {
        var rotation: Rotation, isMirrored: Bool, x: Double, y: Double
        var testDescription: String { "\(rotation.rawValue)\(isMirrored ? " mirrored" : "")" }

        /// A display of 800 × 400 points as the picture has it, its corner at (100, 50).
        var mapping: OutputMapping {
            OutputMapping(
                size: Size(800, 400), rotation: rotation, isMirrored: isMirrored, origin: Point(100, 50))
        }
    }

    static let ways = [
        Way(rotation: .none, isMirrored: false, x: 0.25, y: 0.125),
        Way(rotation: .quarter, isMirrored: false, x: 0.125, y: 0.75),
        Way(rotation: .half, isMirrored: false, x: 0.75, y: 0.875),
        Way(rotation: .threeQuarters, isMirrored: false, x: 0.875, y: 0.25),
        Way(rotation: .none, isMirrored: true, x: 0.75, y: 0.125),
        Way(rotation: .quarter, isMirrored: true, x: 0.875, y: 0.75),
        Way(rotation: .half, isMirrored: true, x: 0.25, y: 0.875),
        Way(rotation: .threeQuarters, isMirrored: true, x: 0.125, y: 0.25),
    ]

    @Test("the eight ways: there and back", arguments: ways)
    func eightWays(way: Way) {
        let unit = Point(0.25, 0.125)
        let point = way.mapping.point(for: unit)
        #expect(point == Point(100 + way.x * 800, 50 + way.y * 400))
        #expect(way.mapping.unit(for: point) == unit)
    }

    @Test(
        "down, move and up alike, with the display known before the device or after it", arguments: ways,
        [true, false])
    func bothOrders(way: Way, displayFirst: Bool) throws {
        let name = "seat-\(way.testDescription)-\(displayFirst)"
        let screen = FakeTouchscreen(seat: name)
        if !displayFirst { screen.plug() }
        let live = try Live(.udev(name))
        live.dispatcher.mapping = way.mapping
        if displayFirst { screen.plug() }
        try touch(screen, live, way)
    }

    private func touch(_ screen: FakeTouchscreen, _ live: Live, _ way: Way) throws {
        _ = live.take()
        screen.down(0, x: 0.25, y: 0.125)
        screen.sync()
        live.settle()
        screen.move(0, x: 0.5, y: 0.5)
        screen.sync()
        live.settle()
        screen.move(0, x: 0.25, y: 0.125)
        screen.sync()
        screen.up(0)
        screen.sync()
        live.settle()
        var all = live.events.compactMap { event -> TouchSample? in
            if case .touch(let frame) = event { frame.touches.first } else { nil }
        }
        let place = Point(100 + way.x * 800, 50 + way.y * 400)
        try #require(all.count >= 3)
        let up = all.removeLast()
        #expect(up.phase == .ended && up.location.isNear(place))
        #expect(all.first?.phase == .began && all.first?.location.isNear(place) == true)
        #expect(all.last?.phase == .moved && all.last?.location.isNear(place) == true)
    }

    @Test("a pen is led as a finger is", arguments: ways)
    func pen(way: Way) throws {
        let tablet = FakeTablet()
        tablet.plug()
        let live = try Live(.devices([tablet.path]), mapping: way.mapping)
        _ = live.take()
        tablet.near(true, x: 0.25, y: 0.125)
        tablet.move(x: 0.25, y: 0.125, pressure: 0.5)
        tablet.move(x: 0.25, y: 0.125)
        tablet.near(false)
        live.settle()
        let places = live.events.compactMap { event -> Point? in
            if case .tabletTool(let event) = event { event.location } else { nil }
        }
        #expect(places.count == 4)
        #expect(places.allSatisfy { $0.isNear(Point(100 + way.x * 800, 50 + way.y * 400), 1) })
    }

    private let first = NamedOutput(name: "HDMI-A-1", mapping: OutputMapping(size: Size(800, 400)))
    private let second = NamedOutput(
        name: "DSI-1", mapping: OutputMapping(size: Size(400, 400), rotation: .half, origin: Point(800, 0)))

    private func device(_ id: DeviceID, _ name: String, output: String? = nil) -> InputEvent {
        .deviceAdded(Device(id: id, name: name, capabilities: .touch, outputName: output))
    }

    @Test("with several displays: by udev's word, by setting, else the main one; in either order")
    func several() throws {
        for displaysFirst in [true, false] {
            let test = TestSeat(size: Size(800, 400))
            test.seat.settings = try InputSettings(text: "[device name=c]\noutput = DSI-1")
            if displaysFirst { test.dispatcher.outputs = [first, second] }
            let ids = (1...4).map { DeviceID(rawValue: UInt32($0)) }
            test.post(
                device(ids[0], "a"), device(ids[1], "b", output: "DSI-1"),
                device(ids[2], "c", output: "HDMI-A-1"), device(ids[3], "d", output: "VGA-1"))
            if !displaysFirst { test.dispatcher.outputs = [first, second] }
            test.forget()
            for (number, id) in ids.enumerated() {
                test.post(frame([(number + 1, .began, 0.25, 0.25)], of: id))
            }
            #expect(
                test.lines == ["began 1 200,100", "began 2 1100,300", "began 3 1100,300", "began 4 200,100"])
            test.forget()
            test.seat.settings = InputSettings()
            test.post(
                frame([(3, .ended, 0.25, 0.25)], of: ids[2]), frame([(5, .began, 0.25, 0.25)], of: ids[2]))
            #expect(test.lines == ["ended 3 1100,300", "began 5 200,100"])
        }
    }

    @Test("a display that is turned under a finger: the finger keeps its way, the next one has the new one")
    func turnedUnderAFinger() {
        let test = TestSeat(size: Size(800, 400))
        test.post(device(screen, "a"), frame([(1, .began, 0.25, 0.25)]))
        test.forget()
        test.dispatcher.mapping = OutputMapping(size: Size(800, 400), rotation: .half)
        test.post(
            frame([(1, .moved, 0.5, 0.25)]), frame([(1, .ended, 0.5, 0.25)]), frame([(2, .began, 0.25, 0.25)])
        )
        #expect(test.lines == ["moved 1 400,100", "ended 1 400,100", "began 2 600,300"])
    }

    @Test("the pointer goes from display to display and stays on them")
    func pointer() {
        let test = TestSeat(size: Size(800, 400))
        test.dispatcher.outputs = [first, second]
        test.post(motion(500, 0))
        test.post(motion(0, 500))
        test.post(motion(500, -1000))
        #expect(test.dispatcher.pointerLocation.isNear(Point(1200, 0)))
        test.post(motion(-5000, 0))
        #expect(test.lines.last == "pointer 0,0")
    }
}

extension Point {
    fileprivate func isNear(_ other: Point, _ slack: Double = 0.5) -> Bool {
        abs(x - other.x) <= slack && abs(y - other.y) <= slack
    }
}
