import EventLoop
public import InputEvents
public import Interface

/// A finger that does what a test says, in points of the display.
///
/// Thread: main.
@MainActor
public final class Finger {
    private let screen: ScriptedTouchscreen
    private let harness: Harness
    private var id: TouchID?

    /// Where it is, or was.
    public private(set) var location = Point.zero

    init(_ harness: Harness) {
        self.harness = harness
        screen = harness.touchscreen
    }

    /// Puts it down; each time it is a new touch (T-03).
    public func down(at location: Point) {
        harness.fingers += 1
        let id = TouchID(rawValue: harness.fingers)
        self.id = id
        self.location = location
        screen.change(id, .began, at: location)
    }

    /// Puts it down on the middle of a view.
    public func down(on view: View) { down(at: harness.middle(of: view)) }

    /// Moves it there at once.
    public func move(to location: Point) {
        guard let id else { return }
        self.location = location
        screen.change(id, .moved, at: location)
    }

    /// Moves it by a displacement at once.
    public func move(by delta: Point) { move(to: location + delta) }

    /// Moves it evenly over a time, a step every 10 ms.
    public func move(by delta: Point, over duration: Duration) {
        let step = Duration.milliseconds(10)
        let steps = max(Int(duration / step), 1)
        let start = location
        for index in 1...steps {
            harness.advance(by: step)
            move(to: start + delta * (Double(index) / Double(steps)))
        }
    }

    /// Lifts it.
    public func up() {
        guard let id else { return }
        self.id = nil
        screen.change(id, .ended, at: location)
    }
}

extension Harness {
    /// A finger for the touchscreen.
    public func finger() -> Finger { Finger(self) }

    /// Taps a place: down, 50 ms, up.
    public func tap(_ location: Point) {
        let finger = finger()
        finger.down(at: location)
        advance(by: .milliseconds(50))
        finger.up()
    }

    /// Taps the middle of a view.
    public func tap(_ view: View) { tap(middle(of: view)) }

    /// Taps the view with an identifier.
    public func tap(_ identifier: String) throws(HarnessError) { tap(try view(identifier)) }

    /// The view with an identifier, topmost first; `nil` when there is none.
    public func find(_ identifier: String) -> View? { Self.find(identifier, in: window) }

    /// The view with an identifier; throws when there is none.
    public func view(_ identifier: String) throws(HarnessError) -> View {
        guard let view = find(identifier) else {
            throw HarnessError(message: "no view with the identifier \"\(identifier)\" in the window")
        }
        return view
    }

    func middle(of view: View) -> Point { view.pointOnDisplay(view.bounds.center) }

    private static func find(_ identifier: String, in view: View) -> View? {
        if view.identifier == identifier { return view }
        for subview in view.subviews.reversed() {
            if let found = find(identifier, in: subview) { return found }
        }
        return nil
    }
}

/// A script asked for what is not there.
public struct HarnessError: Error, CustomStringConvertible {
    /// What was wanted and not found.
    public var message: String
    /// The message.
    public var description: String { message }
}
