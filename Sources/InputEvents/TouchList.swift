/// The touches of one frame: ten in place, without an allocation; more than that go into an array.
///
/// Thread: any (a plain value).
public struct TouchList: RandomAccessCollection, MutableCollection, Hashable, Sendable {
    /// How many touches need no allocation: ten fingers.
    public static let inlineCapacity = 10

    @usableFromInline var inline: InlineArray<10, TouchSample>
    @usableFromInline var overflow: [TouchSample]
    @usableFromInline var used: UInt32

    /// Makes an empty list.
    @inlinable
    public init() {
        inline = InlineArray(repeating: TouchSample(id: TouchID(rawValue: 0), location: .zero, phase: .began))
        overflow = []
        used = 0
    }

    /// Makes a list of the given touches, in their order.
    @inlinable
    public init(_ samples: some Sequence<TouchSample>) {
        self.init()
        for sample in samples { append(sample) }
    }

    /// Always 0.
    @inlinable
    public var startIndex: Int { 0 }
    /// The number of touches.
    @inlinable
    public var endIndex: Int { Int(used) }

    /// The touch at a place, counted from 0; a place outside the list traps.
    @inlinable
    public subscript(index: Int) -> TouchSample {
        get {
            precondition(index >= 0 && index < Int(used), "touch \(index) of \(used)")
            return index < Self.inlineCapacity ? inline[index] : overflow[index - Self.inlineCapacity]
        }
        set {
            precondition(index >= 0 && index < Int(used), "touch \(index) of \(used)")
            if index < Self.inlineCapacity {
                inline[index] = newValue
            } else {
                overflow[index - Self.inlineCapacity] = newValue
            }
        }
    }

    // Going through the list by places or by an iterator takes a copy of all ten touches for each: these do not.

    /// Looks at each touch, in their order.
    @inlinable
    public func forEach(_ body: (TouchSample) throws -> Void) rethrows {
        let samples = inline.span
        for index in 0..<Swift.min(Int(used), Self.inlineCapacity) { try body(samples[index]) }
        if !overflow.isEmpty { try overflow.forEach(body) }
    }

    /// Whether all touches are as `isGood` says, asked in their order up to the first that is not.
    @inlinable
    public func allSatisfy(_ isGood: (TouchSample) -> Bool) -> Bool {
        let samples = inline.span
        for index in 0..<Swift.min(Int(used), Self.inlineCapacity) {
            guard isGood(samples[index]) else { return false }
        }
        return overflow.isEmpty || overflow.allSatisfy(isGood)
    }

    /// Changes each touch in place, in their order.
    @inlinable
    public mutating func updateEach(_ change: (inout TouchSample) -> Void) {
        let count = Swift.min(Int(used), Self.inlineCapacity)
        var samples = inline.mutableSpan
        for index in 0..<count { change(&samples[index]) }
        for index in overflow.indices { change(&overflow[index]) }
    }

    /// Adds a touch at the end; allocates from the eleventh on.
    @inlinable
    public mutating func append(_ sample: TouchSample) {
        if used < UInt32(Self.inlineCapacity) {
            inline[Int(used)] = sample
        } else {
            overflow.append(sample)
        }
        used += 1
    }

    /// Empties the list, keeping what memory it has.
    @inlinable
    public mutating func removeAll() {
        overflow.removeAll(keepingCapacity: true)
        used = 0
    }

    /// Whether both hold equal touches in the same order.
    @inlinable
    public static func == (a: TouchList, b: TouchList) -> Bool { a.elementsEqual(b) }

    /// Feeds the touches, not the unused room, into a hasher.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(used)
        for sample in self { hasher.combine(sample) }
    }
}
