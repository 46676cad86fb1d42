import EventLoop

/// A script for one run loop, as it was read.
struct Scenario {
    enum Kind: String, CaseIterable { case source0, source1, timer, observer }

    struct Declaration {
        var kind: Kind
        var name: String
        var modes = ["default"]
        var order = 0
        var hooks = false
        var after: Duration = .zero
        var every: Duration = .zero
        var tolerance: Duration = .zero
        var activities: Loop.Activity = []
        var repeats = true
    }

    enum Query {
        case valid(String)
        case signalled(String)
        case contains(String, mode: String)
        case next(String)
        case nextIn(mode: String)
        case mode
        case modes
        case waiting
    }

    enum Action {
        case signal(String)
        case write(String)
        case wake
        case stop
        case add(String, mode: String)
        case remove(String, mode: String)
        case invalidate(String)
        case common(String)
        case setNext(String, Duration)
        case block(String, modes: [String])
        case async(String)
        case run(mode: String, Duration?, returnAfterSource: Bool)
        case runLoop
        case sleep(Duration)
        case print(String)
        case query(Query)

        /// A timed line belongs to the next line that has one of these.
        var runs: Bool {
            switch self {
            case .run, .runLoop: true
            default: false
            }
        }
    }

    struct Handler {
        let name: String
        let activity: Loop.Activity?
        let calls: ClosedRange<Int>
        let actions: [Action]
    }

    enum Line {
        case declaration(Declaration)
        case timed(Duration, [Action])
        case actions([Action])
    }

    var onMain = false
    var lines: [Line] = []
    var handlers: [Handler] = []
}

extension Loop.Activity {
    /// The names of the scenario format.
    static let named: [(String, Loop.Activity)] = [
        ("entry", .entry), ("beforeTimers", .beforeTimers), ("beforeSources", .beforeSources),
        ("beforeWaiting", .beforeWaiting), ("afterWaiting", .afterWaiting), ("exit", .exit), ("all", .all),
    ]

    init?(named name: some StringProtocol) {
        guard let found = Self.named.first(where: { $0.0 == name }) else { return nil }
        self = found.1
    }

    /// The name of a single activity.
    var scenarioName: String { Self.named.first { $0.1 == self }?.0 ?? "?" }
}
