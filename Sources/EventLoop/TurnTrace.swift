/// A record of what a loop did: its turns, sleeps, callouts, and marks that the program sets.
///
/// A ring of fixed size that does not allocate while it records; the oldest records are lost first. Times are those of the
/// loop's clock, so that two equal runs under a virtual clock leave equal records. Thread: the loop's own.
public final class TurnTrace {
    /// What a record is about.
    public enum Kind: String, Sendable {
        /// One turn of a run.
        case turn
        /// The wait of a turn that did not poll.
        case sleep
        /// An observer's call.
        case observer
        /// A timer's fire.
        case timer
        /// A manual source's perform.
        case manualSource
        /// A port source's perform.
        case portSource
        /// A block.
        case block
        /// The main queue's work.
        case mainQueue
        /// A mark of the program.
        case mark
    }

    /// One thing that happened.
    public struct Record: Sendable {
        /// What it is about.
        public let kind: Kind
        /// The item's label; empty when it has none.
        public let label: String
        /// The activity of an observer, the name of a mark, or what was done.
        public let name: StaticString
        /// The item's order, or the value of a mark.
        public let value: Int64
        /// How many records were open when it began.
        public let depth: Int
        /// When it began.
        public let start: Instant
        /// When it ended; nil while it goes on.
        public internal(set) var end: Instant?
    }

    /// How often things happened since the trace was made.
    public struct Counts: Hashable, Sendable {
        /// Turns that began.
        public internal(set) var turns = 0
        /// Waits that were not polls.
        public internal(set) var sleeps = 0
        /// Callouts of all kinds.
        public internal(set) var callouts = 0
        /// Marks.
        public internal(set) var marks = 0
    }

    /// How many records are kept.
    public let capacity: Int
    /// How often things happened, the lost records included.
    public private(set) var counts = Counts()
    private var ring: [Record] = []
    private var made = 0
    private var depth = 0
    // Safety: the loop that has the trace takes itself back when it ends, or has another one.
    private unowned(unsafe) var loop: Loop?

    /// Makes an empty trace; about 80 bytes a record.
    public init(capacity: Int = 65_536) {
        precondition(capacity > 0, "BUG (caller): a trace needs room for one record")
        self.capacity = capacity
        ring.reserveCapacity(capacity)
    }

    func attach(to loop: Loop?) { self.loop = loop }

    /// Is told of what begins and ends, when there is a hang detector.
    var watch: CalloutWatch?

    private var now: Instant { loop?.now ?? Instant(nanoseconds: 0) }

    /// Notes that something happened now.
    public func mark(_ name: StaticString, _ value: Int64 = 0) {
        counts.marks += 1
        let moment = now
        append(
            Record(kind: .mark, label: "", name: name, value: value, depth: depth, start: moment, end: moment)
        )
    }

    /// The records kept, in the order in which they began.
    public var records: [Record] {
        made <= capacity ? ring : Array(ring[(made % capacity)...] + ring[..<(made % capacity)])
    }

    /// How many records were lost.
    public var lost: Int { max(0, made - capacity) }

    func begin(_ kind: Kind, _ label: String, _ name: StaticString, _ value: Int) -> Int {
        switch kind {
        case .turn: counts.turns += 1
        case .sleep: counts.sleeps += 1
        default: counts.callouts += 1
        }
        let record = Record(
            kind: kind, label: label, name: name, value: Int64(value), depth: depth, start: now, end: nil)
        depth += 1
        watch?.begin(kind, label, name)
        return append(record)
    }

    func end(_ entry: Int) {
        depth -= 1
        watch?.end()
        // A trace that was taken from its loop meanwhile has no time any more.
        if let loop, entry >= made - capacity { ring[entry % capacity].end = loop.now }
    }

    @discardableResult
    private func append(_ record: Record) -> Int {
        if made < capacity { ring.append(record) } else { ring[made % capacity] = record }
        made += 1
        return made - 1
    }
}
