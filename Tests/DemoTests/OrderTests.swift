import Demo
import Testing

@MainActor @Suite struct OrderTests {
    private let adult = Ticket.all[0], child = Ticket.all[1]

    @Test("tickets of a kind share a line, and the total follows")
    func lines() {
        var order = Order()
        #expect(order.add(adult) == 0)
        #expect(order.add(child) == 1)
        #expect(order.add(adult) == 0)
        #expect(order.lines.map(\.count) == [2, 1])
        #expect(order.total == adult.price + adult.price + child.price)
        #expect(order.count == 3)
    }

    @Test("the last ticket takes its line with it")
    func takeBack() {
        var order = Order()
        for ticket in [adult, adult, child] { _ = order.add(ticket) }
        order.removeOne(at: 0)
        #expect(order.lines.map(\.count) == [1, 1])
        order.removeOne(at: 0)
        #expect(order.lines.map(\.ticket) == [child])
        order.removeOne(at: 7)
        order.removeOne(at: -1)
        #expect(order.count == 1)
    }

    @Test("nobody takes more of a kind than the limit")
    func limit() {
        var order = Order()
        for _ in 0..<Order.limit { #expect(order.add(adult) == 0) }
        #expect(order.add(adult) == nil)
        #expect(order.count == Order.limit)
    }

    @Test(
        "money has two decimals",
        arguments: [(0, "0.00 €"), (5, "0.05 €"), (1250, "12.50 €"), (-5, "-0.05 €")])
    func money(_ cents: Int, _ text: String) {
        #expect(Money(cents: cents).text == text)
    }
}
