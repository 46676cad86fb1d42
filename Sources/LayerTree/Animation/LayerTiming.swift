import EventLoop

/// How a layer's time goes by the time of the layer above: `(outer - begin) * speed + offset` (L-32).
struct LayerTiming: Equatable {
    /// When in the outer time the layer's own begins.
    var begin = Duration.zero
    /// How fast it goes; 0 stands still.
    var speed = 1.0
    /// What is added.
    var offset = Duration.zero

    /// Whether the layer's time is that of the layer above.
    var isDefault: Bool { speed == 1 && begin == offset }

    /// The layer's time at a moment of the outer one.
    func local(_ outer: Instant) -> Instant {
        let since = outer.advanced(by: .zero - begin)
        return Self.scaled(since, by: speed).advanced(by: offset)
    }

    /// The first outer moment at which the layer's time has reached `local`; `nil` when it stands still.
    func outer(_ local: Instant) -> Instant? {
        guard speed > 0 else { return nil }
        let rounded = Self.scaled(local.advanced(by: .zero - offset), by: 1 / speed).advanced(by: begin)
        // Rounded down it may be a nanosecond of the layer's time short, and who waits for it would wait again.
        return self.local(rounded) < local
            ? rounded.advanced(by: .seconds(1e-9 / speed) + .nanoseconds(1)) : rounded
    }

    /// Exact for a speed of 1; else as exact as a Double of nanoseconds.
    private static func scaled(_ time: Instant, by factor: Double) -> Instant {
        if factor == 1 { return time }
        let limit = 9e18
        return Instant(nanoseconds: Int64(min(max(Double(time.nanoseconds) * factor, -limit), limit)))
    }
}
