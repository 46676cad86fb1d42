import Testing

/// What needs the main thread of a process of its own.
@Suite struct MainLoopTests {
    private func probe(_ command: String) throws -> (output: [String], status: CInt) {
        let result = try ToolRun("LoopProbe", [command]).finish()
        #expect(result.errors.isEmpty)
        return (result.output.split(separator: "\n").map(String.init), result.status)
    }

    @Test("main-actor tasks, their sleeps and the main dispatch queue go on while the main loop runs")
    func mainActor() throws {
        let (output, status) = try probe("main-actor")
        #expect(
            output == ["task main", "slept main", "detached other", "dispatch main", "block main", "stopped"])
        #expect(status == 0)
    }

    @Test("§4 §12 a run nested in main-queue work neither serves nor counts the queue, and loses nothing")
    func nested() throws {
        let (output, _) = try probe("queue")
        let once = { (mode: String) in ["nested finished", "nested timedOut", "later in \(mode)", "timedOut"]
        }
        #expect(output == once("default") + once("other"))
    }

    @Test("idle is idle: one sleep in a second with nothing to do")
    func idle() throws {
        let (output, _) = try probe("idle")
        #expect(["turns 1 sleeps 1", "turns 1 sleeps 2"].contains(output.first ?? ""))
    }

    @Test(
        "a steady turn with observers, a timer, a manual source, a port, a pool and a trace allocates nothing"
    )
    func allocations() throws {
        let (output, _) = try probe("allocations")
        #if DEBUG
            // Unoptimised code allocates for its own ends.
            #expect(output.first?.hasSuffix("all performed") == true)
        #else
            #expect(output == ["allocations 0 all performed"])
        #endif
    }

    @Test("URLSession proceeds while the main loop runs, against a server on the same loop")
    func web() throws {
        let result = try ToolRun("WebProbe", []).finish()
        #expect(result.output == "fetched hello true\ncompleted hello true\nstopped\n")
        #expect(result.status == 0)
    }

    @Test("a flood of 100,000 main-queue blocks does not starve a port: it waits two batches at most")
    func flood() throws {
        #expect(try probe("flood").output == ["done 100000 port served often", "waited at most two batches"])
    }

    @Test("a forked child that uses its parent's loop traps with a message, and does the parent no harm")
    func forks() throws {
        let result = try ToolRun("LoopProbe", ["fork"]).finish()
        #expect(
            result.output.split(separator: "\n")
                == ["before: 0", "run: trap", "perform: trap", "add: trap", "parent: timedOut"])
        #expect(result.errors.contains("a Loop used in a forked child"))
    }

    @Test(
        "each kind of callout that hangs is reported with its label, and its backtrace names kind and culprit"
    )
    func hangs() throws {
        let (output, status) = try probe("hang")
        #expect(status == 0)
        #expect(
            output == [
                "manualSource \"jobs\" perform named", "portSource \"pipe\" perform named",
                "timer \"clock\" fire named", "observer \"commit\" beforeWaiting named",
                "block \"\" block named", "mainQueue \"\" drain named",
            ])
    }

    @Test("P-06 an object kept without a pool is said to leak, in debug")
    func leak() throws {
        let result = try ToolRun("LoopProbe", ["leak"]).finish()
        #if DEBUG
            #expect(result.errors.contains("Leak kept without a pool is never released"))
        #else
            #expect(result.errors.isEmpty)
        #endif
    }
}
