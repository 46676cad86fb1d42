import EventLoop
import Harness
import InputEvents
import Interface
import Testing

extension HarnessTests {
    @Suite("The outer run")
    @MainActor
    struct MainRunnerTests {
        @Test("R-07 the run goes on in the mode that was pushed last, and back")
        func modes() {
            let harness = Harness(View())
            defer { harness.close() }
            var seen: [String] = []
            func note() { seen.append(harness.loop.currentMode?.name ?? "none") }
            let runner = harness.runner
            let steps: [() -> Void] = [
                { runner.push(.tracking) }, { runner.push(.tracking) }, { runner.pop(.tracking) },
                { runner.pop(.tracking) }, { runner.pop(.tracking) },
            ]
            var timers: [Loop.Timer] = []
            for (index, step) in steps.enumerated() {
                let timer = Loop.Timer(after: .milliseconds(10 * (index + 1))) { _ in
                    note()
                    step()
                }
                harness.loop.add(timer, to: .common)
                timers.append(timer)
            }
            harness.advance(by: .milliseconds(100))
            let name = Loop.Mode.default.name, tracking = Loop.Mode.tracking.name
            #expect(seen == [name, tracking, tracking, tracking, name])
            #expect(timers.allSatisfy { !$0.isValid })
        }

        @Test("quitting ends the run with the first status given, and takes no time")
        func quit() {
            let harness = Harness(View())
            defer { harness.close() }
            let start = harness.clock.now
            let timer = Loop.Timer(after: .milliseconds(30)) { _ in
                harness.runner.quit(status: 3)
                harness.runner.quit(status: 4)
            }
            harness.loop.add(timer, to: .common)
            #expect(harness.runner.run() == 3)
            #expect(start.duration(to: harness.clock.now) == .milliseconds(30))
            #expect(harness.runner.isQuitting)
        }

        @Test("R-01 the trace has the hit test and the states of gestures by name")
        func trace() {
            let root = View()
            root.addGesture(TapGestureRecognizer { _ in })
            let harness = Harness(root)
            defer { harness.close() }
            let trace = TurnTrace(capacity: 4096)
            harness.loop.trace = trace
            defer { harness.loop.trace = nil }
            harness.tap(Point(10, 10))
            // One turn handles the lift, the pass and the commit follow in this order before one wait.
            let expected = ["gesture tap ended", "gestures", "commit"]
            var found: [String] = []
            var hits = 0
            for record in trace.records {
                let text = record.kind == .mark ? "\(record.name)" : record.label
                if text == "hit test" { hits += 1 }
                if found.count < expected.count, text == expected[found.count] { found.append(text) }
            }
            #expect(hits == 1)
            #expect(found == expected)
        }
    }
}
