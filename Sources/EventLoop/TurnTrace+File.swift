import CLinux
import Glibc

extension TurnTrace {
    /// Writes the records as a trace file that Chrome's tracing page and Perfetto read.
    ///
    /// Times are microseconds with three decimals. Equal records give equal bytes.
    public func write(toPath path: String) throws(SystemError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw SystemError(call: "open", code: errno, detail: path) }
        defer { close(descriptor) }
        var text = json
        let code = text.withUTF8 { bytes -> CInt in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0 {
                    let code = errno
                    if code == EINTR { continue }
                    return code
                }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return 0
        }
        if code != 0 { throw SystemError(call: "write", code: code, detail: path) }
    }

    /// The records as the text of a trace file.
    public var json: String {
        var text = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
        var isFirst = true
        for record in records {
            if !isFirst { text += ",\n" }
            isFirst = false
            text += TurnTrace.line(record)
        }
        return text + "\n]}\n"
    }

    private static func line(_ record: Record) -> String {
        let title = record.label.isEmpty ? "\(record.name)" : "\(record.label) (\(record.name))"
        var line = "{\"name\":\"\(escaped(title))\",\"cat\":\"\(record.kind.rawValue)\",\"pid\":1,\"tid\":1"
        line += ",\"ts\":\(microseconds(record.start.nanoseconds))"
        if record.kind == .mark {
            line += ",\"ph\":\"i\",\"s\":\"t\",\"args\":{\"value\":\(record.value)}}"
        } else {
            let end = record.end ?? record.start
            line += ",\"ph\":\"X\",\"dur\":\(microseconds(end.nanoseconds - record.start.nanoseconds))"
            line += ",\"args\":{\"order\":\(record.value)}}"
        }
        return line
    }

    private static func microseconds(_ nanoseconds: Int64) -> String {
        let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
        let decimals = rest < 10 ? "00\(rest)" : rest < 100 ? "0\(rest)" : "\(rest)"
        return "\(nanoseconds < 0 ? "-" : "")\(whole).\(decimals)"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            default:
                if scalar.value < 32 {
                    let digits = String(scalar.value, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }
}
