import EventLoop

// Settings in force while layers change, and the moments at which the changes reach the render tree. Every
// change belongs to a transaction: to the explicit ones that are open, or to the implicit one of the turn.
//
// One commit a turn: where Core Animation commits an outermost explicit transaction that no implicit one
// surrounds at once, this one joins the turn's. So a turn's changes are seen together or not at all.

/// A set of layer changes that take effect together.
///
/// Changes outside any transaction belong to an implicit one, committed by the loop at order 2,000,000 of
/// the turn (L-01). Explicit ones nest; an inner one's settings hide the outer's (L-02), and the changes of
/// the outermost are committed with the turn's. Settings are read at the moment a property is set (L-04).
/// Thread: main.
@MainActor
public enum Transaction {
    struct Level {
        var disablesActions: Bool?
        var duration: Duration?
        var timing: TimingFunction?
        var options: AnimationOptions?
        var isAnimationBlock = false
        var group: CompletionGroup?
    }

    /// The implicit level at index 0, the explicit ones above.
    private static var levels = [Level()]
    private static var hosts: [WeakHost] = []
    private static var groupsToSeal: [CompletionGroup] = []
    private static var callbacks: [() -> Void] = []
    private static var lonely: [WeakLayer] = []
    private static var flushIsWanted = false

    private struct WeakHost { weak var host: LayerHost? }
    private struct WeakLayer { weak var layer: Layer? }

    /// Opens an explicit transaction inside those that are open.
    public static func begin() { levels.append(Level()) }

    /// Closes the innermost explicit transaction; without one it is ignored and logged once (L-02).
    public static func commit() {
        guard levels.count > 1, let level = levels.popLast() else {
            return LayerLog.once("BUG (caller): Transaction.commit() without begin()")
        }
        if let group = level.group { groupsToSeal.append(group) }
        guard levels.count == 1 else { return }
        if flushIsWanted {
            flush()
        } else {
            noteChange()
        }
    }

    /// Commits now what the turn has changed so far; with explicit transactions open, when the outermost
    /// of them closes (L-03).
    public static func flush() {
        guard levels.count == 1 else {
            flushIsWanted = true
            return
        }
        flushIsWanted = false
        commitAll()
    }

    /// Runs `changes` in a transaction that animates them, also on layers that only animate when asked to.
    ///
    /// `completion` is called once, later, when the last animation has ended or was taken away (L-08).
    /// A duration of zero, or less, changes without animation, and so does a surrounding
    /// `withoutAnimation`. On views' layers the animation of a change is added to those that run, so that a new
    /// target keeps the speed (L-37); on other layers it replaces the one of the same property.
    public static func run(
        duration: Duration = .milliseconds(250), timing: TimingFunction = .standard,
        options: AnimationOptions = AnimationOptions(), _ changes: () -> Void,
        completion: (() -> Void)? = nil
    ) {
        begin()
        levels[levels.count - 1].options = options
        levels[levels.count - 1].duration = duration
        levels[levels.count - 1].timing = timing
        levels[levels.count - 1].isAnimationBlock = true
        if duration <= .zero { levels[levels.count - 1].disablesActions = true }
        if let completion { setCompletion(completion) }
        changes()
        commit()
    }

    /// Runs `changes` in a transaction without animations.
    public static func withoutAnimation(_ changes: () -> Void) {
        begin()
        disableActions = true
        changes()
        commit()
    }

    /// Whether changes are not animated by themselves; of the innermost level that says so.
    public static var disableActions: Bool {
        get { find(\.disablesActions) ?? false }
        set { levels[levels.count - 1].disablesActions = newValue }
    }

    /// How long implicit animations take, 0.25 s unless set (L-07).
    public static var animationDuration: Duration {
        get { find(\.duration) ?? .milliseconds(250) }
        set { levels[levels.count - 1].duration = newValue }
    }

    /// The curve of implicit animations.
    public static var animationTiming: TimingFunction {
        get { find(\.timing) ?? .standard }
        set { levels[levels.count - 1].timing = newValue }
    }

    /// Whether an implicit animation replaces the one that runs, whatever the layer.
    static var beginsFromCurrentState: Bool { find(\.options)?.beginsFromCurrentState ?? false }

