import Glibc

/// `penstock scenario`: reads a file and plays it, or reads files and says what is wrong with them.
enum ScenarioCommand {
    /// Seconds after which a scenario that hangs is killed by the alarm signal, at normal speed.
    private static let patience = 30.0
    /// Bytes of a file; the longest scenario that makes sense is far below.
    private static let longest = 1 << 20

    static func run(_ arguments: [String]) throws(ToolError) {
        var paths: [String] = []
        var onlyChecks = false
        var options = ScenarioPlayer.Options()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--virtual-time": options.isVirtual = true
            case "--times": options.showsTimes = true
            case "--check": onlyChecks = true
            case "--scale":
                guard let text = rest.popFirst(), let factor = Double(text), (0.001...1000).contains(factor)
                else {
                    throw ToolError("--scale: expected a factor from 0.001 to 1000")
                }
                options.scale = factor
            default:
                if argument.hasPrefix("-") { throw ToolError("scenario: no option \"\(argument)\"") }
                paths.append(argument)
            }
        }
        guard let path = paths.first else { throw ToolError("scenario: expected the path of a .scn file") }
        if onlyChecks { return try check(paths) }
        guard paths.count == 1 else {
            throw ToolError("scenario: expected one file, found \"\(paths[1])\" as well")
        }
        let scenario = try ScenarioReader.read(try text(of: path), file: path)
        alarm(CUnsignedInt(patience * max(1, options.scale)))
        ScenarioPlayer.play(scenario, options)
    }

    /// Reads all of them; complains about the first error of each.
    private static func check(_ paths: [String]) throws(ToolError) {
        var last: ToolError?
        for path in paths {
            do throws(ToolError) {
                _ = try ScenarioReader.read(try text(of: path), file: path)
            } catch {
                if let last { Tool.complain(last.message) }
                last = error
            }
        }
        if let last { throw last }
    }

    private static func text(of path: String) throws(ToolError) -> String {
        guard let file = fopen(path, "re") else {
            throw ToolError("\(path): \(String(cString: strerror(errno)))")
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { break }
            bytes += buffer[..<count]
            if bytes.count > longest {
                throw ToolError("\(path): expected a scenario, found more than \(longest) bytes")
            }
        }
        if ferror(file) != 0 { throw ToolError("\(path): \(String(cString: strerror(errno)))") }
        return String(decoding: bytes, as: UTF8.self)
    }
}
