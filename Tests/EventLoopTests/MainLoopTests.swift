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
}
