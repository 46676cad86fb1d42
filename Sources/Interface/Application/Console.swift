import Display
import EventLoop

/// The console: a terminal in graphics mode, where the kernel has terminals, and the screen behind it.
///
/// Thread: main.
@MainActor
struct Console {
    let display: ConsoleDisplay
    let session: (any TerminalSession)?

    /// Takes the console, or throws and leaves everything as it was.
    ///
    /// The card is looked at before the terminal is touched, so that a missing screen does not make the
    /// terminal flash.
    ///
    /// With a seat's session, which belongs to the console once this returns, all goes by it.
    init(card: String?, loop: Loop, seat: SeatSession?) throws(DisplayError) {
        if let seat {
            session = seat
        } else {
            try ConsoleDisplay(loop: loop, card: card).close()
            session = try ConsoleSession.start(loop: loop)
        }
        do throws(DisplayError) {
            display = try ConsoleDisplay(loop: loop, card: card, session: session)
        } catch {
            if seat == nil { session?.close() }
            throw error
        }
    }

    /// Gives the console back.
    func close() {
        display.close()
        session?.close()
    }
}
