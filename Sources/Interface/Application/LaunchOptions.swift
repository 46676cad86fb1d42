public import InputBridge

/// What an app was asked for on its command line: the same options for every app built on Penstock.
///
/// A plain value, made by `init(arguments:)` without looking at the machine: whether a card or a file is there
/// is found out at start-up. `LaunchOptions.help(for:)` describes every option. Thread: any.
public struct LaunchOptions: Hashable, Sendable {
    /// Where the frames should go.
    public enum DisplayChoice: Hashable, Sendable {
        /// The console when it can be had with input, else a bitmap.
        case automatic
        /// A bitmap.
        case headless
        /// This DRM node, or nothing.
        case card(String)
    }

    /// Where the events should come from.
    public enum InputChoice: Hashable, Sendable {
        /// The devices of the console with it; else a recording.
        case automatic
        /// The devices of the default seat, as udev tells of them.
        case udev
        /// No device.
        case none
        /// These nodes and no others.
        case devices([String])
    }

    /// A size of the picture in whole pixels of the panel, before rotation.
    public struct PixelSize: Hashable, Sendable {
        /// Columns, 1 to 16384.
        public var width: Int
        /// Rows, 1 to 16384.
        public var height: Int

        /// Makes a size of its two numbers.
        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// Where the frames should go.
    public var display = DisplayChoice.automatic
    /// The size of the picture; `nil` is what the display prefers, or the app where there is none.
    public var size: PixelSize?
    /// Pixels a point, 0.25 to 8.
    public var scale = 1.0
    /// How the picture is turned on the panel.
    public var rotation = Rotation.none
    /// Where the events should come from.
    public var input = InputChoice.automatic
    /// A recording to play instead of devices.
    public var replay: String?
    /// A file that should receive what the devices send.
    public var record: String?
    /// Whether sleeping is jumping to the next deadline.
    public var virtualTime = false
    /// A file that should receive the trace of the turns.
    public var trace: String?
    /// A folder that should receive PNG pictures of the main moments.
    public var pictures: String?
    /// How long to run on the loop's clock; `nil` is until something ends it.
    public var duration: Duration?
    /// Whether only the help was asked for.
    public var help = false

    /// Makes the options of an empty command line.
    public init() {}
}

/// A command line that cannot be followed.
///
/// `description` is one line: the option, what was found, what is allowed. The process should end with
/// status 2. Thread: any (a plain value).
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line for the person at the shell.
    public let description: String

    /// Makes an error of its line.
    public init(_ description: String) { self.description = description }
}
