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
            let target = FileIdentity.target(of: path)
            let folder = parent(of: target)
            guard case .success(let found) = kind(of: folder) else {
                throw StartError(wish, code: ENOENT, remedy: "make the folder \(folder) first")
            }
            guard found == .folder else {
                throw StartError(wish, code: ENOTDIR, remedy: "\(folder) is no folder")
            }
            try tryMaking(target, in: folder, wish)
        case .failure(let failure):
            throw StartError(wish, code: failure.code, remedy: "choose another path")
        }
    }

    /// Makes the file and takes it away again: only that tells what a file system like /proc allows.
    private static func tryMaking(_ path: String, in folder: String, _ wish: String) throws(StartError) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file >= 0 {
            close(file)
            unlink(path)
            return
        }
        switch errno {
        case EACCES, EPERM, EROFS: throw denied(wish, errno, what: "the folder \(folder)")
        case ENOENT:
            throw StartError(wish, code: ENOENT, remedy: "\(folder) takes no new files; choose another path")
        default: throw StartError(wish, code: errno, remedy: "choose another path")
        }
    }

    /// Throws unless the folder at `path` can be written to, or made with what is missing above it.
    package static func checkFolder(_ path: String, option: String) throws(StartError) {
        let wish = "\(option) \(path)"
        var place = folder(path)
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

    /// Makes a folder and what is missing above it, and answers what it made, outermost first.
    ///
    /// A failure takes away again what was made.
    @discardableResult
    package static func makeFolder(_ path: String, option: String) throws(StartError) -> [String] {
        var missing: [String] = []
        var place = folder(path)
        while case .failure = kind(of: place), place != parent(of: place) {
            missing.append(place)
            place = parent(of: place)
        }
        var made: [String] = []
        for place in missing.reversed() {
            guard mkdir(place, 0o777) != 0 else {
                made.append(place)
                continue
            }
            let code = errno
            if code == EEXIST { continue }
            remove(folders: made)
            throw StartError(
                "\(option) \(path)", code: code,
                remedy: "\(parent(of: place)) takes no new folders; choose another path")
        }
        return made
    }

    /// Takes away folders that were made, as far as they are empty.
    package static func remove(folders: [String]) {
        for folder in folders.reversed() { rmdir(folder) }
    }

    /// The path without `name/..` where nothing of that name is there, so that it need not be made to pass through it.
    package static func folder(_ path: String) -> String {
        var result = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") where part != "." {
            if part == "..", !result.isEmpty, name(of: result) != "..", case .failure = kind(of: result) {
                let above = parent(of: result)
                result = above == "." ? "" : above
            } else {
                result += (result.isEmpty || result.hasSuffix("/") ? "" : "/") + part
            }
        }
        return result.isEmpty ? "." : result
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

    /// The last part of a path.
    static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "/" }
}
