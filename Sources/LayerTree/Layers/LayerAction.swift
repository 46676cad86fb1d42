// What a change of a layer sets off: by itself an animation, but a delegate, the layer, its style or its class may
// answer otherwise (L-05).

/// Something that a change of a layer sets off; every animation is one, which adds itself.
///
/// Thread: main.
@MainActor
public protocol LayerAction {
    /// Called right after the value was stored, once for each change.
    ///
    /// `old` is the layer as it showed before, `nil` before its first commit.
    func run(forKey key: String, on layer: Layer, old: LayerProperties?)
}

/// The answer of one place that is asked for an action.
///
/// Thread: main.
public enum ActionAnswer {
    /// Do this, and ask nobody else.
    case run(any LayerAction)
    /// Animate the change with the transaction's settings, and ask nobody else.
    case animate
    /// Do nothing, and ask nobody else.
    case nothing
}

/// Actions that several layers share, with another style behind them.
///
/// Thread: main.
@MainActor
public final class LayerStyle {
    /// By key: a property's name, `onOrderIn` or `onOrderOut`.
    public var actions: [String: ActionAnswer]
    /// What is asked when this one has no answer.
    public let parent: LayerStyle?

    /// Makes a style.
    public init(actions: [String: ActionAnswer] = [:], parent: LayerStyle? = nil) {
        self.actions = actions
        self.parent = parent
    }
}

extension Layer {
    /// The action for a key: the delegate's answer, else that of `actions`, else of `style` and the styles behind
    /// it, else the class's (L-05).
    ///
    /// Searches also while actions are disabled; a change then does not ask.
    public func action(forKey key: String) -> ActionAnswer {
        if let answer = delegate?.action(for: self, forKey: key) { return answer }
        if let answer = actions[key] { return answer }
        var next = style
        while let style = next {
            if let answer = style.actions[key] { return answer }
            next = style.parent
        }
        return defaultAction(forKey: key) ?? .nothing
    }

    /// Runs what was set for a layer that begins or ceases to show (L-09).
    func runOrderAction(_ key: String) {
        guard !Transaction.disableActions else { return }
        guard case .run(let action) = action(forKey: key) else { return }
        action.run(forKey: key, on: self, old: presentedProperties)
    }
}
