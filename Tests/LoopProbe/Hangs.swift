import CLinux
import Dispatch
import EventLoop
import Glibc
import Synchronization

/// Lets each kind of callout hang, and says what the detector reported from another thread.
enum Hangs {
    private static let reports = Atomic(0)
    private static let lines = Mutex<[String]>([])

    static func run() {
        let loop = Loop.main
        do {
            let detector = try HangDetector(loop: loop, limit: .milliseconds(30)) { report in
                let calls = report.backtrace.joined(separator: "\n")
                #if DEBUG
                    // The loop's own name for this kind of callout, and the function that hangs in it.
                    let isNamed = calls.contains("Loop.callOut") && calls.contains("hangForTheProbe")
                #else
                    // An optimised program exports public names only; the loop's own are for debuggers and profilers.
                    let isNamed = calls.contains("hangForTheProbe")
                #endif
                lines.withLock {
                    $0.append(
                        "\(report.kind.map { $0.rawValue } ?? "none") \"\(report.label)\" \(report.name) "
                            + (isNamed ? "named" : calls.isEmpty ? "no backtrace" : calls))
                }
                reports.add(1, ordering: .releasing)
            }
            hangEverywhere(loop)
            detector.stop()
        } catch { print(error) }
        for line in lines.withLock({ $0 }) { print(line) }
    }

    private static func hangEverywhere(_ loop: Loop) {
        var ends: [CInt] = [-1, -1]
        _ = pipe(&ends)
        _ = write(ends[1], "x", 1)
        let source = Loop.ManualSource(label: "jobs") { hangForTheProbe() }
        let port = Loop.PortSource(descriptor: ends[0], label: "pipe") { _ in
            var byte: UInt8 = 0
            _ = read(ends[0], &byte, 1)
            hangForTheProbe()
        }
        let timer = Loop.Timer(after: .zero, label: "clock") { _ in hangForTheProbe() }
        let observer = Loop.Observer(.beforeWaiting, repeats: false, label: "commit") { _ in hangForTheProbe()
        }
        loop.add(Loop.ManualSource(label: "keep") {}, to: "hang")
        source.signal()
        for item in [source, port, timer, observer] as [Loop.Item] {
            loop.add(item, to: "hang")
            let before = count
            while count == before { loop.run(mode: "hang", for: .milliseconds(item === source ? 0 : 1)) }
            item.invalidate()
        }
        loop.perform { hangForTheProbe() }
        loop.run(mode: .default, for: .zero)
        DispatchQueue.main.async { hangForTheProbe() }
        loop.run(mode: .default, for: .milliseconds(100))
    }
}

/// Goes on until the detector has said so.
@inline(never)
public func hangForTheProbe() {
    let before = Hangs.count
    while Hangs.count == before {}
}

extension Hangs {
    fileprivate static var count: Int { reports.load(ordering: .acquiring) }
}
