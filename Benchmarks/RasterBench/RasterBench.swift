import Glibc

/// Our side of the raster benchmark: the span kernels by themselves, and three scenes through the layer tree.
///
///     raster-bench [PREFIX]      prints "name<TAB>nanoseconds", the median of five batches each
@main
struct RasterBench {
    @MainActor static func main() {
        let meter = Meter(prefix: CommandLine.arguments.dropFirst().first ?? "")
        let primitives = Primitives()
        primitives.run(meter)
        Scenes.run(meter)
    }
}

/// Measures a call as the C drivers do: five batches of at least 15 ms, the median of them.
@MainActor
struct Meter {
    let prefix: String

    func measure(_ name: String, _ body: () -> Void) {
        // What is not to be counted is done by `measureParts`.
        measureParts(name) {
            let start = Self.now
            body()
            return Self.now - start
        }
    }

    /// The same for a body that times the part of itself that counts; for bodies of microseconds and more.
    func measureParts(_ name: String, _ body: () -> Int64) {
        guard name.hasPrefix(prefix) else { return }
        _ = body()
        let one = max(body(), 1)
        let count = min(Int(15_000_000 / one) + 1, 200_000)
        var batches: [Double] = []
        for _ in 0..<5 {
            var sum: Int64 = 0
            for _ in 0..<count { sum += body() }
            batches.append(Double(sum) / Double(count))
        }
        batches.sort()
        print("\(name)\t\((batches[2] * 10).rounded() / 10)")
    }

    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
