import CLinux
import EventLoop
import Glibc

extension LoopBench {
    /// `m` eventfds, `k` of them made ready at a time.
    func descriptors() {
        let (all, events, atOnce) = (number("m", 16), number("n", 200_000), number("k", 1))
        keepAlive()
        let descriptors = (0..<all).map { _ in clinux_eventfd() }
        var base = 0
        var inRound = 0
        let stride = all / atOnce
        func round() {
            inRound = 0
            base = (base + 7) % all
            for index in 0..<atOnce { _ = clinux_eventfd_write(descriptors[(base + index * stride) % all]) }
        }
        for descriptor in descriptors {
            loop.add(
                Loop.PortSource(descriptor: descriptor) { [self] _ in
                    _ = clinux_eventfd_read(descriptor)
                    inRound += 1
                    guard inRound == atOnce else { return }
                    count += atOnce
                    if count >= events { loop.stop() } else { round() }
                }, to: .default)
        }
        for _ in 0..<100 { turn() }
        mark()
        round()
        loop.run()
        emit("ns_per_event", elapsed / Double(count))
        emit("cpu_ns_per_event", processorElapsed / Double(count))
    }

    /// Turns that poll and find nothing.
    func turns() {
        let (turns, observers, all) = (number("n", 200_000), number("obs", 0), number("all", 0) != 0)
        keepAlive()
        let each: [Loop.Activity] = [
            .entry, .beforeTimers, .beforeSources, .beforeWaiting, .afterWaiting, .exit,
        ]
        for index in 0..<observers {
            loop.add(Loop.Observer(all ? .all : each[index % 6]) { [self] _ in count += 1 }, to: .default)
        }
        for _ in 0..<1000 { turn() }
        mark()
        for _ in 0..<turns { turn() }
        emit("ns_per_turn", elapsed / Double(turns))
        emit("cpu_ns_per_turn", processorElapsed / Double(turns))
    }

    /// Growth of the most memory used, by timers and descriptors.
    func memory() {
        let before = Self.peak()
        let far = clinux_now() + 600_000_000_000
        for index in 0..<number("timers", 100_000) {
            loop.add(Loop.Timer(at: Instant(nanoseconds: far + Int64(index) * 1000)) { _ in }, to: .default)
        }
        for _ in 0..<number("fds", 4096) {
            let descriptor = clinux_eventfd()
            loop.add(
                Loop.PortSource(descriptor: descriptor) { _ in _ = clinux_eventfd_read(descriptor) },
                to: .default)
        }
        turn()
        let after = Self.peak()
        emit("grown_kib", after - before)
        emit("peak_kib", after)
    }

    private static func peak() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Double(usage.ru_maxrss)
    }
}
