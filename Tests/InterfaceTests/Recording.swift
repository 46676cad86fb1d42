import EventLoop
import Harness
import InputEvents
import Interface

/// What happened, in order.
@MainActor
final class Log {
    var lines: [String] = []
    func callAsFunction(_ line: String) { lines.append(line) }
    /// What came since the last call.
    func take() -> [String] {
        defer { lines.removeAll() }
        return lines
    }
}

/// A view that writes down what it is given.
@MainActor
final class LoggingView: View {
    let log: Log
    var forwards = false
    private(set) var events: [ObjectIdentifier] = []

    init(_ log: Log, _ identifier: String = "view", frame: Rect = Rect(x: 0, y: 0, width: 400, height: 400)) {
        self.log = log
        super.init(frame: frame)
        self.identifier = identifier
        isMultipleTouchEnabled = true
    }

    override func touchesBegan(_ touches: [Touch], with event: Event) {
        note("began", touches, event)
        if forwards { super.touchesBegan(touches, with: event) }
    }

    override func touchesMoved(_ touches: [Touch], with event: Event) {
        note("moved", touches, event)
        if forwards { super.touchesMoved(touches, with: event) }
    }

    override func touchesEnded(_ touches: [Touch], with event: Event) {
        note("ended", touches, event)
        if forwards { super.touchesEnded(touches, with: event) }
    }

    override func touchesCancelled(_ touches: [Touch], with event: Event) {
        note("cancelled", touches, event)
        if forwards { super.touchesCancelled(touches, with: event) }
    }

    private func note(_ word: String, _ touches: [Touch], _ event: Event) {
        events.append(ObjectIdentifier(event))
        log("\(identifier) \(word)" + (touches.count > 1 ? " \(touches.count)" : ""))
    }
}

/// A recognizer that does what a test tells it.
@MainActor
final class ManualGesture: GestureRecognizer {
    var log: Log?
    var discrete = false
    var asked = 0
    var mayBegin = true
    var mayPrevent = true
    var resets = 0
    var onBegan: ((ManualGesture) -> Void)?
    var onMoved: ((ManualGesture) -> Void)?
    var onEnded: ((ManualGesture) -> Void)?
    var waitsFor: (GestureRecognizer) -> Bool = { _ in false }

    init(_ name: String, _ log: Log? = nil, discrete: Bool = false) {
        super.init()
        self.name = name
        self.log = log
        self.discrete = discrete
        addAction { gesture in log?("\(gesture.name) action \(gesture.state)") }
    }

    override var isDiscrete: Bool { discrete }
    override func shouldBegin() -> Bool {
        asked += 1
        return mayBegin
    }
    override func canPrevent(_ other: GestureRecognizer) -> Bool { mayPrevent }
    override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { waitsFor(other) }
    override func touchesBegan(_ touches: [Touch], with event: Event) {
        log?("\(name) sees began")
        onBegan?(self)
    }
    override func touchesMoved(_ touches: [Touch], with event: Event) { onMoved?(self) }
    override func touchesEnded(_ touches: [Touch], with event: Event) {
        log?("\(name) sees ended")
        onEnded?(self)
    }
    override func reset() {
        resets += 1
        log?("\(name) reset in \(state)")
    }
}

/// Two answers of a delegate.
@MainActor
final class Delegate: GestureDelegate {
    var receives = true
    var together = false
    func gesture(_ gesture: GestureRecognizer, shouldReceive touch: Touch) -> Bool { receives }
    func gesture(_ gesture: GestureRecognizer, shouldRecognizeWith other: GestureRecognizer) -> Bool {
        together
    }
}

extension Harness {
    /// A logging view in a harness, with a log.
    static func logging() -> (harness: Harness, view: LoggingView, log: Log) {
        let log = Log()
        let root = View()
        let view = LoggingView(log)
        root.addSubview(view)
        return (Harness(root), view, log)
    }
}
