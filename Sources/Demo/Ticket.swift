package import Penstock

/// A kind of ticket that the counter sells.
package struct Ticket: Hashable, Sendable {
    /// The name on the tile, which also finds the tile in tests.
    package var name: String
    package var price: Money
    package var icon: Icon
    /// The colour of the icon.
    package var tint: Color

    /// What is for sale, in the order of the tiles.
    package static let all = [
        Ticket(name: "Adult", price: Money(cents: 650), icon: .adult, tint: Color(hex: 0x0a5fd0)),
        Ticket(name: "Child", price: Money(cents: 320), icon: .child, tint: Color(hex: 0xb8520a)),
        Ticket(name: "Senior", price: Money(cents: 480), icon: .senior, tint: Color(hex: 0x6b46b8)),
        Ticket(name: "Family", price: Money(cents: 1600), icon: .family, tint: Color(hex: 0x0f766e)),
        Ticket(name: "Bicycle", price: Money(cents: 250), icon: .bicycle, tint: Color(hex: 0x14713c)),
        Ticket(name: "Day pass", price: Money(cents: 1900), icon: .sun, tint: Color(hex: 0xb07a00)),
        Ticket(name: "Night boat", price: Money(cents: 980), icon: .moon, tint: Color(hex: 0x3c4f9e)),
        Ticket(name: "Return", price: Money(cents: 1150), icon: .round, tint: Color(hex: 0x0a5fd0)),
        Ticket(name: "Dog", price: Money(cents: 150), icon: .paw, tint: Color(hex: 0x8a5a2b)),
        Ticket(name: "Car", price: Money(cents: 2400), icon: .car, tint: Color(hex: 0xb3323f)),
        Ticket(name: "Luggage", price: Money(cents: 200), icon: .luggage, tint: Color(hex: 0x5a6472)),
        Ticket(name: "Harbour tour", price: Money(cents: 1450), icon: .boat, tint: Color(hex: 0x0b7285)),
    ]
}
