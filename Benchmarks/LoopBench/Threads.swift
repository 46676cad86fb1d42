import CCounters
import CLinux
import EventLoop
import Glibc

extension LoopBench {
    /// A round trip: another thread wakes the loop with a block, which answers by an eventfd.
    func wake() {
        let (events, warm) = (number("n", 100_000), 1000)
        let (answer, pin) = (eventfd(0, 0), option("pin") ?? "none")
        if pin == "same" { _ = pin_to_processor(0) }
        if pin == "split" { _ = pin_to_processor(1) }
        keepAlive()
        let source = Loop.ManualSource { [self] in
            count += 1
            if count == events + warm { loop.stop() }
            _ = clinux_eventfd_write(answer)
        }
        loop.add(source, to: .default)
        let worker = Worker { [self] in
            if pin != "none" { _ = pin_to_processor(0) }
            while !loop.isWaiting { usleep(100) }
            for event in 0..<events + warm {
                if event == warm { mark() }
                source.signal()
                loop.wakeUp()
                _ = clinux_eventfd_read(answer)
            }
            emit("ns_per_roundtrip", elapsed / Double(events))
            emit("cpu_ns_per_roundtrip", processorElapsed / Double(events))
        }
        loop.run()
        worker.join()
    }

    /// Another thread hands over small closures.
    func post() {
        let events = number("n", 1_000_000)
        keepAlive()
        let worker = Worker { [self] in
            mark()
            for _ in 0..<events {
                loop.perform { [self] in
                    count += 1
                    if count == events { loop.stop() }
                }
                loop.wakeUp()
            }
            emit("producer_ns_per_item", elapsed / Double(events))
        }
        loop.run()
        let (wall, processor) = (elapsed, processorElapsed)
        worker.join()
        emit("ns_per_item", wall / Double(events))
        emit("cpu_ns_per_item", processor / Double(events))
    }
}
