import Display
import EventLoop

/// The console: a terminal in graphics mode, where the kernel has terminals, and the screen behind it.
///
/// Thread: main.
@MainActor
struct Console {
    let display: ConsoleDisplay
    let session: ConsoleSession?

    /// Takes the console, or throws and leaves everything as it was.
    ///
    /// The card is looked at before the terminal is touched, so that a missing screen does not make the
    /// terminal flash.
    init(card: String?, loop: Loop) throws(DisplayError) {
        try ConsoleDisplay(loop: loop, card: card).close()
        session = try ConsoleSession.start(loop: loop)
        do throws(DisplayError) {
            display = try ConsoleDisplay(loop: loop, card: card, session: session)
        } catch {
            session?.close()
            throw error
        }
    }

    /// Gives the console back.
    func close() {
        display.close()
        session?.close()
    }
}
