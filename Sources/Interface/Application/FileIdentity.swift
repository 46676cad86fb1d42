import Glibc

/// Which file a path leads to, whatever its name, also where the file is still to be made.
///
/// Thread: any (a plain value).
struct FileIdentity: Hashable {
    private var device: UInt64
    private var node: UInt64
    /// In the folder with that number, where it is not there yet; empty where it is.
    private var name: String

    /// `nil` for what keeps nothing, such as a device or a pipe, and for a path that leads nowhere.
    init?(_ path: String) {
        var info = stat()
        if stat(path, &info) == 0 {
            guard info.st_mode & S_IFMT == S_IFREG || info.st_mode & S_IFMT == S_IFDIR else { return nil }
            name = ""
        } else {
            guard errno == ENOENT else { return nil }
            let path = FileIdentity.target(of: path)
            guard stat(OutputPath.parent(of: path), &info) == 0 else { return nil }
            name = OutputPath.name(of: path)
        }
        device = UInt64(info.st_dev)
        node = UInt64(info.st_ino)
    }

    /// Follows links also to what is not there, as opening for writing does.
    static func target(of path: String) -> String {
        var path = path
        for _ in 0..<40 {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path, &buffer, buffer.count)
            guard count > 0 else { return path }
            let link = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
            path = link.hasPrefix("/") ? link : OutputPath.parent(of: path) + "/" + link
        }
        return path
    }
}

/// The files of one run, each with the option that names it.
struct RunFiles {
    private var known: [(identity: FileIdentity, wish: String)] = []

    /// Adds a file that is read or written; throws when it was added before under any name.
    mutating func add(_ path: String, option: String) throws(StartError) {
        let wish = "\(option) \(path)"
        guard let identity = FileIdentity(path) else { return }
        if let other = known.first(where: { $0.identity == identity }) {
            throw StartError(
                "\(other.wish) and \(wish) are the same file; choose another path for one of them")
        }
        known.append((identity, wish))
    }

    /// Throws when a picture in the folder could take the place of one of the files.
    func check(pictures folder: String, _ paths: [String]) throws(StartError) {
        guard let identity = FileIdentity(folder) else { return }
        for path in paths where path.hasSuffix(".png") {
            if FileIdentity(OutputPath.parent(of: FileIdentity.target(of: path))) == identity {
                throw StartError(
                    "a picture of --pictures \(folder) could be the same file as \(path); choose another path for one of them"
                )
            }
        }
    }
}
