import Glibc

/// The names in a folder, by their length and then their letters, so that `event10` stands behind `event9`.
///
/// Empty for what is no folder, or may not be read.
package func names(inFolder path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        // Safety: the kernel ends the name with a zero inside of its field.
        names.append(
            withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            })
    }
    return names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
}
