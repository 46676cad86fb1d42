import CLinux
public import EventLoop
import Glibc

/// A virtual terminal in graphics mode, given back whatever happens (D-21).
///
/// While it lasts, the terminal shows no text, its keyboard goes nowhere (libinput reads the devices), and the
/// kernel asks before it shows another terminal. It ends by `close()`, and without it too: after a trap a signal
/// handler restores the terminal, after a kill a watcher process does, which blocks in one read until then.
/// One session a process. Thread: main.
@MainActor
public final class ConsoleSession: TerminalSession {
    /// Whether this terminal is the one that is shown.
    public private(set) var isActive = true
    /// Called before the terminal is let go: cancel touches, suspend input (T-17, D-16).
    public var onRelease: (() -> Void)?
    /// Called after the terminal has come back: resume input.
    public var onAcquire: (() -> Void)?
    /// The path of the terminal.
    public var path: String { terminal.path }

    /// The display that follows the switching.
    public weak var display: ConsoleDisplay?
    /// None: the program opens devices itself.
    public var devices: SeatDevices? { nil }

    private let terminal: VirtualTerminal
    private let saved: penstock_console
    private var signals: Loop.SignalSource?
    private var isOpen = true

    /// Takes the terminal at `path`, else that of this process, else the one that is shown.
    ///
    /// Nil when the kernel has no virtual terminals: then there is nothing to take, and a display does without.
    /// Throws before anything is changed, or puts back what was.
    public static func start(loop: Loop, terminal path: String? = nil) throws(DisplayError) -> ConsoleSession?
    {
        guard let found = try VirtualTerminal.find(path) else { return nil }
        do throws(DisplayError) {
            var returnTo: CInt = 0
            let shown = try found.terminal.active()
            if shown != found.number {
                try found.terminal.activate(found.number)
                try found.terminal.waitUntilActive(found.number)
                returnTo = shown
            }
            return try ConsoleSession(loop: loop, terminal: found.terminal, returnTo: returnTo)
        } catch {
            Glibc.close(found.terminal.descriptor)
            throw error
        }
    }

    /// The display and keyboard modes of the terminal that `start` would take, as the kernel numbers them.
    ///
    /// Nil when there is none. For tests.
    package static func modes(terminal path: String? = nil) throws(DisplayError) -> (
        display: CInt, keyboard: CInt
    )? {
        guard let found = try VirtualTerminal.find(path) else { return nil }
        defer { Glibc.close(found.terminal.descriptor) }
        let state = try found.terminal.state()
        return (state.displayMode, state.keyboardMode)
    }

    /// Takes an open terminal, which belongs to the session once this returns.
    package init(loop: Loop, terminal: VirtualTerminal, returnTo: CInt) throws(DisplayError) {
        self.terminal = terminal
        let before = try terminal.state()
        // A program that died may have left the keyboard off; nobody wants that back.
        let keyboard = before.keyboardMode == CInt(K_OFF) ? CInt(K_UNICODE) : before.keyboardMode
        var console = penstock_console()
        console.descriptor = terminal.descriptor
        console.keyboard_mode = keyboard
        console.return_to = returnTo
        console.control = terminal.control
        withUnsafeMutableBytes(of: &console.path) { bytes in
            // A path that does not fit is left out; the last byte stays zero.
            if terminal.path.utf8.count < bytes.count { bytes.copyBytes(from: terminal.path.utf8) }
        }
        saved = console
        let release = penstock_first_realtime_signal()
        let acquire = release + 1
        // Armed before anything is changed, so that there is no moment in which a crash would leave it so.
        let code = penstock_rescue_arm(&console)
        if code != 0 {
            throw DisplayError(
                .terminal, path: terminal.path, operation: "guard", code: code,
                remedy: code == EBUSY ? "BUG (caller): a process has one console session at a time" : "")
        }
        do throws(DisplayError) {
            try watchSwitches(release, acquire, on: loop)
            try terminal.switchByProcess(release: release, acquire: acquire)
            try terminal.setKeyboardMode(CInt(K_OFF))
            try terminal.setDisplayMode(CInt(KD_GRAPHICS))
        } catch {
            restore()
            throw error
        }
    }

    private func watchSwitches(_ release: CInt, _ acquire: CInt, on loop: Loop) throws(DisplayError) {
        do throws(SystemError) {
            signals = try Loop.SignalSource([release, acquire], on: loop, label: "terminal switch") {
                [weak self] signal in
                if signal.number == release { self?.letGo() } else { self?.comeBack() }
            }
        } catch {
            throw DisplayError(
                .terminal, path: terminal.path, operation: "watch signals of", code: error.code)
        }
    }

    /// Shows another terminal; with the keyboard off, Ctrl-Alt-Fn has to come through here.
    public func switchTo(terminal number: Int) {
        guard isOpen, (1...63).contains(number) else { return }
        do { try terminal.activate(CInt(number)) } catch { warn("\(error)") }
    }

    /// Gives the terminal back: text mode, keyboard, automatic switching.
    ///
    /// Close the display first.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        restore()
        Glibc.close(terminal.descriptor)
    }

    private func restore() {
        var console = saved
        penstock_console_restore(&console)
        penstock_rescue_disarm()
        signals?.close()
        signals = nil
    }

    // The order is the point: nothing is shown and nothing is read by us when the other terminal appears.
    private func letGo() {
        guard isActive else { return }
        isActive = false
        onRelease?()
        display?.suspend()
        do { try terminal.acknowledgeRelease() } catch { warn("\(error)") }
    }

    private func comeBack() {
        do { try terminal.acknowledgeAcquire() } catch { warn("\(error)") }
        guard !isActive else { return }
        isActive = true
        display?.resume()
        onAcquire?()
    }
}
