import InputBridge
import InputEvents
import Testing

// Codes of linux/input-event-codes.h.
private let esc: UInt32 = 1, enter: UInt32 = 28, control: UInt32 = 29, a: UInt32 = 30, z: UInt32 = 44
private let shift: UInt32 = 42, capsLock: UInt32 = 58, equal: UInt32 = 13, altGr: UInt32 = 100,
    apostrophe: UInt32 = 40

@Suite struct KeyboardStateTests {
    private func keyboard(_ layout: String = "us", _ variant: String = "") throws -> KeyboardState {
        try KeyboardState(KeymapOptions(layout: layout, variant: variant))
    }

    @Test("T-43: xkb's code is evdev's and 8 more")
    func code() throws {
        #expect(try keyboard().meaning(of: a).keysym == 0x61)
        #expect(try keyboard("de").meaning(of: 21).characters == "z")
        #expect(try keyboard("de").meaning(of: z).characters == "y")
    }

    @Test("T-44: Shift itself is reported without Shift, the next key with it")
    func shifted() throws {
        let keyboard = try keyboard()
        #expect(keyboard.meaning(of: shift).modifiers == [])
        _ = keyboard.update(shift, isDown: true)
        let meaning = keyboard.meaning(of: a)
        #expect(meaning.modifiers == .shift && meaning.characters == "A" && meaning.keysym == 0x41)
        _ = keyboard.update(shift, isDown: false)
        #expect(keyboard.meaning(of: a).characters == "a")
    }

    @Test("T-48: asking for a meaning changes nothing")
    func pure() throws {
        let keyboard = try keyboard()
        for _ in 0..<3 { #expect(keyboard.meaning(of: capsLock).modifiers == []) }
        #expect(keyboard.meaning(of: a).characters == "a")
    }

    @Test("T-49: Caps Lock changes a lamp, Shift does not")
    func lamps() throws {
        let keyboard = try keyboard()
        #expect(!keyboard.update(shift, isDown: true))
        #expect(!keyboard.update(shift, isDown: false))
        #expect(keyboard.update(capsLock, isDown: true))
        #expect(keyboard.lamps == .capsLock)
        _ = keyboard.update(capsLock, isDown: false)
        #expect(keyboard.meaning(of: a).characters == "A")
        _ = keyboard.update(capsLock, isDown: true)
        #expect(keyboard.update(capsLock, isDown: false))
        #expect(keyboard.lamps == [])
    }

    @Test("T-51: Control, Alt and the logo key type nothing")
    func noText() throws {
        let keyboard = try keyboard()
        _ = keyboard.update(control, isDown: true)
        let meaning = keyboard.meaning(of: a)
        #expect(meaning.characters == nil && meaning.keysym == 0x61 && meaning.modifiers == .control)
    }

    @Test("T-51: Control-Shift-= and Control-plus are one shortcut")
    func consumed() throws {
        let keyboard = try keyboard()
        _ = keyboard.update(control, isDown: true)
        _ = keyboard.update(shift, isDown: true)
        let meaning = keyboard.meaning(of: equal)
        #expect(meaning.keysym == 0x2b)
        #expect(meaning.modifiers == [.control, .shift] && meaning.consumed == .shift)
    }

    @Test func controlCharactersAreNoText() throws {
        let keyboard = try keyboard()
        let meaning = keyboard.meaning(of: enter)
        #expect(meaning.keysym == 0xff0d && meaning.characters == nil)
        #expect(keyboard.meaning(of: esc).characters == nil)
    }

    @Test func thirdLevel() throws {
        let keyboard = try keyboard("de")
        _ = keyboard.update(altGr, isDown: true)
        #expect(keyboard.meaning(of: 18).characters == "€")
    }

    @Test("T-47: whether a key repeats is the keymap's word")
    func repeats() throws {
        let keyboard = try keyboard()
        #expect(keyboard.repeats(a) && !keyboard.repeats(shift))
    }

    @Test("T-50: a dead key and a letter, presses only")
    func compose() throws {
        let keyboard = try keyboard("us", "intl")
        let table = ComposeState.begins(with: keyboard.meaning(of: apostrophe).keysym)
        #expect(table)
        #expect(keyboard.composedMeaning(of: apostrophe).characters == nil)
        let composed = keyboard.composedMeaning(of: 18)
        // Where the locale has no table the letter stands by itself.
        #expect(composed.characters == "é" || composed.characters == "e")
        #expect(keyboard.composedMeaning(of: 18).characters == "e")
    }

    @Test("T-45: rebuilt, nothing is held and nothing locked")
    func rebuilt() throws {
        let keyboard = try keyboard()
        _ = keyboard.update(shift, isDown: true)
        _ = keyboard.update(capsLock, isDown: true)
        keyboard.rebuild()
        #expect(keyboard.modifiers == [] && keyboard.lamps == [])
    }

    @Test func aLayoutThatIsNone() throws {
        let error = try #require(throws: InputError.self) { try keyboard("no-such-layout") }
        #expect(error.wanted.contains("no-such-layout") && error.remedy.contains("XKB_DEFAULT"))
    }
}

@Suite struct KeymapOptionsTests {
    @Test func theVariables() {
        let options = KeymapOptions {
            ["XKB_DEFAULT_LAYOUT": "de,us", "XKB_DEFAULT_VARIANT": "nodeadkeys"][$0]
        }
        #expect(options == KeymapOptions(layout: "de,us", variant: "nodeadkeys"))
        #expect(KeymapOptions { _ in nil } == nil)
    }

