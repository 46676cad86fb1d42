import Interface
import Testing

@Suite struct PictureNamesTests {
    @Test("names are numbered and safe in every file system")
    func names() {
        var names = PictureNames()
        #expect(names.next(for: "start") == "01-start.png")
        #expect(names.next(for: "Order confirmed!") == "02-order-confirmed.png")
        #expect(names.next(for: "../../etc/passwd") == "03-etc-passwd.png")
        #expect(names.next(for: "…") == "04.png")
        #expect(
            names.next(for: String(repeating: "a", count: 500))
                == "05-\(String(repeating: "a", count: 60)).png")
    }

    @Test("a run that notes without end stops writing")
    func limit() {
        var names = PictureNames()
        let given = (0..<2000).count { _ in names.next(for: "tick") != nil }
        #expect(given == PictureNames.limit)
        #expect(names.count == PictureNames.limit)
    }
}
