import CLinux
import Glibc

/// A request to a terminal: ioctl, or what stands in for it in a test.
package typealias TerminalControl = @convention(c) (CInt, UInt, UInt) -> CInt

/// The requests that a console session makes to its virtual terminal.
package struct VirtualTerminal {
    let path: String
    package let descriptor: CInt
    let control: TerminalControl

    package init(path: String, descriptor: CInt, control: TerminalControl) {
        self.path = path
        self.descriptor = descriptor
        self.control = control
    }

    struct State {
        var displayMode: CInt
        var keyboardMode: CInt
    }

    /// Reads whether the terminal shows text or graphics, and what its keyboard does.
    func state() throws(DisplayError) -> State {
        var state = State(displayMode: 0, keyboardMode: 0)
        try ask("KDGETMODE", UInt(KDGETMODE), &state.displayMode)
        try ask("KDGKBMODE", UInt(KDGKBMODE), &state.keyboardMode)
        return state
    }

    /// The number of the terminal that is shown now.
    func active() throws(DisplayError) -> CInt {
        var state = vt_stat()
        try ask("VT_GETSTATE", UInt(VT_GETSTATE), &state)
        return CInt(state.v_active)
    }

    func setDisplayMode(_ mode: CInt) throws(DisplayError) {
        try tell("KDSETMODE", UInt(KDSETMODE), UInt(mode))
    }

    func setKeyboardMode(_ mode: CInt) throws(DisplayError) {
        try tell("KDSKBMODE", UInt(KDSKBMODE), UInt(mode))
    }

    /// From now on the kernel asks this process, by a signal, before it shows another terminal.
    func switchByProcess(release: CInt, acquire: CInt) throws(DisplayError) {
        var mode = vt_mode()
        mode.mode = CChar(VT_PROCESS)
        mode.relsig = Int16(release)
        mode.acqsig = Int16(acquire)
        try ask("VT_SETMODE", UInt(VT_SETMODE), &mode)
    }

    /// Answers a release: the other terminal may be shown.
    func acknowledgeRelease() throws(DisplayError) { try tell("VT_RELDISP", UInt(VT_RELDISP), 1) }

    /// Answers an acquire: this terminal is shown again.
    func acknowledgeAcquire() throws(DisplayError) {
        try tell("VT_RELDISP", UInt(VT_RELDISP), UInt(VT_ACKACQ))
    }

    /// Shows a terminal; returns before it is shown.
    func activate(_ number: CInt) throws(DisplayError) {
        try tell("VT_ACTIVATE", UInt(VT_ACTIVATE), UInt(number))
    }

    /// Blocks until a terminal is shown.
    func waitUntilActive(_ number: CInt) throws(DisplayError) {
        try tell("VT_WAITACTIVE", UInt(VT_WAITACTIVE), UInt(number))
    }

    private func tell(_ name: String, _ request: UInt, _ value: UInt) throws(DisplayError) {
        while control(descriptor, request, value) != 0 {
            if errno == EINTR { continue }
            throw failure(name, errno)
        }
    }

    private func ask<Answer>(_ name: String, _ request: UInt, _ answer: inout Answer) throws(DisplayError) {
        // Safety: the kernel fills the structure that belongs to the request, during the call only.
        let code = withUnsafeMutablePointer(to: &answer) { pointer in
            control(descriptor, request, UInt(bitPattern: pointer)) == 0 ? 0 : errno
        }
        if code != 0 { throw failure(name, code) }
    }

    private func failure(_ name: String, _ code: CInt) -> DisplayError {
        let remedy =
            code == EPERM || code == EACCES
            ? "start the program on that terminal, from a seat, or as root" : "the terminal is in use or gone"
        return DisplayError(.terminal, path: path, operation: name, code: code, remedy: remedy)
    }
}
