package import InputEvents

/// One finger at one moment: all that a gesture's pure machine is told of the world.
///
/// The location is in points of the display.
package struct GestureSample: Hashable, Sendable {
    package var id: TouchID
    package var location: Point
    package var time: Timestamp
    package var isPointer: Bool

    package init(id: TouchID, location: Point, time: Timestamp, isPointer: Bool = false) {
        self.id = id
        self.location = location
        self.time = time
        self.isPointer = isPointer
    }
}

extension Timestamp {
    /// The moment `nanoseconds` later.
    package func later(by nanoseconds: Int64) -> Timestamp {
        Timestamp(nanoseconds: self.nanoseconds &+ nanoseconds)
    }
}

/// The fingers that a machine follows, in the order of their touch-downs.
package struct GestureFingers: Sendable {
    package struct Finger: Sendable {
        package var id: TouchID
        package var start: Point
        package var location: Point
    }

    package private(set) var fingers: [Finger] = []

    package init() {}

    package var count: Int { fingers.count }
    package var isEmpty: Bool { fingers.isEmpty }

    /// The mean of the locations; the origin when there is none.
    package var centroid: Point {
        guard let only = fingers.first else { return .zero }
        if fingers.count == 1 { return only.location }
        var sum = Point.zero
        for finger in fingers { sum += finger.location }
        return sum * (1 / Double(fingers.count))
    }

    package mutating func add(_ sample: GestureSample) {
        fingers.append(Finger(id: sample.id, start: sample.location, location: sample.location))
    }

    /// Moves a finger and answers how far it is from its touch-down; `nil` for one that is not followed.
    package mutating func move(_ sample: GestureSample) -> Double? {
        guard let index = fingers.firstIndex(where: { $0.id == sample.id }) else { return nil }
        fingers[index].location = sample.location
        return sample.location.distance(to: fingers[index].start)
    }

    package mutating func remove(_ id: TouchID) {
        fingers.removeAll { $0.id == id }
    }

    package mutating func removeAll() { fingers.removeAll(keepingCapacity: true) }
}
