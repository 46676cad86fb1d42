/// A picture in memory: 8 bits a channel, blue first, premultiplied alpha.
///
/// The same bytes as Cairo's ARGB32 and DRM's XRGB8888 on a little-endian machine. It owns its memory, or
/// borrows that of someone who keeps it alive. Thread: one at a time; the memory is not locked.
public final class Bitmap {
    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Bytes from one row to the next; a multiple of 64 where the bitmap owns its memory.
    public let bytesPerRow: Int
    /// The first byte of the first row.
    public let bytes: UnsafeMutableRawPointer
    /// Kept alive as long as the bitmap is; the owner of borrowed memory.
    private let owner: AnyObject?
    private let ownsBytes: Bool

    /// Makes a bitmap of transparent black; a size below 1 is taken as 1.
    public init(width: Int, height: Int) {
        self.width = max(width, 1)
        self.height = max(height, 1)
        bytesPerRow = (self.width * 4 + 63) & ~63
        // Safety: allocated here, freed in deinit only; every access stays below bytesPerRow * height.
        bytes = .allocate(byteCount: bytesPerRow * self.height, alignment: 64)
        bytes.initializeMemory(as: UInt8.self, repeating: 0, count: bytesPerRow * self.height)
        owner = nil
        ownsBytes = true
    }

    /// Makes a bitmap over memory that someone else owns, for instance a mapped scanout buffer.
    ///
    /// Nothing is copied or cleared. The memory must hold `bytesPerRow * height` bytes, be aligned to 4
    /// bytes, and outlive the bitmap; `owner` is retained to help with that. A size below 1 or a row too
    /// short for `width` pixels is a programming error and traps.
    public init(
        borrowing bytes: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int,
        owner: AnyObject? = nil
    ) {
        precondition(
            width > 0 && height > 0 && bytesPerRow >= width * 4 && bytesPerRow % 4 == 0,
            "BUG (caller): a borrowed bitmap of \(width)x\(height) with \(bytesPerRow) bytes a row")
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        self.bytes = bytes
        self.owner = owner
        ownsBytes = false
    }

    deinit {
        if ownsBytes { bytes.deallocate() }
    }

    /// One pixel, `0xAARRGGBB`, premultiplied; outside the bitmap 0.
    public subscript(x: Int, y: Int) -> UInt32 {
        guard x >= 0, y >= 0, x < width, y < height else { return 0 }
        return bytes.load(fromByteOffset: y * bytesPerRow + x * 4, as: UInt32.self)
    }

    /// The pixels of one row; `y` must lie inside.
    package func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
        // Safety: the caller stays within `width` pixels of a row that exists; both initializers see to
        // enough memory and its alignment.
        (bytes + y * bytesPerRow).assumingMemoryBound(to: UInt32.self)
    }

    /// Makes every pixel the same, `0xAARRGGBB`, premultiplied.
    public func clear(to pixel: UInt32 = 0) {
        for y in 0..<height { Spans.fill(row(y), count: width, with: pixel) }
    }

    /// Whether another bitmap has the same size and the same pixels.
    public func hasSamePixels(as other: Bitmap) -> Bool {
        guard width == other.width, height == other.height else { return false }
        return (0..<height).allSatisfy { Spans.areEqual(row($0), other.row($0), count: width) }
    }
}
