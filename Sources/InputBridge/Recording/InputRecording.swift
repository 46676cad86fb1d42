import EventLoop
public import InputEvents

/// What came from a seat over some time, to be played again.
///
/// Read from text, one event a line; `docs/recording-format.md` describes it. Places are in the unit square of
/// the device, so a recording fits any display. A recording that was cut plays up to the cut.
/// Thread: any (a plain value).
public struct InputRecording: Hashable, Sendable {
    /// One event and when it came.
    public struct Entry: Hashable, Sendable {
        /// Since the recording's beginning, in whole nanoseconds.
        public var time: Duration
        /// What came; its stamp counts from the recording's beginning, its identities are the recording's own.
        public var event: InputEvent
        /// Fields of the line that this version does not know, kept as they were written.
        public var extras: [String]

        /// Makes an entry of its parts.
        public init(time: Duration, event: InputEvent, extras: [String] = []) {
            self.time = time
            self.event = event
            self.extras = extras
        }
    }

    /// The display's size in points when it was recorded.
    public var display: Size
    /// The display's pixels a point.
    public var scale: Double
    /// How the display was turned.
    public var rotation: Rotation
    /// Fields of the display's line that this version does not know.
    public var displayExtras: [String]
    /// The events in the order of their arrival.
    public var entries: [Entry]
    /// When the recording ended; that of the last event when it was cut.
    public var end: Duration
    /// How long it plays: up to its end, or to an event that is stamped later than that.
    public var length: Duration { entries.lazy.map(\.time).reduce(end, max) }
    /// Whether it was closed as it should be, not cut.
    public var isComplete: Bool
    /// What was found wrong and passed over, such as the place of a cut; `nil` when nothing was.
    public var warning: String?

    /// Makes a recording of its parts.
    public init(
        display: Size, scale: Double = 1, rotation: Rotation = .none, entries: [Entry] = [], end: Duration
    ) {
        self.display = display
        self.scale = scale
        self.rotation = rotation
        displayExtras = []
        self.entries = entries
        self.end = end
        isComplete = true
    }

    /// Reads a recording from a file; an error names the file, the line, what it found and what it expected.
    public init(contentsOfFile path: String) throws(InputError) {
        try self.init(text: readText(path), name: path)
    }

    /// Reads a recording from its text; `name` stands for the file in errors.
    public init(text: String, name: String = "recording") throws(InputError) {
        var parser = RecordingParser(name: name)
        self = try parser.parse(text)
    }

    /// The recording as text, which reads back as an equal one.
    public var text: String {
        var writer = RecordingWriter()
        writer.header(display: display, scale: scale, rotation: rotation, extras: displayExtras)
        for entry in entries {
            writer.line(entry.time.clampedNanoseconds, entry.event, extras: entry.extras)
        }
        if isComplete { writer.end(end.clampedNanoseconds) }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
