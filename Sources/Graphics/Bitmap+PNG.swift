import CPNG
import Glibc

// PNG by libpng's simplified interface: it reports errors by value, so nothing jumps over Swift frames.
extension Bitmap {
    /// The largest picture that is read, in pixels: what a hostile file can make us allocate is limited.
    static let largestReadArea = 64 << 20

    /// Writes the picture as a PNG file; an existing file is replaced.
    ///
    /// RGB when every pixel is opaque, else RGBA with straight alpha; no time stamp or other text, so the
    /// same pixels give the same bytes with the same libpng. Throws when the file cannot be written, with
    /// path, errno and remedy.
    public func writePNG(toPath path: String) throws(GraphicsError) {
        guard let file = fopen(path, "wbe") else {
            throw GraphicsError.system("write picture", path: path, code: errno)
        }
        let isOpaque = (0..<height).allSatisfy { y in
            let pixels = row(y)
            return (0..<width).allSatisfy { pixels[$0] >> 24 == 255 }
        }
        let channels = isOpaque ? 3 : 4
        var straight = [UInt8](repeating: 0, count: width * height * channels)
        straight.withUnsafeMutableBufferPointer { store(into: $0, channels: channels) }
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        image.width = png_uint_32(width)
        image.height = png_uint_32(height)
        image.format = isOpaque ? penstock_png_rgb : penstock_png_rgba
        errno = 0
        let written = straight.withUnsafeBytes {
            png_image_write_to_stdio(&image, file, 0, $0.baseAddress, 0, nil)
        }
        let code = errno
        let reason = Self.message(of: &image)
        png_image_free(&image)
        let closed = fclose(file) == 0
        if written == 0 || !closed {
            let number = code != 0 ? code : errno
            if number != 0 { throw GraphicsError.system("write picture", path: path, code: number) }
            throw GraphicsError("write picture \(path): libpng: \(reason)")
        }
    }

    /// Reads a PNG file, of any kind that libpng knows, into a bitmap of its own.
    ///
    /// Throws when the file cannot be read, is cut or is not a PNG, or has more than 64 Mi pixels.
    public static func readPNG(fromPath path: String) throws(GraphicsError) -> Bitmap {
        guard let file = fopen(path, "rbe") else {
            throw GraphicsError.system("read picture", path: path, code: errno)
        }
        defer { fclose(file) }
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        guard png_image_begin_read_from_stdio(&image, file) != 0 else {
            throw GraphicsError(
                "read picture \(path): \(message(of: &image)); the file is not a PNG or is damaged")
        }
        let width = Int(image.width), height = Int(image.height)
        guard width > 0, height > 0, width <= largestReadArea / height else {
            throw GraphicsError("read picture \(path): \(width)x\(height) pixels is more than is read")
        }
        image.format = penstock_png_bgra
        let bitmap = Bitmap(width: width, height: height)
        // Safety: the stride in bytes and the height are those of the bitmap's own memory.
        let read = png_image_finish_read(&image, nil, bitmap.bytes, png_int_32(bitmap.bytesPerRow), nil)
        guard read != 0 else {
            throw GraphicsError(
                "read picture \(path): \(message(of: &image)); the file is cut or damaged")
        }
        bitmap.premultiply()
        return bitmap
    }

    /// Reads a PNG file; the same as `readPNG(fromPath:)`.
    public convenience init(pngFile path: String) throws(GraphicsError) {
        let read = try Bitmap.readPNG(fromPath: path)
        self.init(
            borrowing: read.bytes, width: read.width, height: read.height, bytesPerRow: read.bytesPerRow,
            owner: read)
    }

    private static func message(of image: inout png_image) -> String {
        withUnsafeBytes(of: &image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private func premultiply() {
        for y in 0..<height {
            let pixels = row(y)
            for x in 0..<width where pixels[x] >> 24 != 255 {
                let pixel = pixels[x]
                pixels[x] = Spans.scale(pixel | 0xff00_0000, by: pixel >> 24)
            }
        }
    }

    private func store(into bytes: UnsafeMutableBufferPointer<UInt8>, channels: Int) {
        var next = 0
        for y in 0..<height {
            let pixels = row(y)
            for x in 0..<width {
                let pixel = pixels[x], alpha = pixel >> 24
                func part(_ value: UInt32) -> UInt8 {
                    if alpha == 255 { return UInt8(value & 255) }
                    if alpha == 0 { return 0 }
                    return UInt8(min(((value & 255) * 255 + alpha / 2) / alpha, 255))
                }
                bytes[next] = part(pixel >> 16)
                bytes[next + 1] = part(pixel >> 8)
                bytes[next + 2] = part(pixel)
                if channels == 4 { bytes[next + 3] = UInt8(alpha) }
                next += channels
            }
        }
    }
}
