import Graphics

/// Writes the pictures of a run: the first frame, the moments that were noted, the last frame.
///
/// A moment noted in a turn belongs to the frame that holds the turn's changes: it waits for the turn's commit
/// and then for the next frame, or takes the last one when the commit changed nothing. Thread: main.
@MainActor
final class PictureBook {
    /// How many pictures were written.
    var count: Int { names.count }
    /// The first picture that could not be written; nothing more is tried after it.
    private(set) var failure: GraphicsError?

    private let folder: String
    private var names = PictureNames()
    private var noted: [String] = []
    private var committed: [String] = []
    private var last: Bitmap?

    init(folder: String) { self.folder = folder }

    /// A moment came in this turn.
    func note(_ moment: String) { noted.append(moment) }

    /// The turn's changes are on their way; `frameIsComing` says whether a frame will hold them.
    func turnCommitted(frameIsComing: Bool) {
        guard !noted.isEmpty || !committed.isEmpty else { return }
        committed += noted
        noted.removeAll()
        if !frameIsComing, let last { writeCommitted(last) }
    }

    /// A frame was drawn.
    func frameDrawn(_ bitmap: Bitmap) {
        if last == nil { write("start", bitmap) }
        last = bitmap
        writeCommitted(bitmap)
    }

    /// The run is over.
    func finish() {
        guard let last else { return }
        committed += noted
        noted.removeAll()
        writeCommitted(last)
        write("end", last)
    }

    private func writeCommitted(_ bitmap: Bitmap) {
        for moment in committed { write(moment, bitmap) }
        committed.removeAll()
    }

    private func write(_ moment: String, _ bitmap: Bitmap) {
        guard failure == nil, let name = names.next(for: moment) else { return }
        do throws(GraphicsError) {
            try bitmap.writePNG(toPath: folder + "/" + name)
        } catch {
            failure = error
        }
    }
}
