public import EventLoop

// A layer's time: what the animations of it and of all in it go by. They begin at the moment at which they are
// committed, told in this time; so a layer that stands still keeps new ones at their first frame.

extension Layer {
    /// How fast time goes in this layer and all in it, by the time of the layer above; 1 unless set (L-32).
    ///
    /// 0 stops it where `timeOffset` says: `pause()` does that without a jump. A negative number, or none, is
    /// refused and logged once.
    public var speed: Double {
        get { timing.speed }
        set {
            guard newValue >= 0, newValue.isFinite else {
                return LayerLog.once("BUG (caller): a layer's speed is below 0 or no number; ignored")
            }
            setTiming { $0.speed = newValue }
        }
    }

    /// What is added to the layer's time after `speed` (L-32); zero unless set.
    public var timeOffset: Duration {
        get { timing.offset }
        set { setTiming { $0.offset = newValue } }
    }

    /// What is taken from the time of the layer above before `speed` (L-32); zero unless set.
    public var beginTime: Duration {
        get { timing.begin }
        set { setTiming { $0.begin = newValue } }
    }

    /// A moment of the layer above all, which is the loop's time, in this layer's own.
    public func localTime(at time: Instant) -> Instant {
        let outer = modelLayer.parent?.localTime(at: time) ?? time
        return timing.isDefault ? outer : timing.local(outer)
    }

    /// The loop's time at which this layer's own is `local`; `nil` while it or one above stands still.
    public func outerTime(of local: Instant) -> Instant? {
        guard let outer = timing.isDefault ? local : timing.outer(local) else { return nil }
        guard let above = modelLayer.parent else { return outer }
        return above.outerTime(of: outer)
    }

    /// Whether `pause()` holds the layer's time.
    public var isPaused: Bool { timing.speed == 0 }

    /// Holds the animations of this layer and all in it where they are (L-33); without a host, or paused
    /// already, it does nothing.
    public func pause() {
        guard let host, !isPaused else { return }
        let now = localTime(at: host.now)
        setTiming { $0 = LayerTiming(begin: .zero, speed: 0, offset: now.sinceStart) }
    }

    /// Lets them go on from where they are, at normal speed (L-33).
    public func resume() {
        guard let host, isPaused else { return }
        let outer = parent?.localTime(at: host.now) ?? host.now
        let held = timing.offset
        setTiming { $0 = LayerTiming(begin: outer.sinceStart - held, speed: 1, offset: .zero) }
    }

    private func setTiming(_ change: (inout LayerTiming) -> Void) {
        guard isWritable else { return }
        let old = timing
        change(&timing)
        if timing != old { markChanged() }
    }
}

extension Instant {
    /// The time since the clock's zero.
    fileprivate var sinceStart: Duration { Instant(nanoseconds: 0).duration(to: self) }
}
