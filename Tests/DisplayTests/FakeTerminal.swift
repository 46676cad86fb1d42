import CLinux
import Display
import Glibc
import Synchronization

/// A virtual terminal that records what it is asked and told; the kernel's answers can be made to fail.
enum FakeTerminal {
    struct State {
        var calls: [String] = []
        var keyboardMode: CInt = CInt(K_XLATE)
        var refused: UInt?
    }

    static let state = Mutex(State())

    static func begin(keyboardMode: CInt = CInt(K_XLATE), refusing: Int32? = nil) -> VirtualTerminal {
        state.withLock { $0 = State(keyboardMode: keyboardMode, refused: refusing.map { UInt($0) }) }
        return VirtualTerminal(path: "/dev/fake", descriptor: dup(0), control: control)
    }

    static var calls: [String] {
        state.withLock { state in
            defer { state.calls = [] }
            return state.calls
        }
    }

    static let control: TerminalControl = { _, request, value in
        state.withLock { state in
            let argument = UnsafeMutableRawPointer(bitPattern: value)
            if request == state.refused {
                state.calls.append("refused")
                errno = EPERM
                return -1
            }
            switch request {
            case UInt(KDGETMODE): argument?.storeBytes(of: CInt(KD_TEXT), as: CInt.self)
            case UInt(KDGKBMODE): argument?.storeBytes(of: state.keyboardMode, as: CInt.self)
            case UInt(VT_SETMODE):
                let mode = argument?.load(as: vt_mode.self)
                state.calls.append(mode?.mode == CChar(VT_PROCESS) ? "switch by process" : "switch by itself")
            case UInt(KDSETMODE): state.calls.append(value == UInt(KD_GRAPHICS) ? "graphics" : "text")
            case UInt(KDSKBMODE): state.calls.append("keyboard \(value)")
            case UInt(VT_RELDISP): state.calls.append(value == UInt(VT_ACKACQ) ? "acquired" : "released")
            case UInt(VT_ACTIVATE): state.calls.append("show \(value)")
            default: state.calls.append("request \(request)")
            }
            return 0
        }
    }

    /// Writes each request into the descriptor that plays the terminal: three words, without anything that a
    /// signal handler or a forked child may not do.
    static let writing: TerminalControl = { descriptor, request, value in
        var record = (UInt32(truncatingIfNeeded: request), UInt32(truncatingIfNeeded: value), getpid())
        return write(descriptor, &record, 12) == 12 ? 0 : -1
    }

    /// What `writing` wrote, until the last process that has the other end is gone; a change of the writer shows
    /// as "another process".
    static func records(from descriptor: CInt) -> [String] {
        var words: [String] = []
        var record: (UInt32, UInt32, pid_t) = (0, 0, 0)
        var writer: pid_t = 0
        while read(descriptor, &record, 12) == 12 {
            if writer != 0 && writer != record.2 { words.append("another process") }
            writer = record.2
            switch CInt(bitPattern: record.0) {
            case KDSETMODE: words.append(record.1 == UInt32(KD_GRAPHICS) ? "graphics" : "text")
            case KDSKBMODE: words.append("keyboard \(record.1)")
            case VT_SETMODE: words.append("switching")
            default: break
            }
        }
        return words
    }
}