    @Test func theFile() {
        let text = """
            # KEYBOARD CONFIGURATION FILE
            XKBMODEL="pc105"
            XKBLAYOUT='de'
            XKBVARIANT=""
             XKBOPTIONS=ctrl:nocaps
            BACKSPACE="guess"
            nonsense
            """
        #expect(
            KeymapOptions(defaults: text)
                == KeymapOptions(layout: "de", model: "pc105", options: "ctrl:nocaps"))
        #expect(KeymapOptions(defaults: "") == KeymapOptions())
    }
}

@Suite struct KeyRepeatTests {
    private let begin = KeyRepeatMachine.Action.start(delay: .milliseconds(400), interval: .milliseconds(40))

    @Test("T-47: starts with a key that repeats, stops with its release only")
    func startAndStop() {
        var machine = KeyRepeatMachine()
        #expect(machine.press(a, by: board, repeats: true) == begin)
        #expect(machine.press(shift, by: board, repeats: false) == .none)
        #expect(machine.release(shift) == .none)
        #expect(machine.key?.code == a)
        #expect(machine.release(a) == .stop)
        #expect(machine.release(a) == .none)
    }

    @Test("T-47: another repeating key takes over")
    func takeOver() {
        var machine = KeyRepeatMachine()
        _ = machine.press(a, by: board, repeats: true)
        #expect(machine.press(z, by: board, repeats: true) == begin)
        #expect(machine.release(a) == .none)
        #expect(machine.release(z) == .stop)
    }

    @Test("T-47: rate 0 is off")
    func off() {
        var machine = KeyRepeatMachine(.off)
        #expect(machine.press(a, by: board, repeats: true) == .none)
        machine.setting.rate = .nan
        #expect(machine.press(a, by: board, repeats: true) == .none)
    }
}

@Suite struct HeldSetTests {
    @Test("T-33 T-46: the seat's count, not the device's")
    func counts() {
        var held = HeldSet()
        #expect(held.press(1, by: board) == true)
        #expect(held.press(1, by: mouse) == false)
        #expect(held.press(1, by: board) == false)
        #expect(held.release(1, by: board) == false)
        #expect(held.release(1, by: board) == false)
        #expect(held.release(1, by: mouse) == true)
        #expect(held.isEmpty)
    }

    @Test("T-45: what a device held is taken back, what another still holds is not")
    func takenBack() {
        var held = HeldSet()
        for code: UInt32 in [1, 2, 3] { _ = held.press(code, by: board) }
        _ = held.press(2, by: mouse)
        var codes: [UInt32] = []
        while let entry = held.releaseNext(of: board) { codes.append(entry.code) }
        #expect(codes == [3, 1])
        #expect(held.holds(2) && held.releaseNext(of: nil)?.code == 2)
    }
}
