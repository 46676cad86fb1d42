import Display
import EventLoop
import Glibc
import InputBridge
import LayerTree

/// The machine's clock, also while the loop's is virtual.
enum RealTime {
    /// Nanoseconds of CLOCK_MONOTONIC.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// Says every other second how far a long replay is.
struct Progress {
    private let program: String
    private let start: Instant
    private let end: Instant
    private var next: Int64

    private static let pause: Int64 = 2_000_000_000

    init(_ program: String, of end: Instant, from start: Instant) {
        self.program = program
        self.start = start
        self.end = end
        next = RealTime.now + Self.pause
    }

    mutating func show(_ now: Instant) {
        let real = RealTime.now
        guard real >= next else { return }
        next = real + Self.pause
        let done = start.duration(to: now).text, whole = start.duration(to: end).text
        Terminal.complain("\(program): \(done) of \(whole) played\n")
    }
}

extension Duration {
    /// Seconds with one decimal, or milliseconds below one second.
    var text: String {
        let milliseconds = clampedNanoseconds / 1_000_000
        if milliseconds < 1000 { return "\(milliseconds) ms" }
        return "\(milliseconds / 1000).\(milliseconds / 100 % 10) s"
    }
}

extension ApplicationRun {
    /// What happened, in a few lines.
    func summary() -> String {
        let display = stage.display
        let screen = console.map { "console \($0.display.card)" } ?? "headless"
        let scale = options.scale == 1 ? "" : ", scale \(options.scale)"
        var lines = [
            "\(program): \(screen), \(display.pixelWidth)x\(display.pixelHeight)\(scale); \(source); \(ending)"
        ]
        func line(_ name: String, _ text: String) {
            lines.append("  " + name + String(repeating: " ", count: max(1, 10 - name.count)) + text)
        }
        if let counts = stage.dispatcher?.counts {
            line(
                "input",
                "\(counts.read) events read, \(counts.folded) folded, \(counts.dispatched) dispatched")
        }
        line("gestures", gestures)
        let commits = words(stage.host.commits, "commit", "commits")
        line("output", "\(commits), \(words(display.framesPresented, "frame", "frames"))")
        let real = Duration.nanoseconds(RealTime.now - realStart).text
        let played = start.duration(to: loop.now).text
        line("time", plan.isVirtual ? "\(played) virtual, took \(real)" : played)
        if let folder = plan.pictures { line("pictures", "\(pictures?.count ?? 0) in \(folder)") }
        if let path = plan.trace, let trace {
            line("trace", "\(trace.counts.turns) turns, \(trace.counts.sleeps) sleeps in \(path)")
        }
        if let path = options.record { line("recorded", path) }
        if let warning = recording?.warning { line("note", warning) }
        return lines.joined(separator: "\n") + "\n"
    }

    private var source: String {
        switch plan.events {
        case .session: "plays its own session"
        case .recording(let path): "plays \(path)"
        case .udev: "input of seat0"
        case .devices(let paths): "input of \(paths.joined(separator: ", "))"
        case .none: "no input"
        }
    }

    private func words(_ count: Int, _ one: String, _ many: String) -> String {
        "\(count) \(count == 1 ? one : many)"
    }

    private var gestures: String {
        let counts = stage.router.gestureCounts
        let parts = [
            (counts.taps, "tap", "taps"), (counts.pans, "pan", "pans"),
            (counts.longPresses, "long press", "long presses"), (counts.others, "other", "others"),
        ].filter { $0.0 > 0 }.map(words)
        return parts.isEmpty ? "none recognized" : parts.joined(separator: ", ") + " recognized"
    }
}
