import Glibc

/// Which other programs have a device open; as far as this user may see them.
package enum CardHolders {
    /// Their names and process numbers: `Xorg (812)`.
    package static func others(of path: String, processes: String = "/proc", own: CInt = getpid()) -> [String]
    {
        entries(of: processes).compactMap(CInt.init).sorted().filter { $0 != own }.compactMap { process in
            let folder = "\(processes)/\(process)"
            let holds = entries(of: "\(folder)/fd").contains { target(of: "\(folder)/fd/\($0)") == path }
            return holds ? "\(name(in: folder)) (\(process))" : nil
        }
    }

    private static func entries(of folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            // Safety: the name ends with a zero within the entry, which lives until the next readdir.
            withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                names.append(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
            }
        }
        return names
    }

    private static func target(of link: String) -> String? {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = readlink(link, start, buffer.count)
            return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
        }
    }

    private static func name(in folder: String) -> String {
        let descriptor = Glibc.open("\(folder)/comm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "a program" }
        defer { Glibc.close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            let count = max(read(descriptor, buffer.baseAddress, buffer.count), 0)
            return String(decoding: buffer.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
    }
}
