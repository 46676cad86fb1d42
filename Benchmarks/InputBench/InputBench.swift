import FakeDevices
import Glibc
import InputBridge

/// The price of our input path, beside a bare C loop of libinput's.
///
/// `input-bench [SECONDS] [ROUNDS]` measures processor time at true rates, sides in turn; `input-bench SIDE
/// WORKLOAD FRAMES` plays frames without any waiting, for a tool that counts instructions.
@main
enum InputBench {
    static let sides = ["bare", "reading", "penstock"]

    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let side = arguments.first, (sides + ["none"]).contains(side), arguments.count == 3,
            let workload = Workload.all.first(where: { $0.name == arguments[1] }), let frames = Int(arguments[2])
        {
            return try play(side, workload, frames: frames)
        }
        guard arguments.count <= 2, arguments.allSatisfy({ Double($0) ?? 0 > 0 }) else {
            print("usage: input-bench [SECONDS [ROUNDS]] | input-bench none|bare|reading|penstock WORKLOAD FRAMES")
            exit(2)
        }
        let seconds = arguments.first.flatMap { Double($0) } ?? 2
        let rounds = arguments.count > 1 ? Int(arguments[1]) ?? 5 : 5
        print("workload    side      ns a frame  ratio  events")
        for workload in Workload.all { try compare(workload, seconds: seconds, rounds: rounds) }
    }

    // MARK: At true rates

    private static func compare(_ workload: Workload, seconds: Double, rounds: Int) throws {
        var times: [String: [Double]] = [:]
        var events: [String: Int] = [:]
        for _ in 0..<rounds {
            for side in sides {
                let sender = workload.makeDevice(side)
                let receiver = try receiver(side, node: sender.device.path)
                let frames = Int(seconds * Double(workload.rate))
                times[side, default: []].append(measure(receiver, sender, workload, frames) / Double(frames))
                events[side] = receiver.handled
                (receiver as? OurReceiver)?.invalidate()
            }
        }
        let floor = median(times["bare"] ?? [])
        for side in sides {
            let time = median(times[side] ?? [])
            print(
                pad(workload.name, 12) + pad(side, 10) + pad(String(Int(time)), 12)
                    + pad(String((time / floor * 100).rounded() / 100), 7), events[side] ?? 0)
        }
    }

    /// Nanoseconds of this thread's processor time while another thread sends.
    private static func measure(
        _ receiver: any Receiver, _ sender: Sender, _ workload: Workload, _ frames: Int
    ) -> Double {
        let pacer = Pacer(sender, rate: workload.rate, frames: frames)
        let before = processorTime()
        receiver.receive()
        let time = processorTime() - before
        pacer.join()
        return Double(time)
    }

    private static func processorTime() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    // MARK: Frame after frame

    private static func play(_ side: String, _ workload: Workload, frames: Int) throws {
        let sender = workload.makeDevice(side)
        var sent = 0
        let feed = {
            if sent == 0 { sender.begin() } else if sent <= frames { sender.next() } else { sender.end() }
            sent += 1
        }
        if side == "none" {
            let descriptor = open(sender.device.path, O_RDONLY)
            var room = [UInt8](repeating: 0, count: 4096)
            while sent <= frames + 1 {
                feed()
                _ = read(descriptor, &room, room.count)
            }
            return
        }
        let receiver = try receiver(side, node: sender.device.path)
        receiver.receive(feeding: feed)
        print(side, workload.name, frames, "frames", receiver.handled, "events")
    }

    private static func receiver(_ side: String, node: String) throws(InputError) -> any Receiver {
        if side == "penstock" { return try OurReceiver(node: node) }
        return try BareReceiver(node: node, reads: side == "reading")
    }
}
