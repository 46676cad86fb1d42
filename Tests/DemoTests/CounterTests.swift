import Demo
import Display
import EventLoop
import Graphics
import Harness
import InputEvents
import Interface
import LayerTree
import Testing

/// The counter in virtual time, with the finger of a scripted touchscreen.
@MainActor @Suite(.serialized) struct CounterTests {
    private func withCounter(_ body: (Harness, CounterScreen) throws -> Void) rethrows {
        let screen = CounterScreen()
        WallClock.anchor = (Instant(nanoseconds: 1_000_000_000), WallClock.virtualStart)
        let kiosk = Harness(size: Size(800, 480), screen)
        defer {
            kiosk.close()
            WallClock.anchor = nil
        }
        try body(kiosk, screen)
    }

    private func text(_ identifier: String, _ kiosk: Harness) throws -> String {
        try #require(kiosk.find(identifier) as? Label).text
    }

    @Test("taps fill the order, and the total follows")
    func taps() throws {
        try withCounter { kiosk, screen in
            #expect(try text("total", kiosk) == "0.00 €")
            for name in ["Adult", "Adult", "Bicycle"] { try kiosk.tap(name) }
            #expect(screen.order.lines.map(\.count) == [2, 1])
            #expect(try text("total", kiosk) == "15.50 €")
            try kiosk.tap("less Adult")
            #expect(try text("total", kiosk) == "9.00 €")
        }
    }

    @Test("a tile reacts to the touch-down, and acts at the lift")
    func press() throws {
        try withCounter { kiosk, screen in
            let tile = try #require(kiosk.find("Family") as? Tile)
            let before = pixel(tile, kiosk)
            let finger = kiosk.finger()
            finger.down(on: tile)
            #expect(tile.isPressed)
            kiosk.advance(by: kiosk.display.refreshInterval)
            #expect(pixel(tile, kiosk) != before)
            #expect(screen.order.isEmpty)
            kiosk.advance(by: .milliseconds(80))
            finger.up()
            #expect(!tile.isPressed)
            #expect(screen.order.count == 1)
            kiosk.settle()
            #expect(pixel(tile, kiosk) == before)
        }
    }

    private func pixel(_ view: View, _ kiosk: Harness) -> UInt32 {
        let place = view.pointOnDisplay(Point(view.bounds.midX, view.bounds.midY))
        return kiosk.picture[Int(place.x), Int(place.y)]
    }

    @Test("a drag on a tile scrolls and presses nothing")
    func drag() throws {
        try withCounter { kiosk, screen in
            let scroll = try #require(kiosk.find("tiles") as? ScrollView)
            let tile = try #require(kiosk.find("Dog") as? Tile)
            let finger = kiosk.finger()
            finger.down(on: tile)
            #expect(tile.isPressed)
            finger.move(by: Point(0, -120), over: .milliseconds(300))
            #expect(!tile.isPressed)
            #expect(kiosk.runner.mode == .tracking)
            finger.up()
            #expect(kiosk.settle())
            #expect(scroll.contentOffset.y > 0)
            #expect(kiosk.runner.mode == .default)
            #expect(screen.order.isEmpty)
        }
    }

    @Test("R-07 the header's clock pauses while a finger scrolls, and follows afterwards")
    func clockPauses() throws {
        try withCounter { (kiosk, _) throws in
            #expect(try text("clock", kiosk) == "09:41")
            kiosk.advance(by: .seconds(11))
            let finger = kiosk.finger()
            finger.down(at: Point(250, 300))
            finger.move(by: Point(0, -60), over: .seconds(3))
            #expect(try text("clock", kiosk) == "09:41")
            finger.up()
            kiosk.settle()
            kiosk.advance(by: .seconds(1))
            #expect(try text("clock", kiosk) == "09:42")
            kiosk.advance(by: .seconds(59))
            #expect(try text("clock", kiosk) == "09:43")
        }
    }

    @Test("an order is confirmed by a banner that comes and goes")
    func order() throws {
        try withCounter { kiosk, screen in
            let banner = try #require(kiosk.find("banner"))
            let order = try #require(kiosk.find("Order") as? Button)
            #expect(!order.isEnabled)
            try kiosk.tap("Order")
            #expect(screen.confirmed == 0)
            try kiosk.tap("Adult")
            #expect(order.isEnabled)
            try kiosk.tap("Order")
            #expect(screen.confirmed == 1)
            #expect(screen.order.isEmpty)
            #expect(try text("total", kiosk) == "0.00 €")
            #expect(!banner.isHidden)
            #expect(kiosk.host.hasRunningAnimations)
            kiosk.settle()
            #expect(!banner.isHidden)
            kiosk.advance(by: .seconds(4))
            kiosk.settle()
            #expect(banner.isHidden)
        }
    }

    @Test("a finger that slides off the button orders nothing")
    func slideOff() throws {
        try withCounter { kiosk, screen in
            try kiosk.tap("Adult")
            let finger = kiosk.finger()
            finger.down(on: try #require(kiosk.find("Order")))
            finger.move(by: Point(0, -120), over: .milliseconds(200))
            finger.up()
            kiosk.settle()
            #expect(screen.confirmed == 0)
            #expect(screen.order.count == 1)
        }
    }

    @Test("moments are noted in the order in which they come, one of a kind for each customer")
    func moments() throws {
        var noted: [String] = []
        Moment.listener = { noted.append($0.description) }
        defer { Moment.listener = nil }
        try withCounter { kiosk, _ in
            for name in ["Adult", "Adult", "Order"] { try kiosk.tap(name) }
            kiosk.settle()
            kiosk.advance(by: .seconds(5))
        }
        let expected = ["tile pressed", "ticket added", "order confirmed", "ready for the next customer"]
        #expect(noted == expected)
    }

    @Test("a counter that nobody touches wakes once a minute and draws only then")
    func idle() {
        withCounter { kiosk, _ in
            kiosk.settle()
            let trace = TurnTrace(capacity: 4096)
            kiosk.loop.trace = trace
            let frames = kiosk.display.framesPresented
            kiosk.advance(by: .seconds(600))
            kiosk.loop.trace = nil
            #expect(trace.records.count { $0.kind == .timer } == 10)
            #expect(kiosk.display.framesPresented - frames == 10)
        }
    }
}
