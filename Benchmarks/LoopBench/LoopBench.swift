import CCounters
import CLinux
import EventLoop
import Glibc

/// The workloads that run loops are compared by: `loop-bench WORKLOAD key=value …` prints `NAME WORKLOAD PARAMS METRIC VALUE`.
///
/// Times are wall time of the monotonic clock, `cpu_…` the processor time of all threads.
@main
final class LoopBench: @unchecked Sendable {
    // Safety: the helper thread touches nothing of it but `mark()` and `emit`, and joins before the loop's thread reads.

    private let arguments = CommandLine.arguments
    private let workload: String
    let loop: Loop
    private let keep = Loop.ManualSource {}
    private var startTime: Int64 = 0
    private var startProcessorTime: Int64 = 0
    var random: UInt64 = 88_172_645_463_325_252
    var count = 0

    private init() {
        workload = arguments.count > 1 ? arguments[1] : ""
        loop = Loop.current
    }

    static func main() {
        let isBackground = CommandLine.arguments.contains("thread=bg")
        if isBackground {
            Worker { LoopBench().play() }.join()
        } else {
            LoopBench().play()
        }
    }

    private func play() {
        switch workload {
        case "wake": wake()
        case "post": post()
        case "fd": descriptors()
        case "timers": timers()
        case "churn": churn()
        case "turn": turns()
        case "accuracy": accuracy()
        case "rss": memory()
        default:
            print("usage: loop-bench wake|post|fd|timers|churn|turn|accuracy|rss key=value …")
            exit(3)
        }
        exit(0)
    }

    // MARK: Options and results

    func option(_ key: String) -> String? {
        arguments.dropFirst(2).last { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
    }

    func number(_ key: String, _ fallback: Int) -> Int { option(key).flatMap { Int($0) } ?? fallback }

    func emit(_ metric: String, _ value: Double) {
        let params = arguments.dropFirst(2).filter { !$0.hasPrefix("name=") && !$0.hasPrefix("thread=") }
        let text = params.isEmpty ? "-" : params.joined(separator: ",")
        print(option("name") ?? "penstock", workload, text, metric, (value * 1000).rounded() / 1000)
    }

    // MARK: Time

    static func processorTime() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    func mark() {
        startProcessorTime = Self.processorTime()
        startTime = clinux_now()
    }

    var start: Int64 { startTime }
    var elapsed: Double { Double(clinux_now() - startTime) }
    var processorElapsed: Double { Double(Self.processorTime() - startProcessorTime) }

    func nextRandom() -> UInt64 {
        random ^= random << 13
        random ^= random >> 7
        random ^= random << 17
        return random
    }

    // MARK: Loop

    func keepAlive() { loop.add(keep, to: .default) }
    func turn() { loop.run(mode: .default, for: .zero) }
}

/// A thread of the system.
struct Worker {
    private var handle = pthread_t()

    init(_ body: @escaping () -> Void) {
        let context = Unmanaged.passRetained(Box(body)).toOpaque()
        let status = pthread_create(
            &handle, nil,
            { context in
                if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
                return nil
            }, context)
        precondition(status == 0)
    }

    func join() { pthread_join(handle, nil) }

    private final class Box {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }
}
