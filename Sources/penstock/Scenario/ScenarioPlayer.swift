import CLinux
import Dispatch
import EventLoop
import Glibc

/// Plays a scenario on a loop and prints its trace.
final class ScenarioPlayer: @unchecked Sendable {
    // Safety: the loop's thread owns it; the helper thread only reads `objects`, which does not change while it lives,
    // and acts on the loop by what the loop allows from any thread. the other variables belong to the loop's
    // thread.

    private enum Object {
        case manual(Loop.ManualSource)
        case port(Loop.PortSource)
        case timer(Loop.Timer)
        case observer(Loop.Observer)

        var item: Loop.Item {
            switch self {
            case .manual(let item): item
            case .port(let item): item
            case .timer(let item): item
            case .observer(let item): item
            }
        }
    }

    /// Callouts within each other; a scenario that calls itself would need a stack without end.
    ///
    /// Chosen by us: under the address sanitizer 200 still fit into the usual 8 MiB, 500 do not.
    private static let deepest = 200

    private let scenario: Scenario
    private let scale: Double
    private let loop = Loop.current
    private let thread = pthread_self()
    private let clock: VirtualClock?
    /// What the times before the lines are counted from, if they are shown.
    private let start: Instant?
    private var objects: [String: Object] = [:]
    private var counts: [Int]
    private var depth = 0
    /// Whether the virtual clock is doing what a helper thread would do.
    private var isHelperByClock = false

    /// How to play.
    struct Options {
        /// All times of the scenario are multiplied by it.
        var scale = 1.0
        var isVirtual = false
        /// Whether each line begins with the milliseconds since the start.
        var showsTimes = false
    }

    /// Plays it, on the main thread or on a fresh one, and ends the process.
    static func play(_ scenario: Scenario, _ options: Options) -> Never {
        let play = { @Sendable in
            ScenarioPlayer(scenario, options).playLines()
            exit(0)
        }
        if scenario.onMain { play() }
        _ = startThread(play)
        while true { pause() }
    }

    private init(_ scenario: Scenario, _ options: Options) {
        self.scenario = scenario
        scale = options.scale
        counts = [Int](repeating: 0, count: scenario.handlers.count)
        clock = options.isVirtual ? VirtualClock(start: Instant(nanoseconds: 1_000_000_000)) : nil
        if let clock { loop.clock = .virtual(clock) }
        start = options.showsTimes ? loop.now : nil
    }

    private func scaled(_ duration: Duration) -> Duration { scale == 1 ? duration : duration * scale }

    // MARK: Lines

    private func playLines() {
        var timed: [(Duration, [Scenario.Action])] = []
        for line in scenario.lines {
            switch line {
            case .declaration(let declaration):
                declare(declaration)
            case .timed(let time, let actions):
                timed.append((scaled(time), actions))
            case .actions(let actions):
                if !timed.isEmpty, actions.contains(where: \.runs) {
                    timed.sort { $0.0 < $1.0 }
                    play(actions, beside: timed)
                    timed = []
                } else {
                    play(actions)
                }
            }
        }
    }

    /// The line is over when both are done.
    private func play(_ actions: [Scenario.Action], beside timed: [(Duration, [Scenario.Action])]) {
        let start = loop.now
        if let clock {
            for (time, actions) in timed {
                clock.schedule(at: start.advanced(by: time)) {
                    self.isHelperByClock = true
                    self.play(actions)
                    self.isHelperByClock = false
                }
            }
            play(actions)
            if let last = timed.last { clock.advance(to: start.advanced(by: last.0)) }
        } else {
            let helper = ScenarioPlayer.startThread {
                for (time, actions) in timed {
                    ScenarioPlayer.sleep(until: start.advanced(by: time))
                    self.play(actions)
                }
            }
            play(actions)
            pthread_join(helper, nil)
        }
    }

    // MARK: Objects

    private func declare(_ declaration: Scenario.Declaration) {
        let name = declaration.name
        let object: Object
        switch declaration.kind {
        case .source0:
            let hook: (String) -> ((Loop, Loop.Mode) -> Void)? = { verb in
                declaration.hooks ? { [unowned self] _, mode in say("source0 \(name) \(verb) \(mode)") } : nil
            }
            object = .manual(
                Loop.ManualSource(
                    order: declaration.order, label: name, onSchedule: hook("schedule"),
                    onCancel: hook("cancel")
                ) { [unowned self] in callout("source0 \(name) perform", of: name) })
        case .source1:
            let descriptor = clinux_eventfd()
            object = .port(
                Loop.PortSource(descriptor: descriptor, order: declaration.order, label: name) {
                    [unowned self] _ in
                    _ = clinux_eventfd_read(descriptor)
                    callout("source1 \(name) perform", of: name)
                })
        case .timer:
            let timer = Loop.Timer(
                every: scaled(declaration.every), after: scaled(declaration.after),
                tolerance: scaled(declaration.tolerance), label: name
            ) { [unowned self] _ in callout("timer \(name) fire", of: name) }
            // No loop has it yet, so it would take the time of the first add for that of the declaration.
            if let clock { timer.nextFire = clock.now.advanced(by: max(.zero, scaled(declaration.after))) }
            object = .timer(timer)
        case .observer:
            object = .observer(
                Loop.Observer(
                    declaration.activities, order: declaration.order, repeats: declaration.repeats,
                    label: name
                ) { [unowned self] activity in
                    callout("observer \(name) \(activity.scenarioName)", of: name, activity)
                })
        }
        objects[name] = object
        for mode in declaration.modes { loop.add(object.item, to: Loop.Mode(mode)) }
    }

