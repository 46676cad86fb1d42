import EventLoop
import Glibc
import Synchronization
import Testing

@Suite struct StressTests {
    /// What the threads share.
    private final class Shared: Sendable {
        let performed = Atomic(0)
        let posted = Atomic(0)
        let done = Atomic(false)
        let loop = Mutex<Loop?>(nil)
    }

    @Test(
        "eight threads change a running loop by all that is allowed from any thread", .timeLimit(.minutes(1)))
    func eightThreads() {
        let shared = Shared()
        let keep = Loop.ManualSource {}
        let loopThread = Thread {
            let loop = Loop.current
            loop.add(keep, to: .common)
            loop.addCommonMode("stress")
            shared.loop.withLock { $0 = loop }
            while !shared.done.load(ordering: .acquiring) {
                loop.run(mode: .default, for: .milliseconds(2))
                loop.run(mode: "stress", for: .zero, returnAfterSource: true)
            }
            // What is left in the queue still runs.
            loop.run(mode: .default, for: .zero)
        }
        var found: Loop?
        while found == nil {
            usleep(100)
            found = shared.loop.withLock { $0 }
        }
        guard let loop = found else { return }
        let sources = (0..<4).map { order in
            Loop.ManualSource(order: order) { shared.performed.add(1, ordering: .relaxed) }
        }
        for source in sources { loop.add(source, to: .common) }
        let threads = (0..<8).map { number in Thread { Self.work(number, loop, sources, shared) } }
        for thread in threads { thread.join() }
        shared.done.store(true, ordering: .releasing)
        loop.stop()
        loopThread.join()
        #expect(shared.posted.load(ordering: .relaxed) == 8 * 300)
        #expect(shared.performed.load(ordering: .relaxed) > 0)
        for source in sources { source.invalidate() }
        keep.invalidate()
    }

    /// 300 rounds of one thread, chosen by a seed of its own.
    private static func work(_ number: Int, _ loop: Loop, _ sources: [Loop.ManualSource], _ shared: Shared) {
        var random = Seeded(UInt64(number + 1))
        let pipe = Pipe()
        var items: [Loop.Item] = []
        let modes: [Loop.Mode] = [.default, .common, "stress"]
        for _ in 0..<300 {
            loop.perform { shared.posted.add(1, ordering: .relaxed) }
            let mode = modes[Int(random.below(3))]
            switch random.below(10) {
            case 0: loop.add(Loop.Observer(.all, repeats: false) { _ in }, to: mode)
            case 1:
                let timer = Loop.Timer(every: .microseconds(300), tolerance: .microseconds(50)) { _ in }
                items.append(timer)
                loop.add(timer, to: mode)
            case 2:
                let port = Loop.PortSource(descriptor: pipe.reader) { _ in pipe.read() }
                items.append(port)
                loop.add(port, to: mode)
                pipe.write()
            case 3: items.randomElement(using: &random)?.invalidate()
            case 4: if let item = items.randomElement(using: &random) { loop.remove(item, from: mode) }
            case 5:
                if let timer = items.randomElement(using: &random) as? Loop.Timer {
                    timer.nextFire = timer.nextFire.advanced(by: .microseconds(-200))
                }
            case 6: loop.stop()
            case 7:
                let source = sources[Int(random.below(UInt64(sources.count)))]
                _ = loop.contains(source, in: mode)
                _ = loop.currentMode
                _ = loop.isWaiting
                loop.add(source, to: mode)
            default:
                sources[Int(random.below(UInt64(sources.count)))].signal()
                loop.wakeUp()
            }
        }
        for item in items { item.invalidate() }
    }
}
