public import InputEvents

/// A picture to draw: a bitmap and how many of its pixels make a point.
///
/// Thread: one at a time, as its bitmap.
public struct Image {
    /// The pixels.
    public var bitmap: Bitmap
    /// Pixels to a point; 2 for a picture drawn for a display of scale 2.
    public var scale: Double

    /// Makes an image of a bitmap; a scale that is not positive is taken as 1.
    public init(_ bitmap: Bitmap, scale: Double = 1) {
        self.bitmap = bitmap
        self.scale = scale > 0 && scale.isFinite ? scale : 1
    }

    /// Reads an image from a PNG file; throws as `Bitmap.readPNG(fromPath:)`.
    public init(pngFile path: String, scale: Double = 1) throws(GraphicsError) {
        self.init(try Bitmap.readPNG(fromPath: path), scale: scale)
    }

    /// The size in points.
    public var size: Size { Size(Double(bitmap.width) / scale, Double(bitmap.height) / scale) }
}
