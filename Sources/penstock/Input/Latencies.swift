import InputEvents

/// How long events took from the kernel's stamp to the handler.
package struct Latencies {
    private var all: [Int64] = []

    package init() {}

    /// Takes one, in nanoseconds.
    package mutating func add(_ nanoseconds: Int64) { all.append(nanoseconds) }

    /// Median, 99th percentile and worst in microseconds; `nil` when there was no event.
    package var summary: String? {
        guard !all.isEmpty else { return nil }
        let sorted = all.sorted()
        func at(_ part: Double) -> Int64 {
            sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))] / 1000
        }
        return
            "latency median \(at(0.5)) us, p99 \(at(0.99)) us, worst \(at(1)) us, of \(sorted.count) events"
    }
}
