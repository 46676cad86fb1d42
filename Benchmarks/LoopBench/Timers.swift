import CLinux
import EventLoop
import Glibc

extension LoopBench {
    /// One-shot timers over 200 ms, armed in random order.
    func timers() {
        let timers = number("n", 1000)
        let tolerance = Duration.microseconds(number("tolerance_us", 0))
        let span: Int64 = 200_000_000
        var order = Array(0..<timers)
        for index in stride(from: timers - 1, to: 0, by: -1) {
            order.swapAt(index, Int(nextRandom() % UInt64(index + 1)))
        }
        var late: [Int64] = []
        late.reserveCapacity(timers)
        keepAlive()
        mark()
        for place in order {
            let due = start + span * Int64(place + 1) / Int64(timers)
            let timer = Loop.Timer(at: Instant(nanoseconds: due), tolerance: tolerance) { [self] _ in
                late.append(max(0, clinux_now() - due))
                count += 1
                if count == timers { loop.stop() }
            }
            loop.add(timer, to: .default)
        }
        let armed = elapsed
        loop.run()
        let (wall, processor) = (elapsed, processorElapsed)
        late.sort()
        emit("cpu_ms", processor / 1e6)
        emit("arm_ms", armed / 1e6)
        emit("overrun_ms", (wall - Double(span)) / 1e6)
        emit("late_p50_us", Double(late[timers / 2]) / 1e3)
        emit("late_p99_us", Double(late[timers * 99 / 100]) / 1e3)
    }

    /// One of many far timers goes, another comes.
    func churn() {
        let (operations, live) = (number("n", 1_000_000), number("live", 10_000))
        let far = clinux_now() + 600_000_000_000
        func make(_ random: UInt64) -> Loop.Timer {
            let timer = Loop.Timer(at: Instant(nanoseconds: far + Int64(random % 600_000_000_000))) { _ in }
            loop.add(timer, to: .default)
            return timer
        }
        var timers: [Loop.Timer] = []
        timers.reserveCapacity(live)
        mark()
        for _ in 0..<live { timers.append(make(nextRandom())) }
        emit("fill_ns_per_timer", elapsed / Double(live))
        turn()
        mark()
        for operation in 0..<operations {
            let random = nextRandom()
            let place = Int((random >> 40) % UInt64(live))
            timers[place].invalidate()
            timers[place] = make(random)
            if operation % 1000 == 999 { turn() }
        }
        emit("ns_per_rearm", elapsed / Double(operations))
        emit("cpu_ns_per_rearm", processorElapsed / Double(operations))
    }

    /// How late a repeating timer is, and how even.
    func accuracy() {
        let (span, period) = (Int64(number("ms", 3000)) * 1_000_000, Int64(number("period_us", 1000)) * 1000)
        var (late, gaps): ([Int64], [Int64]) = ([], [])
        late.reserveCapacity(Int(span / period) * 2)
        gaps.reserveCapacity(Int(span / period) * 2)
        mark()
        var (previous, last) = (start, start)
        let timer = Loop.Timer(
            at: Instant(nanoseconds: start + period), every: .nanoseconds(period)
        ) { [self] _ in
            let now = clinux_now()
            guard now < start + span else { return loop.stop() }
            let due = previous + period
            previous = due + (now - due) / period * period
            late.append(max(0, now - due))
            gaps.append(abs(now - last - period))
            last = now
        }
        loop.add(timer, to: .default)
        loop.run()
        let processor = processorElapsed
        late.sort()
        gaps.sort()
        emit("late_p50_us", Double(late[late.count / 2]) / 1e3)
        emit("late_p99_us", Double(late[late.count * 99 / 100]) / 1e3)
        emit("gap_error_p50_us", Double(gaps[gaps.count / 2]) / 1e3)
        emit("gap_error_p99_us", Double(gaps[gaps.count * 99 / 100]) / 1e3)
        emit("ticks", Double(late.count))
        emit("cpu_us_per_tick", processor / 1e3 / Double(late.count))
    }
}
