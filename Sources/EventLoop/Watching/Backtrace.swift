import CLinux
import Glibc

/// The calls of another thread of this process.
enum Backtrace {
    private static let lock = Lock()

    /// One line a call, innermost first; empty when the thread does not answer in 100 ms.
    static func take(of thread: CInt) -> [String] {
        var frames = [UnsafeMutableRawPointer?](repeating: nil, count: 64)
        let count = lock.with { clinux_backtrace_take(thread, &frames, 64, 100) }
        return frames[..<Int(count)].map { line($0) }
    }

    /// The address, and what is known of it: names only where the executable exports them.
    private static func line(_ address: UnsafeMutableRawPointer?) -> String {
        var symbol = clinux_symbol()
        clinux_find_symbol(address, &symbol)
        let text = "0x" + String(UInt(bitPattern: address), radix: 16)
        let image = symbol.image.map { String(cString: $0) } ?? "?"
        guard let name = symbol.name else {
            return "\(text) \(image) + 0x\(String(symbol.image_offset, radix: 16))"
        }
        return "\(text) \(demangled(name)) + \(symbol.offset) (\(image))"
    }

    private static func demangled(_ name: UnsafePointer<CChar>) -> String {
        guard let text = swift_demangle(name, strlen(name), nil, nil, 0) else { return String(cString: name) }
        defer { free(text) }
        return String(cString: text)
    }
}
