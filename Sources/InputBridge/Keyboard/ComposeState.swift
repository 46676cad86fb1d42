import CXKBCommon
import Glibc

/// A sequence of dead keys or of the Compose key, by the table of the user's locale.
///
/// Owns xkb's compose table and state. Fed with presses only (T-50).
package final class ComposeState {
    package enum Result: Equatable {
        /// The key has nothing to do with a sequence, or cancelled one and counts by itself.
        case passes
        /// In the middle of a sequence: the key types nothing.
        case composing
        /// The sequence is complete.
        case composed(text: String, keysym: UInt32)
    }

    private let table: OpaquePointer
    private let state: OpaquePointer

    /// Loads the table, some ten milliseconds; `nil` when the locale has none.
    package init?(context: OpaquePointer) {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        let locale =
            names.lazy.compactMap { getenv($0).map { String(cString: $0) } }.first { !$0.isEmpty } ?? "C"
        guard
            let table = xkb_compose_table_new_from_locale(context, locale, XKB_COMPOSE_COMPILE_NO_FLAGS)
        else { return nil }
        guard let state = xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS) else {
            xkb_compose_table_unref(table)
            return nil
        }
        self.table = table
        self.state = state
    }

    deinit {
        xkb_compose_state_unref(state)
        xkb_compose_table_unref(table)
    }

    /// Whether a sequence may begin with the keysym, a dead key or Compose; the table is loaded only then.
    package static func begins(with keysym: UInt32) -> Bool {
        (0xfe50...0xfe93).contains(keysym) || keysym == UInt32(XKB_KEY_Multi_key)
    }

    /// Feeds one press.
    package func feed(_ keysym: UInt32) -> Result {
        guard xkb_compose_state_feed(state, keysym) == XKB_COMPOSE_FEED_ACCEPTED else { return .passes }
        switch xkb_compose_state_get_status(state) {
        case XKB_COMPOSE_COMPOSING:
            return .composing
        case XKB_COMPOSE_COMPOSED:
            let result = Result.composed(text: text, keysym: xkb_compose_state_get_one_sym(state))
            xkb_compose_state_reset(state)
            return result
        default:
            return .passes
        }
    }

    /// Forgets the sequence.
    package func reset() { xkb_compose_state_reset(state) }

    private var text: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { room in
            // Safety: xkb writes at most the given number of bytes, the closing zero included.
            guard let start = room.baseAddress, xkb_compose_state_get_utf8(state, start, 256) > 0 else {
                return ""
            }
            return String(cString: start)
        }
    }
}
