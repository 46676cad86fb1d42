public import EventLoop
import Glibc
public import InputEvents

/// Writes what comes from a seat into a file, one line an event, each at once: a kill loses the last line at most.
///
/// Give it to a dispatcher's `recorder`. When the disk is full it stops, and `close()` tells so.
/// Thread: the loop's own.
public final class InputRecorder {
    /// The file's path.
    public let path: String
    private let loop: Loop
    private var file: CInt
    private var writer = RecordingWriter()
    private var origin: Int64?
    private var failure: InputError?

    /// Begins a recording, over a file that may be there; the display's size is in points.
    public init(
        path: String, loop: Loop, display: Size, scale: Double = 1, rotation: Rotation = .none
    ) throws(InputError) {
        self.path = path
        self.loop = loop
        file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else {
            throw InputError(
                wanted: "write \(path)", code: errno, remedy: "choose another path for the recording")
        }
        writer.header(display: display, scale: scale, rotation: rotation)
        flush()
    }

    deinit { finish() }

    /// Ends the recording at the present moment; throws what went wrong at any time in it.
    public func close() throws(InputError) {
        finish()
        if let failure { throw failure }
    }

    /// Writes one event; `arrival` counts for those without a stamp of their own.
    package func record(_ event: InputEvent, arrival: Instant) {
        guard file >= 0, failure == nil else { return }
        let time = event.timestamp?.nanoseconds ?? arrival.nanoseconds
        let start = origin ?? time
        origin = start
        writer.line(time - start, event)
        flush()
    }

    private func finish() {
        guard file >= 0 else { return }
        if failure == nil {
            let now = loop.now.nanoseconds
            writer.end(now - (origin ?? now))
            flush()
        }
        Glibc.close(file)
        file = -1
    }

    private func flush() {
        var done = 0
        while done < writer.bytes.count {
            let written = writer.bytes.withUnsafeBytes { bytes in
                // Safety: the range lies in the array, which outlives the call.
                write(file, bytes.baseAddress?.advanced(by: done), bytes.count - done)
            }
            if written >= 0 {
                done += written
            } else if errno != EINTR {
                let code = errno
                failure = InputError(
                    wanted: "write \(path)", code: code,
                    remedy: code == EFBIG
                        ? "the recording ends here; raise the limit of a file's size (ulimit -f)"
                        : "the recording ends here; free some space")
                break
            }
        }
        writer.removeAll()
    }
}
