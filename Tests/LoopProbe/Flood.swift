import Dispatch
import EventLoop
import Glibc

/// A flood of the main queue, and a port that becomes ready in the middle of it.
@MainActor
enum Flood {
    private static let chains = 1000
    private static var done = 0
    private static var ends: [CInt] = [-1, -1]
    private static var readyAt = 0
    private static var waits: [Int] = []

    /// 1,000 blocks that each give the next one, 100 times: 100,000 in all, and never fewer than 1,000 in the queue.
    static func run() {
        let loop = Loop.main
        _ = pipe(&ends)
        loop.add(
            Loop.PortSource(descriptor: ends[0]) { _ in
                var byte: UInt8 = 0
                _ = read(ends[0], &byte, 1)
                waits.append(done - readyAt)
                makeReady()
            }, to: .common)
        for _ in 0..<chains { DispatchQueue.main.async { step(100) } }
        makeReady()
        // In one run: the first turn of each run looks at the ports alone, as in CFRunLoop.
        while done < chains * 100 { loop.run(mode: .default, for: .seconds(10)) }
        print("done", done, "port served", waits.count > 20 ? "often" : "\(waits.count)")
        // At most the rest of the batch in which it became ready, and one more.
        print("waited", waits.allSatisfy { $0 <= 2 * chains } ? "at most two batches" : "\(waits.max() ?? 0)")
    }

    private static func makeReady() {
        readyAt = done
        _ = write(ends[1], "x", 1)
    }

    private static func step(_ left: Int) {
        done += 1
        if done == chains * 100 { Loop.main.stop() }
        if left > 1 { DispatchQueue.main.async { step(left - 1) } }
    }
}
