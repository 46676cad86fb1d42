import Glibc
import Testing

@Suite struct AllocationTests {
    /// Blocks that libinput 1.22 allocates itself for one round: one for each of its own events.
    private let libinputs = ["touch": 11, "pointer": 1, "scroll": 2, "key": 1, "pen": 1]

    @Test("from libinput to the handler nothing of ours is allocated in steady state")
    func steadyState() throws {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }
        let folder = String(decoding: path[...(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)], as: UTF8.self)
        let probe = try #require(popen("'\(folder)InputProbe'", "r"))
        var lines: [[Substring]] = []
        while fgets(&buffer, CInt(buffer.count), probe) != nil {
            let line = String(
                decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            lines.append(line.dropLast().split(separator: " "))
        }
        #expect(pclose(probe) == 0)
        #expect(lines.map { $0.first ?? "" } == ["touch", "pointer", "scroll", "key", "pen"])
        for line in lines {
            let numbers = line.compactMap { Int($0) }
            try #require(numbers.count == 3)
            #expect(numbers[0] >= 2000)
            #if !DEBUG
                // -1 under a sanitizer, which has its own allocator.
                let own = libinputs[String(line[0])] ?? 0
                // What is allocated now and then, by whomever, is not one for each event: 1,000 of those.
                #expect(numbers[1] <= own * numbers[2] + 100, "\(line)")
            #endif
        }
    }
}
