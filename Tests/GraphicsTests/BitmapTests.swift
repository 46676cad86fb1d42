import Glibc
import Graphics
import Testing

struct BitmapTests {
    /// A path of its own for each call, removed by the caller.
    static func path(_ name: String) -> String { "/tmp/penstock-\(getpid())-\(name).png" }

    @Test func aPictureWrittenAndReadIsTheSame() throws {
        let bitmap = Bitmap(width: 5, height: 3)
        for y in 0..<3 { for x in 0..<5 { bitmap.row(y)[x] = 0xff00_0000 | UInt32(x * 50 << 8 | y * 80) } }
        let path = Self.path("opaque")
        defer { unlink(path) }
        try bitmap.writePNG(toPath: path)
        #expect(try Bitmap(pngFile: path).hasSamePixels(as: bitmap))
        bitmap.row(1)[1] = 0x8040_2010
        bitmap.row(2)[2] = 0
        try bitmap.writePNG(toPath: path)
        #expect(try Bitmap(pngFile: path).hasSamePixels(as: bitmap))
    }

    @Test func anErrorNamesPathAndReason() {
        let bitmap = Bitmap(width: 1, height: 1)
        let error = #expect(throws: GraphicsError.self) { try bitmap.writePNG(toPath: "/nowhere/x.png") }
        #expect(error?.errorNumber == ENOENT)
        #expect(error?.message.contains("/nowhere/x.png: No such file or directory (errno 2)") ?? false)
        let read = #expect(throws: GraphicsError.self) { _ = try Bitmap(pngFile: "/nowhere/y.png") }
        #expect(read?.errorNumber == ENOENT)
    }

    @Test func aFileThatIsNoPictureIsRefused() throws {
        let path = Self.path("broken")
        defer { unlink(path) }
        let bitmap = Bitmap(width: 64, height: 64)
        for y in 0..<64 {
            for x in 0..<64 { bitmap.row(y)[x] = 0xff00_0000 | UInt32(x * y * 7919) & 0xffffff }
        }
        try bitmap.writePNG(toPath: path)
        truncate(path, 600)
        let error = #expect(throws: GraphicsError.self) { _ = try Bitmap(pngFile: path) }
        #expect(error?.message.contains(path) ?? false)
        truncate(path, 0)
        #expect(throws: GraphicsError.self) { _ = try Bitmap(pngFile: path) }
    }

    @Test func borrowedMemoryIsDrawnInto() {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * 16, alignment: 4)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
        let bitmap = Bitmap(borrowing: memory, width: 3, height: 4, bytesPerRow: 16)
        bitmap.clear(to: 0xff01_0203)
        #expect(memory.load(fromByteOffset: 16 * 3 + 8, as: UInt32.self) == 0xff01_0203)
        #expect(memory.load(fromByteOffset: 12, as: UInt32.self) == 0)
    }

    @Test("a row scaled and laid over another rounds to nearest, whichever way it is drawn")
    func spans() {
        for alpha in stride(from: UInt32(0), through: 255, by: 3) {
            for value in stride(from: UInt32(0), through: 255, by: 5) {
                let product = (Double(alpha * value) / 255).rounded()
                #expect(Spans.multiply(alpha, value) == UInt32(product))
                let pixel = value << 24 | value << 16 | value << 8 | value
                let scaled = UInt32(product)
                #expect(Spans.scale(pixel, by: alpha) == scaled << 24 | scaled << 16 | scaled << 8 | scaled)
            }
        }
    }
}
