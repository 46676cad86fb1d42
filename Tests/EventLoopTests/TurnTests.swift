import EventLoop
import Testing

/// A loop of its own under a virtual clock, and a list of what happened.
///
/// A test runs on one thread to its end, so the thread's loop is the test's; modes are named apart.
final class Bench {
    let clock = VirtualClock(start: Instant(nanoseconds: 1_000_000_000))
    let loop = Loop.current
    var log: [String] = []
    var items: [Loop.Item] = []
    private let begun: Instant

    init() {
        loop.clock = .virtual(clock)
        begun = clock.now
    }

    deinit {
        for item in items { item.invalidate() }
        loop.clock = .monotonic
    }

    /// Milliseconds since the bench was made.
    var milliseconds: Int64 { begun.duration(to: clock.now).clampedNanoseconds / 1_000_000 }

    @discardableResult
    func add<Item: Loop.Item>(_ item: Item, to mode: Loop.Mode = .default) -> Item {
        items.append(item)
        loop.add(item, to: mode)
        return item
    }

    @discardableResult
    func observe(
        _ activities: Loop.Activity = .all, _ name: String = "", order: Int = 0, repeats: Bool = true,
        in mode: Loop.Mode = .default, _ also: ((Loop.Activity) -> Void)? = nil
    ) -> Loop.Observer {
        add(
            Loop.Observer(activities, order: order, repeats: repeats, label: name) {
                [unowned self] activity in
                log.append(name.isEmpty ? "\(Bench.name(activity))" : "\(name) \(Bench.name(activity))")
                also?(activity)
            }, to: mode)
    }

    @discardableResult
    func source(
        _ name: String, order: Int = 0, in mode: Loop.Mode = .default, _ also: (() -> Void)? = nil
    ) -> Loop.ManualSource {
        add(
            Loop.ManualSource(order: order, label: name) { [unowned self] in
                log.append(name)
                also?()
            }, to: mode)
    }

    @discardableResult
    func timer(
        _ name: String, after: Int, every: Int = 0, tolerance: Int = 0, in mode: Loop.Mode = .default,
        _ also: ((Loop.Timer) -> Void)? = nil
    ) -> Loop.Timer {
        add(
            Loop.Timer(
                every: .milliseconds(every), after: .milliseconds(after), tolerance: .milliseconds(tolerance),
                label: name
            ) { [unowned self] timer in
                log.append("\(name)@\(milliseconds)")
                also?(timer)
            }, to: mode)
    }

    @discardableResult
    func run(_ milliseconds: Int, in mode: Loop.Mode = .default, returnAfterSource: Bool = false)
        -> Loop.RunResult
    {
        loop.run(mode: mode, for: .milliseconds(milliseconds), returnAfterSource: returnAfterSource)
    }

    /// What happened since the last call.
    func taken() -> [String] {
        defer { log = [] }
        return log
    }

    static func name(_ activity: Loop.Activity) -> String {
        switch activity {
        case .entry: "entry"
        case .beforeTimers: "timers"
        case .beforeSources: "sources"
        case .beforeWaiting: "before"
        case .afterWaiting: "after"
        case .exit: "exit"
        default: "?"
        }
    }
}

@Suite struct TurnTests {
    @Test("§3 the steps of a turn, in order")
    func steps() {
        let bench = Bench()
        bench.observe()
        let source = bench.source("source")
        bench.timer("timer", after: 20)
        source.signal()
        bench.loop.perform {}
        #expect(bench.run(30) == .timedOut)
        #expect(
            bench.taken() == [
                "entry", "timers", "sources", "source", "timers", "sources", "before", "after", "timer@20",
                "timers", "sources", "before", "after", "exit",
            ])
        #expect(bench.milliseconds == 30)
    }

    @Test("§2 an empty mode finishes without a callout")
    func empty() {
        let bench = Bench()
        bench.observe(in: "empty")
        #expect(bench.run(100, in: "empty") == .finished)
        #expect(bench.run(100, in: "never seen") == .finished)
        #expect(!bench.loop.allModes.contains("never seen"))
        #expect(bench.taken().isEmpty)
    }
}
