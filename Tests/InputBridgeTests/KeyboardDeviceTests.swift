import CFakeDevices
import EventLoop
import FakeDevices
import Glibc
import InputBridge
import InputEvents
import Testing

/// Keyboards of one seat: one state, lamps on all, whatever comes and goes.
@Suite struct KeyboardDeviceTests {
    @Test("two keyboards are one: Shift here, A there; a key held on both is one press (T-46)")
    func twoKeyboards() throws {
        let left = FakeKeyboard(), right = FakeKeyboard()
        left.plug()
        right.plug()
        let live = try Live(.devices([left.path, right.path]))
        _ = live.take()
        // Between devices libinput keeps no order within one dispatch (D-39).
        for act in [
            { left.press(KEY_LEFTSHIFT) }, { right.press(KEY_A) }, { left.press(KEY_A) },
            { right.release(KEY_A) },
            { left.release(KEY_A) }, { left.release(KEY_LEFTSHIFT) },
        ] {
            act()
            live.settle()
        }
        #expect(live.take() == ["key 42 down", "key 30 down A", "key 30 up", "key 42 up"])
    }

    @Test("T-49: lamps on all keyboards, and on one that comes later")
    func lamps() throws {
        let name = "seat-lamps"
        let first = FakeKeyboard(seat: name), second = FakeKeyboard(seat: name),
            late = FakeKeyboard(seat: name)
        first.plug()
        second.plug()
        let live = try Live(.udev(name))
        first.press(KEY_CAPSLOCK)
        first.release(KEY_CAPSLOCK)
        _ = live.take()
        #expect(first.lamp(1) && second.lamp(1) && !second.lamp(0))
        late.plug()
        _ = live.take(1)
        #expect(late.lamp(1))
        second.press(KEY_CAPSLOCK)
        second.release(KEY_CAPSLOCK)
        _ = live.take()
        #expect(!first.lamp(1) && !second.lamp(1) && !late.lamp(1))
    }

    @Test("keys held at the start are nobody's: no press, no release, no modifier; struck again they count")
    func heldAtStart() throws {
        let keyboard = FakeKeyboard()
        keyboard.press(KEY_LEFTSHIFT)
        keyboard.press(KEY_B)
        keyboard.plug()
        let live = try Live(.devices([keyboard.path]))
        keyboard.press(KEY_A)
        keyboard.release(KEY_B)
        keyboard.release(KEY_LEFTSHIFT)
        keyboard.release(KEY_A)
        #expect(live.take() == ["added 1", "key 30 down a", "key 30 up"])
        keyboard.press(KEY_LEFTSHIFT)
        keyboard.press(KEY_B)
        #expect(live.take() == ["key 42 down", "key 48 down B"])
    }

    @Test("a keyboard that goes with Shift held takes it along; the other keyboard's Shift stays")
    func unpluggedModifier() throws {
        let left = FakeKeyboard(), right = FakeKeyboard()
        left.plug()
        right.plug()
        let live = try Live(.devices([left.path, right.path]))
        left.press(KEY_LEFTSHIFT)
        _ = live.take()
        left.unplug()
        #expect(live.take(2) == ["key 42 cancelled", "removed 1"])
        right.press(KEY_A)
        #expect(live.take() == ["key 30 down a"])
    }
}

/// The layout changes while keys are held.
@Suite struct LayoutChangeTests {
    private func keysym(_ event: InputEvent?) -> UInt32? {
        if case .key(let key) = event { key.keysym } else { nil }
    }

    @Test("an up after a switch of the layout has its press's keysym; the next press the new one (T-45)")
    func upAfterSwitch() throws {
        let test = TestSeat()
        test.post(key(21, .down))  // y in the American, z in the German layout
        try test.dispatcher.setKeymap(KeymapOptions(layout: "de"))
        test.post(key(21, .up), key(21, .down), key(21, .up))
        #expect(test.lines == ["key 21 down y", "key 21 up", "key 21 down z", "key 21 up"])
        #expect(test.events.map { keysym($0) } == [0x79, 0x79, 0x7a, 0x7a])
        #expect(test.dispatcher.keymap.layout == "de")
    }

    @Test("held modifiers and locks outlast the switch; a repeat does not")
    func modifiersStay() throws {
        let test = TestSeat()
        test.post(key(58, .down), key(58, .up), key(42, .down))
        try test.dispatcher.setKeymap(KeymapOptions(layout: "de"))
        test.post(key(21, .down), key(21, .up), key(42, .up), key(21, .down))
        #expect(
            test.lines.suffix(4) == ["key 21 down z", "key 21 up", "key 42 up", "key 21 down Z"])
        test.forget()
        try test.dispatcher.setKeymap(KeymapOptions(layout: "us"))
        test.pass(.seconds(2))
        #expect(test.lines == [])
    }

    @Test("a layout that there is not changes nothing, and the error names it")
    func unknown() throws {
        let test = TestSeat()
        let error = try #require(throws: InputError.self) {
            try test.dispatcher.setKeymap(KeymapOptions(layout: "klingon"))
        }
        #expect(error.description.contains("klingon"))
        test.post(key(21, .down))
        #expect(test.lines == ["key 21 down y"] && test.dispatcher.keymap.layout == "us")
    }

    @Test("with two layouts in one keymap a key switches between them")
    func groups() {
        let test = TestSeat(keymap: KeymapOptions(layout: "us,de", options: "grp:menu_toggle"))
        test.post(key(21, .down), key(21, .up), key(127, .down), key(127, .up), key(21, .down))
        #expect(test.lines == ["key 21 down y", "key 21 up", "key 127 down", "key 127 up", "key 21 down z"])
    }
}
