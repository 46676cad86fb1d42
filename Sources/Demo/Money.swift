/// An amount in whole cents.
package struct Money: Hashable, Comparable, Sendable {
    package var cents: Int

    package init(cents: Int) { self.cents = cents }

    package static let zero = Money(cents: 0)

    /// The amount with two decimals and the euro sign, such as `12.50 €`.
    package var text: String {
        let sign = cents < 0 ? "-" : ""
        let (euros, rest) = cents.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(sign)\(euros).\(rest < 10 ? "0" : "")\(rest) €"
    }

    package static func < (a: Money, b: Money) -> Bool { a.cents < b.cents }
    package static func + (a: Money, b: Money) -> Money { Money(cents: a.cents + b.cents) }
    package static func * (a: Money, count: Int) -> Money { Money(cents: a.cents * count) }
}
