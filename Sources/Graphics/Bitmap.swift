/// A picture in memory: 8 bits a channel, blue first, premultiplied alpha.
///
/// The same bytes as Cairo's ARGB32 and DRM's XRGB8888 on a little-endian machine. It owns its memory.
/// Thread: one at a time; the memory is not locked.
public final class Bitmap {
    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Bytes from one row to the next; a multiple of 64 where the bitmap owns its memory.
    public let bytesPerRow: Int
    /// The first byte of the first row.
    public let bytes: UnsafeMutableRawPointer

    /// Makes a bitmap of transparent black; a size below 1 is taken as 1.
    public init(width: Int, height: Int) {
        self.width = max(width, 1)
        self.height = max(height, 1)
        bytesPerRow = (self.width * 4 + 63) & ~63
        // Safety: allocated here, freed in deinit only; every access stays below bytesPerRow * height.
        bytes = .allocate(byteCount: bytesPerRow * self.height, alignment: 64)
        bytes.initializeMemory(as: UInt8.self, repeating: 0, count: bytesPerRow * self.height)
    }

    deinit { bytes.deallocate() }

    /// One pixel, `0xAARRGGBB`, premultiplied; outside the bitmap 0.
    public subscript(x: Int, y: Int) -> UInt32 {
        guard x >= 0, y >= 0, x < width, y < height else { return 0 }
        return bytes.load(fromByteOffset: y * bytesPerRow + x * 4, as: UInt32.self)
    }
}
