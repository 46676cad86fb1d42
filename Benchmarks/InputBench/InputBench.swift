import FakeDevices
import Glibc
import InputBridge

/// The price of our input path, beside a bare C loop of libinput's.
///
/// `input-bench [SECONDS [ROUNDS]]` measures processor time, sides in turn: at true rates, where each frame wakes a
/// sleeping thread, and frame after frame. `input-bench SIDE WORKLOAD FRAMES` plays frame after frame once, for a tool
/// that counts instructions.
@main
enum InputBench {
    static let sides = ["bare", "reading", "penstock"]

    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let side = arguments.first, (sides + ["none"]).contains(side), arguments.count == 3,
            let workload = Workload.all.first(where: { $0.name == arguments[1] }),
            let frames = Int(arguments[2]),
            frames >= 0
        {
            _ = try play(side, workload, frames: frames)
            return
        }
        guard arguments.count <= 2, arguments.allSatisfy({ Double($0) ?? 0 > 0 }) else {
            print(
                "usage: input-bench [SECONDS [ROUNDS]] | input-bench none|bare|reading|penstock WORKLOAD FRAMES"
            )
            exit(2)
        }
        let seconds = arguments.first.flatMap { Double($0) } ?? 2
        let rounds = arguments.count > 1 ? Int(arguments[1]) ?? 5 : 5
        print("ns of processor time a frame, medians of \(rounds)")
        print("workload    side      at its rate  ratio  frame after frame  ratio")
        for workload in Workload.all { try compare(workload, seconds: seconds, rounds: rounds) }
    }

    private static func compare(_ workload: Workload, seconds: Double, rounds: Int) throws {
        var paced: [String: [Double]] = [:], packed: [String: [Double]] = [:]
        let frames = max(1, Int(seconds * Double(workload.rate)))
        for _ in 0..<rounds {
            for side in sides {
                paced[side, default: []].append(try pace(side, workload, frames: frames) / Double(frames))
            }
            // Sending is part of it and the same for all: it is taken off.
            let sending = try play("none", workload, frames: 4000)
            for side in sides {
                packed[side, default: []].append((try play(side, workload, frames: 4000) - sending) / 4000)
            }
        }
        for side in sides {
            let (first, firstRatio) = median(paced, side), (second, secondRatio) = median(packed, side)
            print(
                pad(workload.name, 12) + pad(side, 10) + pad(first, 13) + pad(firstRatio, 7) + pad(second, 19)
                    + secondRatio)
        }
    }

    private static func median(_ times: [String: [Double]], _ side: String) -> (String, String) {
        func middle(_ side: String) -> Double {
            let sorted = (times[side] ?? []).sorted()
            return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        }
        return ("\(Int(middle(side)))", "\((middle(side) / middle("bare") * 100).rounded() / 100)")
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    /// Nanoseconds of this thread's processor time while another thread sends at the workload's rate.
    private static func pace(_ side: String, _ workload: Workload, frames: Int) throws -> Double {
        let sender = workload.makeDevice(side)
        let receiver = try receiver(side, node: sender.device.path)
        let pacer = Pacer(sender, rate: workload.rate, frames: frames)
        let before = processorTime()
        receiver.receive()
        let time = processorTime() - before
        pacer.join()
        receiver.close()
        return time
    }

    /// Nanoseconds of processor time of sending and taking frame after frame.
    private static func play(_ side: String, _ workload: Workload, frames: Int) throws -> Double {
        let sender = workload.makeDevice(side)
        var sent = 0
        let feed = {
            if sent == 0 { sender.begin() } else if sent <= frames { sender.next() } else { sender.end() }
            sent += 1
        }
        if side == "none" {
            let descriptor = open(sender.device.path, O_RDONLY)
            defer { close(descriptor) }
            var room = [UInt8](repeating: 0, count: 4096)
            let before = processorTime()
            while sent <= frames + 1 {
                feed()
                _ = read(descriptor, &room, room.count)
            }
            return processorTime() - before
        }
        let receiver = try receiver(side, node: sender.device.path)
        let before = processorTime()
        receiver.receive(feeding: feed)
        let time = processorTime() - before
        receiver.close()
        return time
    }

    private static func receiver(_ side: String, node: String) throws(InputError) -> any Receiver {
        if side == "penstock" { return try OurReceiver(node: node) }
        return try BareReceiver(node: node, reads: side == "reading")
    }

    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
