import Display
import EventLoop
import Glibc
import LayerTree
import Testing

struct OutputChoiceTests {
    typealias Mode = CardDescription.Mode

    private var card: CardDescription {
        CardDescription(
            controllers: [40, 41],
            connectors: [
                .init(id: 30, isConnected: false, modes: [], possibleControllers: 3, controller: 0),
                .init(
                    id: 31, isConnected: true,
                    modes: [
                        Mode(width: 640, height: 480, interval: 16_666_667, isPreferred: false),
                        Mode(width: 1024, height: 600, interval: 16_666_667, isPreferred: true),
                        Mode(width: 1920, height: 1080, interval: 16_666_667, isPreferred: false),
                    ], possibleControllers: 3, controller: 0),
            ],
            planes: [
                .init(id: 50, isPrimary: false, takesOurPixels: true, possibleControllers: 3, controller: 0),
                .init(id: 51, isPrimary: true, takesOurPixels: true, possibleControllers: 1, controller: 40),
                .init(id: 52, isPrimary: true, takesOurPixels: true, possibleControllers: 2, controller: 41),
            ])
    }

    @Test func firstConnectedWithThePreferredMode() throws {
        #expect(
            try OutputChoice.choose(from: card)
                == OutputChoice(connector: 31, mode: 1, controller: 40, plane: 51))
    }

    @Test func theControllerThatDrivesItAlreadyIsKept() throws {
        var card = card
        card.connectors[1].controller = 41
        #expect(
            try OutputChoice.choose(from: card)
                == OutputChoice(connector: 31, mode: 1, controller: 41, plane: 52))
    }

    @Test func withoutAPreferredModeTheLargest() throws {
        var card = card
        card.connectors[1].modes[1].isPreferred = false
        #expect(try OutputChoice.choose(from: card).mode == 2)
    }

    @Test func aControllerThatCannotIsNotTaken() throws {
        var card = card
        card.connectors[1].possibleControllers = 2
        #expect(try OutputChoice.choose(from: card).controller == 41)
    }

    @Test func aPlaneWithoutOurPixelsIsPassedOver() throws {
        var card = card
        card.planes[1].takesOurPixels = false
        #expect(try OutputChoice.choose(from: card).plane == 52)
        card.planes[2].takesOurPixels = false
        #expect(throws: OutputChoice.Failure.noPlane) { try OutputChoice.choose(from: card) }
    }

    @Test func noScreenAtAll() {
        var card = card
        card.connectors[1].isConnected = false
        #expect(throws: OutputChoice.Failure.noConnector) { try OutputChoice.choose(from: card) }
        card.connectors[1].isConnected = true
        card.connectors[1].modes = []
        #expect(throws: OutputChoice.Failure.noConnector) { try OutputChoice.choose(from: card) }
    }
}

struct FlipEventTests {
    private func parse(_ words: [UInt32]) -> [FlipEvent] {
        var events: [FlipEvent] = []
        words.withUnsafeBytes { FlipEvent.parse($0) { events.append($0) } }
        return events
    }

    private let flip: [UInt32] = [2, 32, 7, 0, 5, 250, 99, 40]

    @Test("D-06 D-07 A flip event names its commit and has a time in nanoseconds")
    func one() {
        let time = Instant(nanoseconds: 5_000_250_000)
        #expect(parse(flip) == [FlipEvent(token: 7, sequence: 99, time: time)])
    }

    @Test func othersAreSkipped() {
        #expect(parse([1, 32, 3, 0, 0, 0, 0, 0] + flip).map(\.token) == [7])
        #expect(parse([0x8000_0000, 8] + flip).map(\.token) == [7])
    }

    @Test func whatIsCutOrLiesEnds() {
        for count in 0..<flip.count { #expect(parse(Array(flip.prefix(count))).isEmpty) }
        #expect(parse([2, 0] + flip).isEmpty)
        #expect(parse([2, 16, 7, 0] + flip).map(\.token) == [7])
        #expect(parse([2, 4000, 7, 0, 5, 250, 99, 40]).isEmpty)
    }
}

struct BufferDamageTests {
    let rect = PixelRect(x: 1, y: 1, width: 2, height: 2)
    let whole = PixelRect(x: 0, y: 0, width: 100, height: 100)

    @Test("D-18 At first, and when all is forgotten, everything is missing")
    func everything() {
        var damage = BufferDamage(width: 100, height: 100, buffers: 2)
        damage.add([rect])
        #expect(damage.missing(in: 0) == [whole] && damage.missing(in: 1) == [whole])
        damage.filled(0)
        damage.committed()
        damage.forgetAll()
        #expect(damage.missing(in: 0) == [whole])
        #expect(damage.sinceCommit == [whole])
    }

    @Test("Many rectangles become the one around them")
    func many() {
        var damage = BufferDamage(width: 100, height: 100, buffers: 1)
        damage.filled(0)
        damage.add((0..<40).map { PixelRect(x: $0 * 2, y: 10, width: 1, height: 1) })
        #expect(damage.missing(in: 0) == [PixelRect(x: 0, y: 10, width: 79, height: 1)])
    }
}

struct DisplayErrorTests {
    @Test func saysWhatIsMissingAndTheRemedy() {
        let error = DisplayError(
            .permission, path: "/dev/dri/card0", operation: "open", code: EACCES,
            remedy: "add the user to group \"video\"")
        #expect(
            "\(error)" == "open /dev/dri/card0: Permission denied (errno 13); add the user to group \"video\""
        )
    }

    @Test @MainActor func aCardThatIsNotThere() {
        let error = #expect(throws: DisplayError.self) {
            try ConsoleDisplay(loop: .current, card: "/dev/dri/card99")
        }
        #expect(error?.reason == .noCard)
        #expect(error?.code == ENOENT)
        #expect(error.map { "\($0)".contains("/dev/dri/card99") && "\($0)".contains("headless") } == true)
    }

    @Test @MainActor func somethingThatIsNoCard() {
        let error = #expect(throws: DisplayError.self) {
            try ConsoleDisplay(loop: .current, card: "/dev/null")
        }
        #expect(error?.code == ENOTTY)
        #expect(error.map { "\($0)".contains("/dev/null") && "\($0)".contains("card") } == true)
    }

    @Test func whoHoldsADevice() {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let own = getpid()
        #expect(CardHolders.others(of: "/dev/null", own: -1).contains { $0.hasSuffix("(\(own))") })
        #expect(!CardHolders.others(of: "/dev/null", own: own).contains { $0.hasSuffix("(\(own))") })
    }
}
