package import EventLoop
package import LayerTree

/// One of the two buffers that are scanned out in turn.
package struct ScanoutBuffer {
    /// The first byte of the first row, mapped for writing; never read back (D-09).
    package let bytes: UnsafeMutableRawPointer
    /// Bytes from one row to the next, as the driver says.
    package let bytesPerRow: Int

    package init(bytes: UnsafeMutableRawPointer, bytesPerRow: Int) {
        self.bytes = bytes
        self.bytesPerRow = bytesPerRow
    }
}

/// A page-flip event: the buffer of a commit is on the screen now.
package struct FlipEvent: Equatable {
    /// Names the commit, not the output (D-06).
    package let token: UInt64
    /// The frame counter of the output; always 0 from drivers without a vertical blank.
    package let sequence: UInt32
    /// CLOCK_MONOTONIC; may lie slightly in the future (D-07).
    package let time: Instant

    package init(token: UInt64, sequence: UInt32, time: Instant) {
        self.token = token
        self.sequence = sequence
        self.time = time
    }
}

/// What a console display needs of a graphics card; a test puts a stand-in here.
@MainActor
package protocol Scanout: AnyObject {
    var path: String { get }
    var width: Int { get }
    var height: Int { get }
    var refreshInterval: Duration { get }
    /// Readable when there are events.
    var descriptor: CInt { get }
    /// Exactly two, of equal size.
    var buffers: [ScanoutBuffer] { get }

    /// Sets the mode and shows a buffer; an event with `token` follows (D-03).
    func setMode(showing buffer: Int, token: UInt64) throws(DisplayError)
    /// Shows a buffer from the next vertical blank on; an event with `token` follows. `damage`, in pixels of the
    /// buffer, is what differs from what is on the screen; empty means everything (D-10).
    func flip(to buffer: Int, damage: [PixelRect], token: UInt64) throws(DisplayError)
    /// Takes the events that are there, without blocking.
    func readEvents(_ body: (FlipEvent) -> Void) throws(DisplayError)
    /// Stops being the one who may change what is shown.
    func dropMaster()
    /// Becomes it again.
    func becomeMaster() throws(DisplayError)
    /// Puts back what was shown before, and frees everything.
    func close()
}
