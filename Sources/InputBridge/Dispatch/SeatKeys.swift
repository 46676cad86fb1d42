import InputEvents

/// The keyboards of a seat taken as one: held keys, modifiers, locks, and the key that repeats.
///
/// The keymap is compiled when the first keyboard comes.
final class SeatKeys {
    private enum Keymap {
        case untried
        case ready(KeyboardState)
        case failed
    }

    /// A press and what it meant, so that its release has the same keysym after a change of layout.
    private struct Press {
        var code: UInt32
        var keysym: UInt32
    }

    private var options: KeymapOptions
    private let onFailure: (InputError) -> Void
    private var keymap = Keymap.untried
    private var held = HeldSet()
    private var presses: [Press] = []
    var repeater = KeyRepeatMachine()

    /// `onFailure` hears once when the keymap cannot be had; keys then have codes only.
    init(_ options: KeymapOptions, onFailure: @escaping (InputError) -> Void) {
        self.options = options
        self.onFailure = onFailure
    }

    /// The lamps that shall shine.
    var lamps: KeyboardState.Lamps { keyboard?.lamps ?? [] }

    /// A keyboard's press; `nil` when another keyboard holds the key already (T-46).
    func press(_ event: KeyEvent) -> (event: KeyEvent, lampsChanged: Bool, action: KeyRepeatMachine.Action)? {
        guard held.press(event.keycode, by: event.device) else { return nil }
        var event = event
        guard let keyboard else { return (event, false, .none) }
        event.take(keyboard.composedMeaning(of: event.keycode))
        presses.append(Press(code: event.keycode, keysym: event.keysym))
        let lampsChanged = keyboard.update(event.keycode, isDown: true)
        let repeats = keyboard.repeats(event.keycode)
        return (event, lampsChanged, repeater.press(event.keycode, by: event.device, repeats: repeats))
    }

    /// A keyboard's release; `nil` when the key is still held by another, or was not held.
    func release(_ event: KeyEvent) -> (event: KeyEvent, lampsChanged: Bool, action: KeyRepeatMachine.Action)?
    {
        guard held.release(event.keycode, by: event.device) else { return nil }
        return released(event)
    }

    /// Takes back one key of a device, or of any when `nil`; call it until it answers `nil`.
    func cancelNext(
        of device: DeviceID?, at time: Timestamp
    ) -> (event: KeyEvent, lampsChanged: Bool, action: KeyRepeatMachine.Action)? {
        guard let key = held.releaseNext(of: device) else { return nil }
        return released(
            KeyEvent(device: key.device, timestamp: time, keycode: key.code, phase: .cancelled))
    }

    /// The repeat that is due, with the modifiers of now (T-48); `nil` when no key repeats.
    func repeated(at time: Timestamp) -> KeyEvent? {
        guard let key = repeater.key, let keyboard else { return nil }
        var event = KeyEvent(device: key.device, timestamp: time, keycode: key.code, phase: .repeats)
        event.take(keyboard.meaning(of: key.code))
        return event
    }

    /// The focus went: a compose sequence is forgotten (T-50).
    func resetCompose() {
        if case .ready(let keyboard) = keymap { keyboard.resetCompose() }
    }

    /// The devices were away: modifiers and locks begin anew (T-45).
    func rebuild() {
        if case .ready(let keyboard) = keymap { keyboard.rebuild() }
    }

    /// Takes another layout; held keys stay held and locks locked.
    ///
    /// Answers whether lamps may have changed, and what becomes of the repeat.
    func change(
        to options: KeymapOptions
    ) throws(InputError) -> (lampsChanged: Bool, action: KeyRepeatMachine.Action) {
        let fresh = try KeyboardState(options)
        self.options = options
        if case .ready(let old) = keymap { fresh.take(locksOf: old) }
        for press in presses { _ = fresh.update(press.code, isDown: true) }
        keymap = .ready(fresh)
        return (true, repeater.stop())
    }

    private func released(
        _ event: KeyEvent
    ) -> (event: KeyEvent, lampsChanged: Bool, action: KeyRepeatMachine.Action) {
        var event = event
        let action = repeater.release(event.keycode)
        guard let keyboard else { return (event, false, action) }
        event.modifiers = keyboard.modifiers
        if let place = presses.firstIndex(where: { $0.code == event.keycode }) {
            event.keysym = presses.remove(at: place).keysym
        }
        return (event, keyboard.update(event.keycode, isDown: false), action)
    }

    private var keyboard: KeyboardState? {
        switch keymap {
        case .ready(let keyboard): return keyboard
        case .failed: return nil
        case .untried:
            do throws(InputError) {
                let keyboard = try KeyboardState(options)
                keymap = .ready(keyboard)
                return keyboard
            } catch {
                keymap = .failed
                onFailure(error)
                return nil
            }
        }
    }
}

extension KeyEvent {
    fileprivate mutating func take(_ meaning: KeyboardState.Meaning) {
        keysym = meaning.keysym
        characters = meaning.characters
        modifiers = meaning.modifiers
        consumedModifiers = meaning.consumed
    }
}
