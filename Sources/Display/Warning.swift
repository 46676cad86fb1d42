import Glibc

/// Tells whoever reads the standard error, in one line; for what a person can act on.
func warn(_ message: String) {
    let line = "display: \(message)\n"
    _ = line.utf8.withContiguousStorageIfAvailable { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
