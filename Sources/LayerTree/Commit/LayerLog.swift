import Glibc

/// Messages about wrong use, each written to standard error once a process.
@MainActor
enum LayerLog {
    private static var written: Set<String> = []

    /// Writes a message unless it was written before.
    static func once(_ message: String) {
        guard written.insert(message).inserted else { return }
        let line = "penstock: \(message)\n"
        line.withCString { _ = write(2, $0, strlen($0)) }
    }
}
