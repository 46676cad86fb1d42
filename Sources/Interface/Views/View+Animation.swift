import EventLoop
public import LayerTree

/// What is known of the animation block that runs.
@MainActor
enum AnimationBlock {
    static var depth = 0
    static var duration = Duration.zero
}

extension View {
    /// Runs `changes`; what they change of views' layers moves there over `duration`.
    ///
    /// Outside such a block views change at once. A change while an earlier one still moves is added to it, so
    /// that a new target keeps the speed (L-37). `completion` is called when all that was started has ended.
    public static func animate(
        duration: Duration, timing: TimingFunction = .easeInOut,
        options: AnimationOptions = AnimationOptions(), _ changes: () -> Void,
        completion: (() -> Void)? = nil
    ) {
        let outer = AnimationBlock.duration
        AnimationBlock.depth += 1
        AnimationBlock.duration = options.delay + duration
        Transaction.run(
            duration: duration, timing: timing, options: options, changes, completion: completion)
        AnimationBlock.duration = outer
        AnimationBlock.depth -= 1
    }

    /// Remembers, inside an animation block, that the view is in motion for a while (T-28).
    final func noteChange() {
        guard AnimationBlock.depth > 0, let loop = window?.router?.loop else { return }
        let end = loop.now.advanced(by: AnimationBlock.duration)
        animationEnd = max(animationEnd ?? end, end)
    }
}
