import Penstock

/// The band at the top: whose counter it is, and the time.
final class Header: View {
    private let theme = Theme.current
    private let mark = IconView(.anchor, color: Theme.current.headerInk)
    private let title = Label("Harbour Line", style: .title, color: Theme.current.headerInk)
    private let subtitle = Label("Tickets", style: .caption, color: Theme.current.headerSecondaryInk)
    private let clock = Label("", style: .title, color: Theme.current.headerInk)
    private var timer: Loop.Timer?

    override func didLoad() {
        layer.backgroundColor = theme.header
        clock.alignment = .right
        clock.identifier = "clock"
        for view in [mark, title, subtitle, clock] { addSubview(view) }
        showTime()
    }

    /// The clock wakes once a minute, and only while it is on screen.
    ///
    /// It is late by a second at most, so that the wake-up can be shared. In the default mode: it pauses while
    /// a list is being scrolled.
    override func didMoveToWindow() {
        timer?.invalidate()
        timer = nil
        guard window != nil else { return }
        let toMinute = WallClock.now().untilNextMinute
        let timer = Loop.Timer(
            every: .seconds(60), after: toMinute, tolerance: .seconds(1), label: "header clock"
        ) { [weak self] timer in
            self?.showTime()
            // The wall clock may have been set meanwhile: the next minute is where it says.
            timer.nextFire = Loop.current.now.advanced(by: WallClock.now().untilNextMinute)
        }
        Loop.current.add(timer, to: .default)
        self.timer = timer
        showTime()
    }

    private func showTime() { clock.text = WallClock.now().text }

    override func layoutSubviews() {
        let margin = CounterLayout.margin
        let side = min(34, bounds.height * 0.55).rounded()
        mark.frame = Rect(x: margin, y: ((bounds.height - side) / 2).rounded(), width: side, height: side)
        let clockWidth = min(120, (bounds.width * 0.3).rounded())
        clock.frame = Rect(
            x: bounds.width - margin - clockWidth, y: 0, width: clockWidth, height: bounds.height)
        let left = mark.frame.maxX + 12
        let room = max(0, clock.frame.minX - left - 8)
        let large = title.sizeThatFits(Size(.infinity, .infinity)).height
        let small = subtitle.sizeThatFits(Size(.infinity, .infinity)).height
        let showsSubtitle = bounds.height >= large + small + 6
        subtitle.isHidden = !showsSubtitle
        let top = ((bounds.height - large - (showsSubtitle ? small : 0)) / 2).rounded()
        title.frame = Rect(x: left, y: top, width: room, height: large)
        subtitle.frame = Rect(x: left, y: top + large, width: room, height: small)
    }
}
