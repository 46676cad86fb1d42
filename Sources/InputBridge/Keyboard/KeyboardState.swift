import CXKBCommon
import Glibc
package import InputEvents

/// What a key means now: the keymap and the state of modifiers, groups and locks of one seat.
///
/// Owns xkb's context, keymap and state, and the compose table once a dead key asks for it.
package final class KeyboardState {
    /// What one press means (T-44: read before the key itself counts).
    package struct Meaning: Equatable {
        package var keysym: UInt32
        package var characters: String?
        package var modifiers: KeyEvent.Modifiers
        package var consumed: KeyEvent.Modifiers
    }

    /// The lamps of a keyboard.
    package struct Lamps: OptionSet, Sendable {
        package var rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        package static let numLock = Lamps(rawValue: 1 << 0)
        package static let capsLock = Lamps(rawValue: 1 << 1)
        package static let scrollLock = Lamps(rawValue: 1 << 2)
    }

    private let context: OpaquePointer
    private let keymap: OpaquePointer
    private var state: OpaquePointer
    private let modifierIndexes: [(index: xkb_mod_index_t, modifier: KeyEvent.Modifiers)]
    private let lampIndexes: [(index: xkb_led_index_t, lamp: Lamps)]
    private lazy var compose = ComposeState(context: context)
    private var composes = false

    /// Compiles a keymap: some milliseconds.
    package init(_ options: KeymapOptions) throws(InputError) {
        // Without includes at first, for it would tell of missing ones in its own words.
        guard let context = xkb_context_new(XKB_CONTEXT_NO_DEFAULT_INCLUDES) else {
            throw InputError(wanted: "keyboard layouts", found: "xkbcommon has no memory")
        }
        xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
        guard xkb_context_include_path_append_default(context) != 0 else {
            xkb_context_unref(context)
            throw InputError(
                wanted: "keyboard layouts", found: "xkbcommon found none; keys have no characters",
                remedy: Self.whereLayoutsAre)
        }
        guard let keymap = Self.compile(options, in: context) else {
            xkb_context_unref(context)
            throw InputError(
                wanted: "keymap of layout \"\(options.layout)\", variant \"\(options.variant)\"",
                found: "xkbcommon cannot compile it; keys have no characters",
                remedy: "check XKB_DEFAULT_* and /etc/default/keyboard; \(Self.whereLayoutsAre)")
        }
        guard let state = xkb_state_new(keymap) else {
            xkb_keymap_unref(keymap)
            xkb_context_unref(context)
            throw InputError(wanted: "keyboard state", found: "out of memory")
        }
        self.context = context
        self.keymap = keymap
        self.state = state
        let modifiers: [(String, KeyEvent.Modifiers)] = [
            (XKB_MOD_NAME_SHIFT, .shift), (XKB_MOD_NAME_CTRL, .control), (XKB_MOD_NAME_ALT, .alt),
            (XKB_MOD_NAME_LOGO, .logo), (XKB_MOD_NAME_CAPS, .capsLock), (XKB_MOD_NAME_NUM, .numLock),
        ]
        modifierIndexes = modifiers.compactMap { name, modifier in
            let index = xkb_keymap_mod_get_index(keymap, name)
            return index == XKB_MOD_INVALID ? nil : (index, modifier)
        }
        let lamps: [(String, Lamps)] = [
            (XKB_LED_NAME_NUM, .numLock), (XKB_LED_NAME_CAPS, .capsLock), (XKB_LED_NAME_SCROLL, .scrollLock),
        ]
        lampIndexes = lamps.compactMap { name, lamp in
            let index = xkb_keymap_led_get_index(keymap, name)
            return index == XKB_LED_INVALID ? nil : (index, lamp)
        }
    }

    deinit {
        xkb_state_unref(state)
        xkb_keymap_unref(keymap)
        xkb_context_unref(context)
    }

    /// What to do when layouts are missing.
    private static var whereLayoutsAre: String {
        guard let root = getenv("XKB_CONFIG_ROOT") else { return "install xkb-data" }
        return "unset XKB_CONFIG_ROOT, which is \(String(cString: root)), or install xkb-data"
    }

    /// The modifiers in force.
    package var modifiers: KeyEvent.Modifiers {
        modifierIndexes.reduce(into: []) { set, entry in
            if xkb_state_mod_index_is_active(state, entry.index, XKB_STATE_MODS_EFFECTIVE) > 0 {
                set.insert(entry.modifier)
            }
        }
    }

    /// The lamps that shine.
    package var lamps: Lamps {
        lampIndexes.reduce(into: []) { set, entry in
            if xkb_state_led_index_is_active(state, entry.index) > 0 { set.insert(entry.lamp) }
        }
    }

    /// Whether a held key repeats by the keymap's word (T-47).
    package func repeats(_ code: UInt32) -> Bool { xkb_keymap_key_repeats(keymap, Self.xkb(code)) != 0 }

    /// What a press or repeat of the key means now; changes nothing (T-48).
    package func meaning(of code: UInt32) -> Meaning {
        let keysym = xkb_state_key_get_one_sym(state, Self.xkb(code))
        let modifiers = modifiers
        let consumed: KeyEvent.Modifiers = modifierIndexes.reduce(into: []) { set, entry in
            let used = xkb_state_mod_index_is_consumed2(
                state, Self.xkb(code), entry.index, XKB_CONSUMED_MODE_XKB)
            if used > 0, modifiers.contains(entry.modifier) { set.insert(entry.modifier) }
        }
        let types = modifiers.isDisjoint(with: [.control, .alt, .logo])
        return Meaning(
            keysym: keysym, characters: types ? text(of: code) : nil, modifiers: modifiers, consumed: consumed
        )
    }

    /// What a press means with dead keys and Compose taken into account; feeds the sequence (T-50).
    package func composedMeaning(of code: UInt32) -> Meaning {
        var meaning = meaning(of: code)
        guard composes || ComposeState.begins(with: meaning.keysym), let compose else { return meaning }
        composes = true
        guard meaning.modifiers.isDisjoint(with: [.control, .alt, .logo]) else { return meaning }
        switch compose.feed(meaning.keysym) {
        case .passes: break
        case .composing: meaning.characters = nil
        case .composed(let text, let keysym):
            meaning.characters = text
            if keysym != 0 { meaning.keysym = keysym }
        }
        return meaning
    }

    /// Feeds a press or release (T-43, T-45); answers whether a lamp changed.
    package func update(_ code: UInt32, isDown: Bool) -> Bool {
        let changed = xkb_state_update_key(state, Self.xkb(code), isDown ? XKB_KEY_DOWN : XKB_KEY_UP)
        return changed.rawValue & XKB_STATE_LEDS.rawValue != 0
    }

    /// Locks what another layout has locked, modifiers by name; the group is the first.
    package func take(locksOf other: KeyboardState) {
        var locked: xkb_mod_mask_t = 0
        for entry in other.modifierIndexes
        where xkb_state_mod_index_is_active(other.state, entry.index, XKB_STATE_MODS_LOCKED) > 0 {
            guard let own = modifierIndexes.first(where: { $0.modifier == entry.modifier }) else { continue }
            locked |= 1 << own.index
        }
        _ = xkb_state_update_mask(state, 0, 0, locked, 0, 0, 0)
    }

    /// Begins anew, with nothing held and no lock (T-45).
    package func rebuild() {
        if let fresh = xkb_state_new(keymap) {
            xkb_state_unref(state)
            state = fresh
        }
        resetCompose()
    }

    /// Forgets a compose sequence that is under way, for the focus changed (T-50).
    package func resetCompose() {
        if composes { compose?.reset() }
    }

    /// What the key types by itself; control characters count as nothing, their keysyms tell them.
    private func text(of code: UInt32) -> String? {
        let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { room -> String? in
            // Safety: xkb writes at most the given number of bytes, the closing zero included.
            guard let start = room.baseAddress, xkb_state_key_get_utf8(state, Self.xkb(code), start, 64) > 0
            else { return nil }
            return String(cString: start)
        }
        guard let scalar = text?.unicodeScalars.first, scalar.value >= 0x20, scalar.value != 0x7f else {
            return nil
        }
        return text
    }

    /// xkb counts keys from 8, a debt to X11 (T-43).
    private static func xkb(_ code: UInt32) -> xkb_keycode_t { code &+ 8 }

    private static func compile(_ options: KeymapOptions, in context: OpaquePointer) -> OpaquePointer? {
        options.rules.withCString { rules in
            options.model.withCString { model in
                options.layout.withCString { layout in
                    options.variant.withCString { variant in
                        options.options.withCString { extras in
                            var names = xkb_rule_names(
                                rules: rules, model: model, layout: layout, variant: variant,
                                options: options.options.isEmpty ? nil : extras)
                            return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
                        }
                    }
                }
            }
        }
    }
}
