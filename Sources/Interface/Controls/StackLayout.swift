/// Divides a length among neighbours.
///
/// A pure value, so that it can be tested without views. Thread: any.
package struct StackLayout: Equatable {
    /// Where one neighbour lies along the axis, in points.
    package struct Slot: Equatable {
        package var start: Double
        package var length: Double
    }

    /// One slot a neighbour, in their order.
    package private(set) var slots: [Slot] = []

    /// Divides `available` points, `spacing` between neighbours.
    ///
    /// `wishes` holds the length that each wants; `nil` takes an equal share of what is left. Where the wishes
    /// are too long together, all shrink by the same factor. Slots begin and end on whole points, so that
    /// edges stay sharp at scale 1. Numbers that are not finite or negative count as 0.
    package init(wishes: [Double?], available: Double, spacing: Double) {
        func sane(_ number: Double) -> Double { number.isFinite && number > 0 ? number : 0 }
        guard !wishes.isEmpty else { return }
        let spacing = sane(spacing)
        let room = max(0, sane(available) - spacing * Double(wishes.count - 1))
        let fixed = wishes.reduce(0) { $0 + ($1.map(sane) ?? 0) }
        let flexible = wishes.count { $0 == nil }
        let factor = fixed > room ? room / fixed : 1
        let share = flexible > 0 ? max(0, room - fixed) / Double(flexible) : 0
        var position = 0.0
        for wish in wishes {
            let length = wish.map { sane($0) * factor } ?? share
            let start = position.rounded(), end = (position + length).rounded()
            slots.append(Slot(start: start, length: end - start))
            position += length + spacing
        }
    }

    /// The length that neighbours of these lengths want together.
    package static func length(of wishes: [Double], spacing: Double) -> Double {
        wishes.reduce(0, +) + spacing * Double(max(0, wishes.count - 1))
    }
}
