import Glibc
public import InputEvents

/// A program that is a kiosk: its windows, and everything around them from the command line to the last frame.
///
/// ```swift
/// @main struct Counter: Application {
///     var body: some WindowContent {
///         Window { CounterScreen() }
///     }
/// }
/// ```
///
/// Every such program has the options that `--help` describes. Thread: main.
@MainActor
public protocol Application {
    /// What the program shows.
    associatedtype Body: WindowContent

    /// Makes the program; called once start-up has a display and input.
    init()

    /// What the program shows; asked for once.
    @MainActor var body: Body { get }

    /// What the program is, for the help; a few words.
    static var about: String { get }

    /// The text of a recording that shows the program, played where there is no screen; `nil` for none.
    static var session: String? { get }

    /// The size in points for which the program was made, used where no display says otherwise.
    static var preferredSize: Size { get }
}

extension Application {
    /// Says no more than what it is built on.
    public static var about: String { "a program built on Penstock" }

    /// No recording.
    public static var session: String? { nil }

    /// 800 by 480 points, as small touchscreens have.
    public static var preferredSize: Size { Size(800, 480) }

    /// Runs the program with the options of its command line, and ends the process.
    ///
    /// Status 0: it ran. 1: something is missing, and the message says what. 2: a wrong option.
    public static func main() {
        ProcessSetup.begin()
        exit(Launcher(Self.self).run(Array(CommandLine.arguments.dropFirst())))
    }
}
