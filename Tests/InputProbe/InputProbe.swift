import CCounters
import CFakeDevices
import EventLoop
import FakeDevices
import Glibc
import InputBridge
import InputEvents

/// What can only be seen in a process of its own: blocks allocated on the way from libinput to the handler.
///
/// Run by the tests, prints what it saw. The numbers mean something with optimisation only.
@main
enum InputProbe {
    static let events = 2000

    private final class Counter { var handled = 0 }

    static func main() throws {
        let screen = FakeTouchscreen()
        let mouse = FakeMouse()
        let keyboard = FakeKeyboard()
        let tablet = FakeTablet()
        let devices = [screen, mouse, keyboard, tablet] as [FakeDevice]
        for device in devices { device.plug() }
        let seat = try InputSeat(.devices(devices.map(\.path)))
        let counter = Counter()
        let dispatcher = InputDispatcher(
            seat: seat, loop: .main, mapping: OutputMapping(size: Size(800, 480)),
            keymap: KeymapOptions(layout: "us")
        ) { _ in counter.handled += 1 }
        dispatcher.keyRepeat = .off
        for slot: Int32 in 0..<10 { screen.down(slot, x: 0.1, y: 0.1) }
        screen.sync()
        report("touch", of: counter) { round in
            for slot: Int32 in 0..<10 {
                screen.move(slot, x: 0.1 + 0.0004 * Double(round), y: 0.05 * Double(slot))
            }
            screen.sync()
        }
        report("pointer", of: counter) { round in mouse.move(round % 2 == 0 ? 5 : -5, 3) }
        report("scroll", of: counter) { round in mouse.turn(round % 2 == 0 ? 120 : -120) }
        report("key", of: counter) { round in
            round % 2 == 0 ? keyboard.press(KEY_LEFTSHIFT) : keyboard.release(KEY_LEFTSHIFT)
        }
        tablet.near(true, x: 0.5, y: 0.5)
        report("pen", of: counter) { round in
            tablet.move(x: 0.1 + 0.0004 * Double(round), y: 0.5, pressure: round % 2 == 0 ? 0.5 : 0.6)
        }
        dispatcher.invalidate()
    }

    /// Sends an event at a time; prints what the handler got and how many blocks the later half cost.
    private static func report(_ name: String, of counter: Counter, _ send: (Int) -> Void) {
        counter.handled = 0
        var blocks = 0
        for round in 0..<events {
            if round == events / 2 { blocks = allocation_count() }
            send(round)
            let before = counter.handled
            for _ in 0..<8 where counter.handled == before { Loop.main.run(for: .zero) }
        }
        print(name, counter.handled, "handled", allocation_count() - blocks, "blocks in", events / 2)
    }
}
