import EventLoop

extension Layer {
    /// Adds a copy of an animation; it begins with the next commit (L-11, L-39).
    ///
    /// One that was added for the same key stops, unfinished. Without a duration it takes its own or the
    /// transaction's (L-07). On a layer that is in no host at the commit it ends at once, unfinished.
    public func add(_ animation: any Animation, forKey key: String? = nil) {
        guard isWritable else { return }
        var copy = animation
        copy.resolveDuration(default: copy.naturalDuration ?? Transaction.durationForAnimations)
        if let key { removeAnimation(forKey: key) }
        attached.append(AttachedAnimation(copy, key: key, group: Transaction.group))
        state.animationsChanged = true
        if host == nil { Transaction.noteAnimationOutsideHosts(self) }
        markChanged()
    }

    /// Takes an animation away: what shows goes to the model's value (L-13).
    public func removeAnimation(forKey key: String) { remove { $0.key == key } }

    /// Takes all animations away.
    public func removeAllAnimations() { remove { _ in true } }

    /// A copy of the animation that was added for a key.
    public func animation(forKey key: String) -> (any Animation)? {
        attached.first { $0.key == key }?.animation
    }

    /// The keys of the animations that were added for one, in their order.
    public var animationKeys: [String] { attached.compactMap(\.key) }

    private func remove(where matches: (AttachedAnimation) -> Bool) {
        guard attached.contains(where: matches) else { return }
        for animation in attached where matches(animation) { animation.stop(finished: false) }
        attached.removeAll(where: matches)
        state.animationsChanged = true
        markChanged()
    }

    /// Ends the animations whose time is over, and notes those that have begun.
    func reapAnimations(at time: Instant) {
        let time = localTime(at: time)
        var ended = false
        for animation in attached where !animation.hasEnded {
            animation.noteStart(at: time)
            guard let end = animation.end, time >= end else { continue }
            animation.stop(finished: true)
            ended = true
        }
        guard ended else { return }
        attached.removeAll { $0.hasEnded && $0.animation.attributes.isRemovedOnCompletion }
        state.animationsChanged = true
        markChanged()
    }

    /// When, in the loop's time, the next of the animations begins or ends; `nil` while the layer's time stands.
    func nextAnimationMoment(after time: Instant) -> Instant? {
        let time = localTime(at: time)
        var next: Instant?
        for animation in attached where !animation.hasEnded {
            guard let start = animation.start else { continue }
            guard let moment = time < start ? start : animation.end else { continue }
            next = min(next ?? moment, moment)
        }
        return next.flatMap { outerTime(of: $0) }
    }
}
