/// What a customer has picked so far: one line a kind of ticket, in the order of the first pick.
package struct Order: Equatable, Sendable {
    package struct Line: Equatable, Sendable {
        package var ticket: Ticket
        package var count: Int
        package var price: Money { ticket.price * count }
    }

    /// One customer takes at most so many of a kind.
    package static let limit = 99

    package private(set) var lines: [Line] = []

    package init() {}

    package var total: Money { lines.reduce(.zero) { $0 + $1.price } }
    package var count: Int { lines.reduce(0) { $0 + $1.count } }
    package var isEmpty: Bool { lines.isEmpty }

    /// Adds one ticket; returns the place of its line, `nil` when there are as many as one may take.
    package mutating func add(_ ticket: Ticket) -> Int? {
        guard let index = lines.firstIndex(where: { $0.ticket == ticket }) else {
            lines.append(Line(ticket: ticket, count: 1))
            return lines.count - 1
        }
        guard lines[index].count < Self.limit else { return nil }
        lines[index].count += 1
        return index
    }

    /// Takes one ticket of the line at a place back, and the line with its last.
    package mutating func removeOne(at index: Int) {
        guard lines.indices.contains(index) else { return }
        lines[index].count -= 1
        if lines[index].count == 0 { lines.remove(at: index) }
    }

    package mutating func clear() { lines = [] }
}
