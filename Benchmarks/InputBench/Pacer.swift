import Glibc

/// A thread that sends frames at a rate, and then the end.
final class Pacer {
    private var thread = pthread_t()
    private let work: Work

    private final class Work: Sendable {
        let sender: Sender
        let rate: Int
        let frames: Int

        init(_ sender: Sender, _ rate: Int, _ frames: Int) {
            self.sender = sender
            self.rate = rate
            self.frames = frames
        }

        func run() {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            sender.begin()
            for _ in 0..<frames {
                time.tv_nsec += 1_000_000_000 / rate
                if time.tv_nsec >= 1_000_000_000 {
                    time.tv_nsec -= 1_000_000_000
                    time.tv_sec += 1
                }
                clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
                sender.next()
            }
            sender.end()
        }
    }

    init(_ sender: Sender, rate: Int, frames: Int) {
        work = Work(sender, rate, frames)
        let code = pthread_create(
            &thread, nil,
            { work in
                if let work { Unmanaged<Work>.fromOpaque(work).takeUnretainedValue().run() }
                return nil
            }, Unmanaged.passUnretained(work).toOpaque())
        precondition(code == 0, "no thread: errno \(code)")
    }

    func join() { pthread_join(thread, nil) }
}
