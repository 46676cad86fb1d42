import EventLoop
import Testing

/// Closures written in a main-actor context keep its isolation, and need no annotation: that this compiles is the test.
@MainActor
@Suite struct IsolationTests {
    private final class Screen {
        var calls: [String] = []
        func show(_ text: String) { calls.append(text) }
    }

    @Test("items made by main-actor code call main-actor code")
    func closures() {
        let screen = Screen()
        let loop = Loop.current
        let clock = VirtualClock()
        loop.clock = .virtual(clock)
        defer { loop.clock = .monotonic }
        let pipe = Pipe()
        pipe.write()
        let mode = Loop.Mode("isolation")
        let source = Loop.ManualSource { screen.show("source") }
        let items: [Loop.Item] = [
            Loop.Observer(.exit) { _ in screen.show("observer") }, source,
            Loop.Timer(after: .milliseconds(1)) { _ in screen.show("timer") },
            Loop.PortSource(descriptor: pipe.reader) { _ in
                pipe.read()
                screen.show("port")
            },
        ]
        for item in items { loop.add(item, to: mode) }
        clock.schedule(at: clock.now.advanced(by: .milliseconds(2))) { screen.show("alarm") }
        source.signal()
        loop.run(mode: mode, for: .milliseconds(5))
        #expect(screen.calls == ["source", "port", "timer", "alarm", "observer"])
        for item in items { item.invalidate() }
    }
}