    // MARK: Callouts

    /// Prints the line, then runs the handlers that hold for this call.
    private func callout(_ line: String, of name: String, _ activity: Loop.Activity? = nil) {
        say(line)
        guard depth < ScenarioPlayer.deepest else {
            Tool.complain(
                "scenario: \(depth) callouts within each other; give a handler a count such as #1-3")
            exit(2)
        }
        depth += 1
        var due: [Int] = []
        for (index, handler) in scenario.handlers.enumerated()
        where handler.name == name && (handler.activity.map { $0.contains(activity ?? []) } ?? true) {
            counts[index] += 1
            if handler.calls.contains(counts[index]) { due.append(index) }
        }
        for index in due { play(scenario.handlers[index].actions) }
        depth -= 1
    }

    // MARK: Actions

    private func play(_ actions: [Scenario.Action]) {
        for action in actions { play(action) }
    }

    private func play(_ action: Scenario.Action) {
        switch action {
        case .signal(let name): if case .manual(let source) = objects[name] { source.signal() }
        case .write(let name):
            if case .port(let source) = objects[name] { _ = clinux_eventfd_write(source.descriptor) }
        case .wake: loop.wakeUp()
        case .stop: loop.stop()
        case .add(let name, let mode):
            if let object = objects[name] { loop.add(object.item, to: Loop.Mode(mode)) }
        case .remove(let name, let mode):
            if let object = objects[name] { loop.remove(object.item, from: Loop.Mode(mode)) }
        case .invalidate(let name): objects[name]?.item.invalidate()
        case .common(let mode): loop.addCommonMode(Loop.Mode(mode))
        case .setNext(let name, let time):
            guard case .timer(let timer) = objects[name] else { break }
            timer.nextFire = loop.now.advanced(by: scaled(time))
            // A thread that moves a date wakes the loop; under the virtual clock the helper is no thread.
            if isHelperByClock, hasMode(timer) { loop.wakeUp() }
        case .block(let name, let modes):
            loop.perform(in: modes.map { Loop.Mode($0) }) { self.callout("block \(name)", of: name) }
        case .async(let name):
            DispatchQueue.main.async { self.callout("main \(name)", of: name) }
        case .run(let mode, let time, let returnAfterSource):
            let result = loop.run(
                mode: Loop.Mode(mode), for: time.map(scaled) ?? Loop.forever,
                returnAfterSource: returnAfterSource)
            say("run \(mode) -> \(result)")
        case .runLoop:
            loop.run()
            say("runloop -> returned")
        case .sleep(let time):
            if let clock {
                clock.advance(by: scaled(time))
            } else {
                ScenarioPlayer.sleep(until: loop.now.advanced(by: scaled(time)))
            }
        case .print(let text): say("print \(text)")
        case .query(let query): say("query \(answer(query))")
        }
    }

    private func answer(_ query: Scenario.Query) -> String {
        switch query {
        case .valid(let name): "valid \(name) = \(yes(objects[name]?.item.isValid))"
        case .signalled(let name):
            if case .manual(let source) = objects[name] {
                "signalled \(name) = \(yes(source.isSignalled))"
            } else {
                "signalled \(name) = no"
            }
        case .contains(let name, let mode):
            "contains \(name) \(mode) = \(yes(objects[name].map { loop.contains($0.item, in: Loop.Mode(mode)) }))"
        case .next(let name):
            if case .timer(let timer) = objects[name], timer.isValid {
                "next \(name) = \(hundreds(timer.nextFire))"
            } else {
                "next \(name) = none"
            }
        case .nextIn(let mode):
            "nextIn \(mode) = \(loop.nextFire(in: Loop.Mode(mode)).map { "\(hundreds($0))" } ?? "none")"
        case .mode: "mode = \(loop.currentMode?.name ?? "none")"
        case .modes: "modes = \(loop.allModes.map(\.name).sorted().joined(separator: ","))"
        case .waiting: "waiting = \(yes(loop.isWaiting))"
        }
    }

    private func hasMode(_ timer: Loop.Timer) -> Bool {
        loop.allModes.contains { loop.contains(timer, in: $0) }
    }

    private func yes(_ value: Bool?) -> String { value == true ? "yes" : "no" }

    /// Milliseconds from now, rounded to hundreds.
    private func hundreds(_ date: Instant) -> Int {
        let milliseconds = Double(loop.now.duration(to: date).clampedNanoseconds) / 1e6 / scale
        return Int((milliseconds / 100).rounded()) * 100
    }

    // MARK: Output

    private func say(_ text: String) {
        let isHelper = isHelperByClock || pthread_equal(pthread_self(), thread) == 0
        let line = isHelper ? "thread: \(text)" : String(repeating: "  ", count: depth) + text
        Tool.say(start.map { "\(ScenarioPlayer.milliseconds($0.duration(to: loop.now))) \(line)" } ?? line)
    }

    /// One digit behind the point, right-aligned.
    private static func milliseconds(_ duration: Duration) -> String {
        let tenths = duration.clampedNanoseconds / 100_000
        let text = "\(tenths / 10).\(tenths % 10)"
        return String(repeating: " ", count: max(0, 7 - text.count)) + text
    }

    // MARK: Threads

    private static func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t {
        final class Box { let body: () -> Void; init(_ body: @escaping () -> Void) { self.body = body } }
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Box(body)).toOpaque()
        let status = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
                return nil
            }, context)
        precondition(status == 0, "pthread_create failed with \(status)")
        return thread
    }

    private static func sleep(until date: Instant) { clinux_sleep_until(date.nanoseconds) }
}
