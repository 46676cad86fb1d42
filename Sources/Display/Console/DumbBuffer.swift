import CDRM
import Glibc

/// A buffer that the processor draws into and the card scans out; freed with its owner.
final class DumbBuffer {
    let framebuffer: UInt32
    let memory: ScanoutBuffer
    private let card: Card
    private let handle: UInt32
    private let size: Int

    /// Makes a buffer of 32-bit pixels, black.
    init(on card: Card, width: Int, height: Int) throws(DisplayError) {
        var handle: UInt32 = 0
        var pitch: UInt32 = 0
        var size: UInt64 = 0
        try card.check(
            "make a buffer on",
            drmModeCreateDumbBuffer(
                card.descriptor, UInt32(width), UInt32(height), 32, 0, &handle, &pitch, &size))
        var framebuffer: UInt32 = 0
        var offset: UInt64 = 0
        do throws(DisplayError) {
            try card.check(
                "use a buffer of",
                drmModeAddFB2(
                    card.descriptor, UInt32(width), UInt32(height), penstock_format_xrgb8888,
                    [handle, 0, 0, 0], [pitch, 0, 0, 0], [0, 0, 0, 0], &framebuffer, 0))
            try card.check("map a buffer of", drmModeMapDumbBuffer(card.descriptor, handle, &offset))
            let address = mmap(
                nil, Int(size), PROT_READ | PROT_WRITE, MAP_SHARED, card.descriptor, off_t(offset))
            guard let address, address != MAP_FAILED else {
                throw .calling("map a buffer of", card.path, code: errno)
            }
            // Safety: the mapping lives until deinit, which nobody survives who got it from this owner.
            address.initializeMemory(as: UInt8.self, repeating: 0, count: Int(size))
            memory = ScanoutBuffer(bytes: address, bytesPerRow: Int(pitch))
        } catch {
            if framebuffer != 0 { drmModeRmFB(card.descriptor, framebuffer) }
            drmModeDestroyDumbBuffer(card.descriptor, handle)
            throw error
        }
        self.card = card
        self.handle = handle
        self.framebuffer = framebuffer
        self.size = Int(size)
    }

    deinit {
        munmap(memory.bytes, size)
        drmModeRmFB(card.descriptor, framebuffer)
        drmModeDestroyDumbBuffer(card.descriptor, handle)
    }
}
