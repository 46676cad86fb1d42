import Glibc

/// Watches the folders of device nodes for nodes that come, by inotify: hot-plug where there is no udev.
///
/// Owns its descriptor, which is readable when something came.
final class NodeWatch {
    let descriptor: CInt
    /// What is watched: a node's path, or a folder's with all `event*` nodes in it.
    private let paths: [String]
    private let isFolder: [Bool]

    /// Watches the folder of each path, or the path itself where it is a folder.
    init(_ paths: [String]) throws(InputError) {
        self.paths = paths
        isFolder = paths.map { path in
            var status = stat()
            return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        }
        descriptor = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw InputError(wanted: "watch \(paths)", code: errno) }
        // Also when its rights change: a node is made first and given to its group then.
        let news = UInt32(IN_CREATE | IN_ATTRIB | IN_MOVED_TO)
        for (path, isFolder) in zip(paths, isFolder) {
            let folder = isFolder ? path : Self.folder(of: path)
            guard inotify_add_watch(descriptor, folder, news) >= 0 else {
                throw InputError(
                    wanted: "watch \(folder)", code: errno, remedy: "check that the folder is there")
            }
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Forgets what came; `nodes` tells what is there.
    func drain() {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { room in
            // Safety: read writes at most the given number of bytes.
            while read(descriptor, room.baseAddress, room.count) > 0 {}
        }
    }

    /// The nodes that are there now, of those that are wanted.
    func nodes() -> [String] {
        var result: [String] = []
        for (path, isFolder) in zip(paths, isFolder) {
            if isFolder {
                result += names(inFolder: path).filter { $0.hasPrefix("event") }.map { "\(path)/\($0)" }
            } else if access(path, F_OK) == 0 {
                result.append(path)
            }
        }
        return result
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
