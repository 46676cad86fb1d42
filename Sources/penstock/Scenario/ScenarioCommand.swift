import Glibc

/// `penstock scenario`: reads a file and plays it.
enum ScenarioCommand {
    /// Seconds after which a scenario that hangs is killed by the alarm signal, at normal speed.
    private static let patience = 30.0

    static func run(_ arguments: [String]) throws(ToolError) {
        var path: String?
        var isVirtual = false
        var scale = 1.0
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--virtual-time": isVirtual = true
            case "--scale":
                guard let text = rest.popFirst(), let factor = Double(text), factor > 0, factor.isFinite
                else {
                    throw ToolError("--scale: expected a factor above 0")
                }
                scale = factor
            default:
                if argument.hasPrefix("-") { throw ToolError("scenario: no option \"\(argument)\"") }
                if path != nil {
                    throw ToolError("scenario: expected one file, found \"\(argument)\" as well")
                }
                path = argument
            }
        }
        guard let path else { throw ToolError("scenario: expected the path of a .scn file") }
        let scenario = try ScenarioReader.read(try text(of: path), file: path)
        alarm(CUnsignedInt(patience * max(1, scale)))
        ScenarioPlayer.play(scenario, scale: scale, isVirtual: isVirtual)
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
        }
        if ferror(file) != 0 { throw ToolError("\(path): \(String(cString: strerror(errno)))") }
        return String(decoding: bytes, as: UTF8.self)
    }
}
