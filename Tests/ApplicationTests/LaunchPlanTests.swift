import Interface
import Testing

@Suite struct LaunchPlanTests {
    private func attempts(
        _ words: String, shipsSession: Bool = true
    ) throws -> (first: LaunchPlan, instead: LaunchPlan?) {
        let options = try LaunchOptions(arguments: words.split(separator: " ").map(String.init))
        return LaunchPlan.attempts(for: options, shipsSession: shipsSession)
    }

    @Test("without options: the console, else the session under the virtual clock")
    func automatic() throws {
        let (first, instead) = try attempts("")
        #expect(first.screen == .console(card: nil))
        #expect(first.events == .udev)
        #expect(!first.isVirtual && first.pictures == nil && first.trace == nil)
        let second = try #require(instead)
        #expect(second.screen == .headless)
        #expect(second.events == .session)
        #expect(second.isVirtual)
        #expect(second.pictures == LaunchPlan.standardPictures)
        #expect(second.trace == LaunchPlan.standardTrace)
    }

    @Test(
        "an explicit display has no second choice",
        arguments: ["--display headless", "--display /dev/dri/card7"])
    func explicitDisplay(_ words: String) throws {
        #expect(try attempts(words).instead == nil)
    }

    @Test("the session's pictures go where they are wanted")
    func pictures() throws {
        let plan = try attempts("--display headless --pictures p --trace t").first
        #expect(plan.pictures == "p" && plan.trace == "t")
    }

    @Test("a replay plays in real time unless the virtual clock is wanted, and writes nothing unasked")
    func replay() throws {
        let real = try attempts("--display headless --replay a.pen").first
        #expect(real.events == .recording("a.pen"))
        #expect(!real.isVirtual && real.pictures == nil)
        let (virtual, instead) = try attempts("--replay a.pen --virtual-time")
        #expect(virtual.screen == .headless && virtual.isVirtual && instead == nil)
    }

    @Test("headless without input waits in real time")
    func noInput() throws {
        let plan = try attempts("--display headless --input none").first
        #expect(plan.events == .none && !plan.isVirtual)
    }

    @Test("an app without a session has no input headless")
    func noSession() throws {
        let plan = try attempts("--display headless", shipsSession: false).first
        #expect(plan.events == .none && !plan.isVirtual && plan.pictures == nil)
    }

    @Test("devices stay what they are on both screens")
    func devices() throws {
        let (first, instead) = try attempts("--input /dev/input/event3")
        #expect(first.events == .devices(["/dev/input/event3"]))
        #expect(instead?.events == .devices(["/dev/input/event3"]))
    }
}