    /// An implicit animation with the settings in force.
    static func animation<Value: Animatable>(
        of property: WritableKeyPath<LayerProperties, Value>, from: Value, to: Value?, isAdditive: Bool
    ) -> any Animation {
        let options = find(\.options) ?? AnimationOptions()
        var attributes = AnimationAttributes()
        attributes.duration = animationDuration
        attributes.timing = animationTiming
        attributes.delay = options.delay
        if options.delay > .zero { attributes.fillMode = .backwards }
        attributes.repeatCount = options.repeatCount
        attributes.autoreverses = options.autoreverses
        if let curve = options.spring {
            var spring = curve.animation(of: property, duration: attributes.duration)
            (spring.from, spring.to, spring.isAdditive) = (from, to, isAdditive)
            attributes.timing = .linear
            spring.attributes = attributes
            return spring
        }
        var basic = BasicAnimation(property, from: from, to: to)
        basic.isAdditive = isAdditive
        basic.attributes = attributes
        return basic
    }

    /// Sets the block to call once the animations added from here on in this level are over (L-08).
    ///
    /// Called on the main loop, never from inside here: with no animations in the turn after the commit. A
    /// block that was set before still runs, for the animations added while it was set.
    public static func setCompletion(_ block: @escaping () -> Void) {
        let last = levels.count - 1
        if let earlier = levels[last].group { groupsToSeal.append(earlier) }
        levels[last].group = CompletionGroup(block)
        noteChange()
    }

    /// Whether an explicit transaction is open.
    static var isOpen: Bool { levels.count > 1 }

    /// Whether changes are made inside `run`.
    static var isAnimationBlock: Bool { levels.contains { $0.isAnimationBlock } }

    /// What an animation that is added now reports to.
    static var group: CompletionGroup? { levels.last { $0.group != nil }?.group }

    /// The default of an animation without a duration, also where actions are off.
    static var durationForAnimations: Duration {
        let duration = animationDuration
        return duration > .zero ? duration : .milliseconds(250)
    }

    private static func find<Value>(_ setting: KeyPath<Level, Value?>) -> Value? {
        levels.last { $0[keyPath: setting] != nil }?[keyPath: setting]
    }
}

// What the hosts and the layers tell, and what a commit does around the trees.
extension Transaction {
    /// A host that takes part in commits from here on.
    static func register(_ host: LayerHost) {
        hosts.removeAll { $0.host == nil }
        hosts.append(WeakHost(host: host))
    }

    /// A layer outside every host got an animation: it cannot run, so it ends at the commit.
    static func noteAnimationOutsideHosts(_ layer: Layer) {
        lonely.append(WeakLayer(layer: layer))
        noteChange()
    }

    /// Calls `block` at the end of the commit, or of the timer that found an animation over.
    static func queue(_ block: @escaping () -> Void) {
        callbacks.append(block)
        noteChange()
    }

    /// Makes sure that a commit will come.
    private static func noteChange() { for entry in hosts { entry.host?.wakeIfWaiting() } }

    /// Whether there is anything to do at order 2,000,000 beside the trees.
    static var hasWork: Bool {
        !callbacks.isEmpty || !groupsToSeal.isEmpty || !lonely.isEmpty || levels[0].group != nil
    }

    /// Commits every host's tree, seals completion groups, and calls what is due.
    ///
    /// While an explicit transaction is open nothing happens.
    static func commitAll() {
        guard levels.count == 1 else { return }
        for entry in hosts where entry.host?.isDirty ?? false { entry.host?.commitTree() }
        guard hasWork else {
            levels[0] = Level()
            return
        }
        for entry in lonely where entry.layer?.host == nil { entry.layer?.removeAllAnimations() }
        lonely.removeAll(keepingCapacity: true)
        if let group = levels[0].group { groupsToSeal.append(group) }
        levels[0] = Level()
        let groups = groupsToSeal
        groupsToSeal.removeAll(keepingCapacity: true)
        for group in groups {
            if let block = group.seal() { inNextTurn(block) }
        }
        callQueued()
    }

    /// Calls the blocks that are queued by now; what they queue comes with the next commit.
    static func callQueued() {
        guard !callbacks.isEmpty else { return }
        let due = callbacks
        callbacks.removeAll(keepingCapacity: true)
        for block in due { block() }
    }

    private static func inNextTurn(_ block: @escaping () -> Void) {
        let loop = hosts.lazy.compactMap { $0.host?.loop }.first ?? Loop.main
        // Safety: the loop of a host is the main thread's, so the block never leaves this thread.
        nonisolated(unsafe) let block = block
        loop.perform(in: .common) { MainActor.assumeIsolated { block() } }
        loop.wakeUp()
    }
}
