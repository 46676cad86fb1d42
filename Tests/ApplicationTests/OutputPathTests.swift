import Glibc
import Interface
import Testing

@Suite struct OutputPathTests {
    /// A folder of its own for one test, removed with it.
    final class Folder {
        let path: String

        init() throws {
            var name = Array("/tmp/penstock-paths-XXXXXX".utf8CString)
            try #require(mkdtemp(&name) != nil)
            path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        }

        deinit {
            for name in ["a/b/c", "a/b", "a", "file"] {
                unlink("\(path)/\(name)")
                rmdir("\(path)/\(name)")
            }
            rmdir(path)
        }

        func exists(_ name: String) -> Bool { access("\(path)/\(name)", F_OK) == 0 }
    }

    @Test("a file in a folder that is there is fine, and is not made by the check")
    func newFile() throws {
        let folder = try Folder()
        try OutputPath.checkFile("\(folder.path)/file", option: "--trace")
        #expect(!folder.exists("file"))
    }

    @Test("a file in a folder that is missing names the folder")
    func missingFolder() throws {
        let folder = try Folder()
        let error = #expect(throws: StartError.self) {
            try OutputPath.checkFile("\(folder.path)/a/file", option: "--trace")
        }
        let line = error?.description ?? ""
        #expect(line.hasPrefix("--trace \(folder.path)/a/file: "))
        #expect(line.contains("(errno 2)"))
        #expect(line.hasSuffix("make the folder \(folder.path)/a first"))
    }

    @Test("a folder is no file, a file is no folder")
    func wrongKind() throws {
        let folder = try Folder()
        let asFile = #expect(throws: StartError.self) {
            try OutputPath.checkFile(folder.path, option: "--record")
        }
        #expect(asFile?.description.contains("(errno 21)") == true)
        close(open("\(folder.path)/file", O_CREAT | O_WRONLY, 0o600))
        let asFolder = #expect(throws: StartError.self) {
            try OutputPath.checkFolder("\(folder.path)/file", option: "--pictures")
        }
        #expect(asFolder?.description.contains("(errno 20)") == true)
        #expect(throws: StartError.self) {
            try OutputPath.checkFolder("\(folder.path)/file/below", option: "--pictures")
        }
    }

    @Test("folders are made with what is missing above them, when asked")
    func nested() throws {
        let folder = try Folder()
        let wish = "\(folder.path)/a/b/c"
        try OutputPath.checkFolder(wish, option: "--pictures")
        #expect(!folder.exists("a"))
        try OutputPath.makeFolder(wish, option: "--pictures")
        try OutputPath.makeFolder(wish, option: "--pictures")
        #expect(folder.exists("a/b/c"))
    }

    @Test("it is told what was made, so that it can be taken away again, and nothing else is")
    func undone() throws {
        let folder = try Folder()
        let made = try OutputPath.makeFolder("\(folder.path)/a/b", option: "--pictures")
        #expect(made == ["\(folder.path)/a", "\(folder.path)/a/b"])
        #expect(try OutputPath.makeFolder("\(folder.path)/a/b", option: "--pictures").isEmpty)
        OutputPath.remove(folders: made)
        #expect(!folder.exists("a"))
        // A name that is too long fails below what was made.
        let long = String(repeating: "x", count: 300)
        let error = #expect(throws: StartError.self) {
            try OutputPath.makeFolder("\(folder.path)/a/b/\(long)", option: "--pictures")
        }
        #expect(error?.description.contains("(errno 36)") == true)
        #expect(!folder.exists("a"))
    }

    @Test("a path up again from what is not there does not lead through it")
    func upAgain() throws {
        let folder = try Folder()
        let top = folder.path
        #expect(OutputPath.folder("\(top)/a/../b/./c//") == "\(top)/b/c")
        #expect(OutputPath.folder("nowhere/../x") == "x")
        #expect(OutputPath.folder("nowhere/..") == ".")
        #expect(OutputPath.folder("../nowhere/../..") == "../..")
        #expect(OutputPath.folder("/") == "/")
        // What is there may be a link that leads elsewhere.
        symlink("/", "\(top)/a")
        #expect(OutputPath.folder("\(top)/a/../b") == "\(top)/a/../b")
    }

    @Test("what the kernel makes read-only is refused, also for root")
    func readOnly() throws {
        let error = #expect(throws: StartError.self) {
            try OutputPath.checkFolder("/proc/penstock", option: "--pictures")
            try OutputPath.makeFolder("/proc/penstock", option: "--pictures")
        }
        #expect(error?.description.contains("errno") == true)
    }

    @Test(
        "the folder of a path",
        arguments: [("a", "."), ("/a", "/"), ("/a/b/", "/a"), ("a//b", "a"), ("/", "/")])
    func parents(_ path: String, _ folder: String) {
        #expect(OutputPath.parent(of: path) == folder)
    }
}
