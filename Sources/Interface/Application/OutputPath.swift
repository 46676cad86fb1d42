import Glibc

/// Looks at the places that should be written to, before anything is started.
///
/// The checks change nothing on the disk. What they allow can still fail later (a disk gets full, rights
/// change); that is reported at the end of the run. Thread: main.
package enum OutputPath {
    /// Throws unless the file at `path` can be written, or made in a folder that is there.
    package static func checkFile(_ path: String, option: String) throws(StartError) {
        let wish = "\(option) \(path)"
        switch kind(of: path) {
        case .success(.folder):
            throw StartError(wish, code: EISDIR, remedy: "name a file in that folder")
        case .success:
            guard access(path, W_OK) == 0 else { throw denied(wish, errno, what: "the file") }
        case .failure(let failure) where failure.code == ENOENT:
            let folder = parent(of: path)
            guard case .success(let found) = kind(of: folder) else {
                throw StartError(wish, code: ENOENT, remedy: "make the folder \(folder) first")
            }
            guard found == .folder else {
                throw StartError(wish, code: ENOTDIR, remedy: "\(folder) is no folder")
            }
            guard access(folder, W_OK | X_OK) == 0 else {
                throw denied(wish, errno, what: "the folder \(folder)")
            }
        case .failure(let failure):
            throw StartError(wish, code: failure.code, remedy: "choose another path")
        }
    }

    /// Throws unless the folder at `path` can be written to, or made with what is missing above it.
    package static func checkFolder(_ path: String, option: String) throws(StartError) {
        let wish = "\(option) \(path)"
        var place = path
        while true {
            switch kind(of: place) {
            case .success(.folder):
                guard access(place, W_OK | X_OK) == 0 else {
                    throw denied(wish, errno, what: "the folder \(place)")
                }
                return
            case .success:
                throw StartError(wish, code: ENOTDIR, remedy: "\(place) is no folder; choose another path")
            case .failure(let failure) where failure.code == ENOENT && place != parent(of: place):
                place = parent(of: place)
            case .failure(let failure):
                throw StartError(wish, code: failure.code, remedy: "choose another path")
            }
        }
    }

    /// Makes a folder and what is missing above it.
    package static func makeFolder(_ path: String, option: String) throws(StartError) {
        if case .success(.folder) = kind(of: path) { return }
        let above = parent(of: path)
        if above != path { try makeFolder(above, option: option) }
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
            throw StartError("\(option) \(path)", code: errno, remedy: "choose another path")
        }
    }

    /// What lies at a path, links followed.
    private enum Kind { case folder, other }

    private struct Failure: Error { var code: CInt }

    private static func kind(of path: String) -> Result<Kind, Failure> {
        var info = stat()
        guard stat(path, &info) == 0 else { return .failure(Failure(code: errno)) }
        return .success(info.st_mode & S_IFMT == S_IFDIR ? .folder : .other)
    }

    private static func denied(_ wish: String, _ code: CInt, what: String) -> StartError {
        let remedy =
            code == EROFS
            ? "that file system is read-only; choose another path"
            : "no right to write to \(what); choose another path or change its owner"
        return StartError(wish, code: code, remedy: remedy)
    }

    /// The folder that holds a path: `.` for a bare name, `/` for the root.
    package static func parent(of path: String) -> String {
        var trimmed = path[...]
        while trimmed.count > 1, trimmed.last == "/" { trimmed.removeLast() }
        guard let slash = trimmed.lastIndex(of: "/") else { return "." }
        var folder = trimmed[..<slash]
        while folder.last == "/" { folder.removeLast() }
        return folder.isEmpty ? "/" : String(folder)
    }
}
