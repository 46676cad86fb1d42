import CCounters
import EventLoop
import Glibc

/// What a forked child may do with loops.
enum Forks {
    static func run() {
        // A process that had no loop yet, such as one that goes to the background, is free to have its own.
        print("before:", run_forked { Loop.current.run(mode: .default, for: .zero) })
        let timer = Loop.Timer(after: .seconds(1000)) { _ in }
        Loop.main.add(timer, to: .default)
        let uses: [(String, @convention(c) () -> Void)] = [
            ("run", { Loop.main.run(mode: .default, for: .zero) }),
            ("perform", { Loop.main.perform {} }),
            ("add", { Loop.main.add(Loop.ManualSource {}, to: .default) }),
        ]
        for (name, use) in uses {
            let status = run_forked(use)
            print("\(name):", status & 0x7f == 0 ? "exit \(status >> 8)" : "trap")
        }
        print("parent:", Loop.main.run(mode: .default, for: .zero))
    }
}
