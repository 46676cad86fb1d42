/// The right to show pictures and read devices, which the system gives and takes as terminals are switched.
///
/// A `ConsoleSession` takes the terminal itself, a `SeatSession` is given it by libseat. Thread: main.
@MainActor
public protocol TerminalSession: AnyObject {
    /// Whether this is the session that is shown.
    var isActive: Bool { get }
    /// What it stands on: a terminal's path, or a seat's name.
    var path: String { get }
    /// Called before the screen is let go: cancel touches, suspend input (T-17, D-16).
    var onRelease: (() -> Void)? { get set }
    /// Called after the screen has come back: resume input.
    var onAcquire: (() -> Void)? { get set }
    /// The display that follows the switching; a display sets it itself.
    var display: ConsoleDisplay? { get set }
    /// Who opens devices for the program; `nil` when it opens them itself.
    var devices: SeatDevices? { get }
    /// Shows another terminal; with the keyboard off, Ctrl-Alt-Fn has to come through here.
    func switchTo(terminal number: Int)
    /// Gives everything back; close the display first.
    func close()
}
