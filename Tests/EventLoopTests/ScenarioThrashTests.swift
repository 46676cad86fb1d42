import Glibc
import Testing

/// Damaged scenario files: each is read whole or complained about, by file, line and what was expected; none traps.
@Suite struct ScenarioThrashTests {
    private static let seed: UInt64 = 0x5EED
    private static let count = 1500

    @Test("damaged files: read, or an error with its place; never a trap")
    func damage() throws {
        var random = Random(state: Self.seed)
        let texts = try ScenarioTests.names.map {
            Array(try ToolRun.contents(of: ScenarioTests.folder + $0 + ".scn").utf8)
        }
        let files = try (0..<Self.count).map { _ in
            let bytes = random.damaged(texts[random.below(texts.count)])
            return (file: try TemporaryFile(bytes), lines: bytes.count { $0 == UInt8(ascii: "\n") } + 1)
        }
        // A few at a time: what they complain must fit a pipe.
        var errors = ""
        for start in stride(from: 0, to: files.count, by: 200) {
            let paths = files[start..<min(start + 200, files.count)].map(\.file.path)
            let result = try ToolRun("penstock", ["scenario", "--check"] + paths).finish()
            #expect(result.output.isEmpty)
            #expect(result.status == 2, "seed \(Self.seed)")
            errors += result.errors
        }

        let lines = Dictionary(uniqueKeysWithValues: files.map { ($0.file.path, $0.lines) })
        var complaints: [String: Int] = [:]
        for complaint in errors.split(separator: "\n") {
            let parts = complaint.split(separator: ":", maxSplits: 3).map(String.init)
            try #require(parts.count == 4 && parts[0] == "penstock", "seed \(Self.seed): \(complaint)")
            let path = String(parts[1].dropFirst())
            let line = try #require(Int(parts[2]), "seed \(Self.seed): \(complaint)")
            #expect((1...(lines[path] ?? 0)).contains(line), "seed \(Self.seed): \(complaint)")
            #expect(parts[3].hasPrefix(" expected ") && parts[3].contains(", found "), "\(complaint)")
            complaints[path, default: 0] += 1
        }
        #expect(complaints.values.allSatisfy { $0 == 1 })
        #expect(complaints.count > Self.count / 2, "most damage is seen")
        #expect(complaints.count < Self.count, "some leaves a scenario")
    }
}

/// A small generator of numbers that are the same for the same seed.
private struct Random {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { bound == 0 ? 0 : Int(next() % UInt64(bound)) }

    private static let odd = [
        "#", "#0", "#9-1", "#99999999999999999999", "-", ":", ";", ",", "=", "in=", "in=,", "order=x", "\r\n",
        "\0",
        "order=9223372036854775808", "1e999s", "nanms", "-inf s", "0x1p-3ms", "9e8s", "\u{301}", "\u{FEFF}",
        "\t",
        "when", "at", "run", "query", "observer", "source0", "level", "loop", "title", "none", "common",
        "forever",
    ]

    mutating func damaged(_ text: [UInt8]) -> [UInt8] {
        if below(20) == 0 { return (0..<below(400)).map { _ in UInt8(truncatingIfNeeded: next()) } }
        var bytes = text
        for _ in 0...below(3) {
            let at = below(bytes.count + 1)
            let end = min(bytes.count, at + below(12))
            switch below(6) {
            case 0: bytes.removeSubrange(at..<end)
            case 1: bytes.insert(UInt8(truncatingIfNeeded: next()), at: at)
            case 2: bytes.insert(contentsOf: Array(Random.odd[below(Random.odd.count)].utf8), at: at)
            case 3: bytes.insert(contentsOf: bytes[at..<end], at: below(bytes.count + 1))
            case 4: bytes.removeSubrange(at...)
            default: if at < bytes.count { bytes[at] ^= 1 << UInt8(below(8)) }
            }
        }
        return bytes
    }
}
