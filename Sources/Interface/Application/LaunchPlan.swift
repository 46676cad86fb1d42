/// What start-up tries: which screen, which events, which clock.
///
/// Made of the options alone; whether it can be had is found out by trying it. Thread: any (a plain value).
package struct LaunchPlan: Hashable, Sendable {
    /// Where frames go.
    package enum Screen: Hashable, Sendable {
        case headless
        case console(card: String?)
    }

    /// Where events come from.
    package enum Events: Hashable, Sendable {
        /// The recording that ships with the app.
        case session
        case recording(String)
        case udev
        case devices([String])
        case none
    }

    package var screen: Screen
    package var events: Events
    package var isVirtual: Bool
    package var pictures: String?
    package var trace: String?

    /// Where the pictures of the app's own session go when nobody says.
    package static let standardPictures = "out/pictures"
    /// Where the trace of the app's own session goes when nobody says.
    package static let standardTrace = "out/trace.json"

    /// What to try, and what to try when that cannot be had.
    ///
    /// An explicit wish has no second choice: it comes true or start-up fails.
    package static func attempts(
        for options: LaunchOptions, shipsSession: Bool
    ) -> (first: LaunchPlan, instead: LaunchPlan?) {
        let headless = LaunchPlan(headless: options, shipsSession: shipsSession)
        switch options.display {
        case .headless: return (headless, nil)
        case .card(let card): return (LaunchPlan(console: options, card: card), nil)
        case .automatic:
            if options.virtualTime { return (headless, nil) }
            return (LaunchPlan(console: options, card: nil), headless)
        }
    }

    private init(console options: LaunchOptions, card: String?) {
        screen = .console(card: card)
        isVirtual = false
        pictures = options.pictures
        trace = options.trace
        if let replay = options.replay {
            events = .recording(replay)
        } else {
            events = Self.events(for: options.input, automatic: .udev)
        }
    }

    private init(headless options: LaunchOptions, shipsSession: Bool) {
        screen = .headless
        pictures = options.pictures
        trace = options.trace
        if let replay = options.replay {
            events = .recording(replay)
        } else {
            events = Self.events(for: options.input, automatic: shipsSession ? .session : .none)
        }
        isVirtual = options.virtualTime || events == .session
        if events == .session {
            pictures = pictures ?? Self.standardPictures
            trace = trace ?? Self.standardTrace
        }
    }

    private static func events(for choice: LaunchOptions.InputChoice, automatic: Events) -> Events {
        switch choice {
        case .automatic: automatic
        case .udev: .udev
        case .none: .none
        case .devices(let paths): .devices(paths)
        }
    }
}
