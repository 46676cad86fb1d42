import EventLoop
import Glibc

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
        precondition(
            loop.run(mode: .default, for: .zero) == .finished, "an earlier test left something in the loop")
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

/// A pipe whose ends are closed with it.
final class Pipe {
    let reader: CInt
    private(set) var writer: CInt

    init() {
        var ends: [CInt] = [-1, -1]
        precondition(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        (reader, writer) = (ends[0], ends[1])
    }

    deinit {
        close(reader)
        closeWriter()
    }

    func write(_ count: Int = 1) {
        let bytes = [UInt8](repeating: 1, count: count)
        _ = Glibc.write(writer, bytes, count)
    }

    /// How many of at most `limit` bytes were there.
    @discardableResult
    func read(_ limit: Int = 64) -> Int {
        var bytes = [UInt8](repeating: 0, count: limit)
        return Glibc.read(reader, &bytes, limit)
    }

    func closeWriter() {
        if writer >= 0 { close(writer) }
        writer = -1
    }
}
