import EventLoop
import Glibc
import Synchronization
import Testing

@Suite struct LoopThreadTests {
    @Test("§1 one loop a thread, the same each time; it ends with the thread")
    func identity() {
        let here = Loop.current
        #expect(Loop.current === here && Loop.main === Loop.main)
        final class Canary {}
        weak var canary: Canary?
        weak var loop: Loop?
        onNewThread {
            #expect(Loop.current !== here && Loop.current !== Loop.main)
            let object = Canary()
            canary = object
            loop = Loop.current
            Loop.current.add(Loop.Timer(after: .seconds(100)) { _ in _ = object }, to: .common)
            Loop.current.add(Loop.ManualSource { _ = object }, to: "m")
            Loop.current.add(Loop.Observer(.all) { _ in _ = object }, to: .common)
            Loop.current.add(Loop.PortSource(descriptor: 0) { _ in _ = object }, to: .default)
            Loop.current.perform { [weak loop] in _ = loop }
        }
        #expect(canary == nil && loop == nil)
    }

    @Test("§1 a timer or observer of one loop is not added to a second, a source is")
    func secondLoop() {
        let here = Loop.current
        let timer = Loop.Timer(after: .seconds(1)) { _ in }
        let observer = Loop.Observer(.all) { _ in }
        let source = Loop.ManualSource {}
        for item in [timer, observer, source] as [Loop.Item] { here.add(item, to: "two loops") }
        onNewThread {
            for item in [timer, observer, source] as [Loop.Item] { Loop.current.add(item, to: "two loops") }
            #expect(!Loop.current.contains(timer, in: "two loops"))
            #expect(!Loop.current.contains(observer, in: "two loops"))
            #expect(Loop.current.contains(source, in: "two loops"))
            here.remove(timer, from: "two loops")
            Loop.current.add(timer, to: "two loops")
            #expect(Loop.current.contains(timer, in: "two loops"))
        }
        #expect(here.contains(source, in: "two loops") && !here.contains(timer, in: "two loops"))
        source.invalidate()
        observer.invalidate()
        #expect(!here.contains(source, in: "two loops"))
    }

    @Test("running a loop on another thread traps")
    func wrongThread() async {
        await #expect(processExitsWith: .failure) {
            let here = Loop.current
            onNewThread { here.run(mode: .default, for: .zero) }
        }
    }

    private final class State: Sendable {
        private let shared = Mutex<(loop: Loop?, log: [String])>((nil, []))
        var loop: Loop? { shared.withLock { $0.loop } }
        func set(_ loop: Loop) { shared.withLock { $0.loop = loop } }
        func log(_ line: String) { shared.withLock { $0.log.append(line) } }
        func hasLogged(_ line: String) -> Bool { shared.withLock { $0.log.contains(line) } }
    }

    /// A loop on a thread of its own that sleeps in real time, and what another thread may do to it meanwhile.
    @Test("§7 §10 from another thread: perform and wake, signal and wake, add a timer, add a port, stop")
    func fromOutside() {
        let state = State()
        let keep = Loop.ManualSource {}
        let thread = Thread {
            Loop.current.add(keep, to: .default)
            state.set(Loop.current)
            #expect(Loop.current.run(mode: .default) == .stopped)
        }
        func waitFor(_ condition: () -> Bool) { while !condition() { usleep(200) } }
        waitFor { state.loop?.isWaiting == true }
        guard let loop = state.loop else { return }

        loop.perform { state.log("block") }
        loop.wakeUp()
        waitFor { state.hasLogged("block") }

        let source = Loop.ManualSource { state.log("source") }
        loop.add(source, to: .default)
        source.signal()
        loop.wakeUp()
        waitFor { state.hasLogged("source") }

        waitFor { loop.isWaiting }
        let timer = Loop.Timer(after: .milliseconds(1)) { _ in state.log("timer") }
        loop.add(timer, to: .default)
        waitFor { state.hasLogged("timer") }

        waitFor { loop.isWaiting }
        let far = Loop.Timer(after: .seconds(1000)) { _ in state.log("far") }
        loop.add(far, to: .default)
        far.nextFire = loop.now
        waitFor { state.hasLogged("far") }

        waitFor { loop.isWaiting }
        let pipe = Pipe()
        let port = Loop.PortSource(descriptor: pipe.reader) { _ in
            pipe.read()
            state.log("port")
        }
        loop.add(port, to: .default)
        pipe.write()
        waitFor { state.hasLogged("port") }
        port.invalidate()

        waitFor { loop.isWaiting }
        loop.stop()
        thread.join()
        keep.invalidate()
    }
}
