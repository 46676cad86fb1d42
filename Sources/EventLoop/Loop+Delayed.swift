// Doing something to an object later: a timer in this loop, which can be cancelled by the object.
extension Loop {
    /// Calls `body` with the target once, `delay` from now, when the loop runs in one of the modes.
    ///
    /// The target is kept alive until then, or until it is cancelled. Costs one timer. Thread: any, but `body` runs on
    /// the loop's own.
    public func perform<Target: AnyObject>(
        after delay: Duration, on target: Target, in modes: [Mode] = [.default], label: String = "",
        _ body: @escaping (Target) -> Void
    ) {
        let key = ObjectIdentifier(target)
        let timer = Timer(after: delay, label: label) { [unowned self] timer in
            forget(timer, of: key)
            body(target)
        }
        lock.with { delayed[key, default: []].append(timer) }
        for mode in modes { add(timer, to: mode) }
    }

    /// Cancels what is to be performed later on the target.
    ///
    /// What the target was to do at once, by `perform(in:)`, is not cancelled. Thread: any.
    public func cancelPerforms(on target: AnyObject) {
        let timers = lock.with { delayed.removeValue(forKey: ObjectIdentifier(target)) } ?? []
        for timer in timers { timer.invalidate() }
    }

    private func forget(_ timer: Timer, of key: ObjectIdentifier) {
        lock.with {
            delayed[key]?.removeAll { $0 === timer }
            if delayed[key]?.isEmpty == true { delayed[key] = nil }
        }
    }

    /// The loop's thread has ended: nothing will be performed.
    func dropDelayed() {
        let gone = lock.with { () -> [ObjectIdentifier: [Timer]] in
            defer { delayed = [:] }
            return delayed
        }
        for timer in gone.values.joined() { timer.invalidate() }
    }
}
