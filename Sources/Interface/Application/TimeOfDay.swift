/// A time on a wall clock, without a date.
///
/// Thread: any (a plain value).
public struct TimeOfDay: Hashable, Sendable {
    /// Nanoseconds since midnight, below those of a day.
    public let nanoseconds: Int64

    static let day: Int64 = 86_400_000_000_000
    static let minute: Int64 = 60_000_000_000

    /// Makes a time of the nanoseconds since some midnight; whole days are left out.
    public init(nanoseconds: Int64) {
        let rest = nanoseconds % Self.day
        self.nanoseconds = rest < 0 ? rest + Self.day : rest
    }

    /// Makes a time of an hour, a minute and a second.
    public init(hour: Int, minute: Int, second: Int = 0) {
        self.init(nanoseconds: Int64(hour * 3600 + minute * 60 + second) * 1_000_000_000)
    }

    /// The hour, 0 to 23.
    public var hour: Int { Int(nanoseconds / (60 * Self.minute)) }
    /// The minute, 0 to 59.
    public var minute: Int { Int(nanoseconds / Self.minute % 60) }

    /// Hours and minutes such as `09:41`.
    public var text: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return two(hour) + ":" + two(minute)
    }

    /// How long it is to the next full minute; a whole minute on one.
    public var untilNextMinute: Duration { .nanoseconds(Self.minute - nanoseconds % Self.minute) }

    /// The time so much later.
    public func advanced(byNanoseconds duration: Int64) -> TimeOfDay {
        TimeOfDay(nanoseconds: nanoseconds + duration % Self.day)
    }
}
