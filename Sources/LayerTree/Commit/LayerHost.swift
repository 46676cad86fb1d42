public import EventLoop
public import Graphics
public import InputEvents

/// The root of a layer tree, its commits, and its picture.
///
/// Before the loop waits, at order 2,000,000 in the common modes, it lays out what needs it, displays what
/// needs it, and hands what changed to the render tree: at most one commit a turn, none when nothing
/// changed. A display then asks for the frame. Thread: main, whose loop it must be given.
@MainActor
public final class LayerHost: FrameSource {
    /// How often layout and display are repeated in one commit before the rest waits for the next (L-14).
    static let roundLimit = 16
    /// Where in a turn layers are committed.
    public static let commitOrder = 2_000_000

    /// The outermost layer; it covers the display.
    public let root: Layer
    /// Called after a commit, or at the begin of an animation, when the next frame will differ.
    public var onFrameNeeded: (() -> Void)?
    /// How many commits there were.
    public private(set) var commits = 0
    /// How many frames were drawn: those in which something differed.
    public private(set) var framesDrawn = 0
    /// How many pixels were drawn, counted in damage.
    package private(set) var pixelsDrawn = 0
    /// What is behind the root layer.
    public var backgroundColor = Color.black {
        didSet {
            tree.damageEverything()
            isDirty = true
            wakeIfWaiting()
        }
    }

    /// The size in points, as layers see it, after rotation.
    public private(set) var size: Size
    /// Pixels to a point.
    public private(set) var scale: Double
    /// How the picture is turned clockwise on the panel, in quarter turns, 0...3.
    public private(set) var quarterTurns: Int

    let loop: Loop
    /// Whether anything waits for a commit.
    var isDirty = false
    private let tree: RenderTree
    private let compositor = Compositor()
    private weak var lastBitmap: Bitmap?
    private var observers: [Loop.Observer] = []
    private var timer: Loop.Timer?
    /// Whether the loop has passed the commit and may go to sleep: a change then must wake it (R-09).
    private var isPastCommit = false

    private var layoutQueue: [[Layer]] = []
    private var displayQueue: [Layer] = []
    private var commitQueue: [Layer] = []
    /// Layers with animations that may end or begin.
    private var animatedLayers: [Layer] = []

    /// Makes a host and puts it on a loop, in the common modes.
    ///
    /// `size` is in points, as layers see it; with one or three quarter turns the panel has the sides
    /// swapped: the picture is turned clockwise, so its upper left corner lies at the panel's upper right
    /// after one quarter.
    public init(loop: Loop = .main, size: Size, scale: Double = 1, quarterTurns: Int = 0) {
        self.loop = loop
        self.size = size
        self.scale = scale > 0 && scale.isFinite ? scale : 1
        self.quarterTurns = ((quarterTurns % 4) + 4) % 4
        root = Layer()
        root.implicitActions = .insideAnimationBlocks
        root.name = "root"
        let node = RenderNode(root)
        let output = Self.output(size, self.scale, self.quarterTurns)
        tree = RenderTree(root: node, base: output.base, screen: output.screen)
        tree.damageEverything()
        root.node = node
        root.frame = Rect(origin: .zero, size: size)
        root.join(self, depth: 0)
        Transaction.register(self)
        observeLoop()
    }

    isolated deinit {
        for observer in observers { observer.invalidate() }
        timer?.invalidate()
    }

    /// Takes the host off its loop: nothing is committed any more.
    public func invalidate() {
        for observer in observers { observer.invalidate() }
        observers = []
        timer?.invalidate()
        timer = nil
    }

    /// Columns of the panel.
    public var pixelWidth: Int { tree.screen.width }
    /// Rows of the panel.
    public var pixelHeight: Int { tree.screen.height }
    /// Whether animations run, so that frames differ from one to the next.
    public var hasRunningAnimations: Bool { tree.isMoving(at: now) }

    /// Fits the tree to another display; the root layer takes the new size, everything is drawn anew.
    public func setOutput(size: Size, scale: Double, quarterTurns: Int) {
        let isSharper = scale != self.scale
        self.size = size
        self.scale = scale > 0 && scale.isFinite ? scale : 1
        self.quarterTurns = ((quarterTurns % 4) + 4) % 4
        let output = Self.output(size, self.scale, self.quarterTurns)
        tree.setOutput(base: output.base, screen: output.screen)
        root.frame = Rect(origin: .zero, size: size)
        if isSharper { redisplayDrawn(root) }
        isDirty = true
        wakeIfWaiting()
    }

    /// Draws what changed since the last call; everything when the bitmap is another one.
    ///
    /// Allocates nothing but the list of damage, and nothing at all when nothing changed.
    public func drawFrame(into bitmap: Bitmap, at time: Instant) -> FrameResult {
        tree.update(at: time)
        if bitmap !== lastBitmap {
            lastBitmap = bitmap
            tree.clearDamage()
            tree.damageEverything()
        }
        let isMoving = tree.isMoving(at: time)
        guard !tree.damage.isEmpty else { return FrameResult(damage: [], wantsNextFrame: isMoving) }
        loop.trace?.mark("frame", Int64(framesDrawn))
        let damage = tree.damage.rects
        let background = backgroundColor.premultipliedPixel | 0xff00_0000
        for area in damage {
            compositor.draw(tree.root, into: bitmap, area: area, background: background)
            pixelsDrawn += area.area
        }
        tree.clearDamage()
        framesDrawn += 1
        return FrameResult(damage: damage, wantsNextFrame: isMoving)
    }

    /// Everything as it is drawn at a moment, in a new bitmap; what waits to be drawn goes on waiting.
    package func wholePicture(at time: Instant) -> Bitmap {
        tree.update(at: time)
        let bitmap = Bitmap(width: pixelWidth, height: pixelHeight)
        let background = backgroundColor.premultipliedPixel | 0xff00_0000
        compositor.draw(tree.root, into: bitmap, area: tree.screen, background: background)
        return bitmap
    }

    /// The loop's time, by which animations run.
    var now: Instant { loop.now }

    private func redisplayDrawn(_ layer: Layer) {
        if layer.model.contentsAreDrawn { layer.setNeedsDisplay() }
        for child in layer.children { redisplayDrawn(child) }
    }

    private static func output(
        _ size: Size, _ scale: Double, _ turns: Int
    ) -> (base: AffineTransform, screen: PixelRect) {
        func pixels(_ points: Double) -> Int { Int(max(1, min((points * scale).rounded(), 65_536))) }
        let width = pixels(size.width), height = pixels(size.height)
        let w = Double(width), h = Double(height)
        let turned = turns % 2 == 1
        let screen = PixelRect(x: 0, y: 0, width: turned ? height : width, height: turned ? width : height)
        let base: AffineTransform =
            switch turns {
            case 1: AffineTransform(a: 0, b: scale, c: -scale, d: 0, tx: h, ty: 0)
            case 2: AffineTransform(a: -scale, b: 0, c: 0, d: -scale, tx: w, ty: h)
            case 3: AffineTransform(a: 0, b: -scale, c: scale, d: 0, tx: 0, ty: w)
            default: AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0)
            }
        return (base, screen)
    }
}

// The host's place in the turn.
extension LayerHost {
    private func observeLoop() {
        // The observers know the host weakly: the loop keeps them, the host need not live for them.
        let commit = Loop.Observer(
            [.beforeWaiting, .exit], order: Self.commitOrder, label: "commit"
        ) { [weak self] _ in
            Transaction.commitAll()
            self?.passCommit()
        }
        let begin = Loop.Observer(
            [.entry, .beforeTimers, .afterWaiting], order: -Self.commitOrder, label: "layers awake"
        ) { [weak self] _ in
            self?.isPastCommit = false
        }
        observers = [commit, begin]
        for observer in observers { loop.add(observer, to: .common) }
    }

    /// From here on a change must wake the loop, and so must what came up during the commit.
    private func passCommit() {
        isPastCommit = true
        if !Transaction.isOpen && (isDirty || Transaction.hasWork) { wakeIfWaiting() }
    }

    /// Wakes the loop when it may be about to sleep.
    func wakeIfWaiting() {
        guard isPastCommit else { return }
        isPastCommit = false
        loop.wakeUp()
    }

    private func noteDirty() {
        isDirty = true
        wakeIfWaiting()
    }

    func queueCommit(_ layer: Layer) {
        guard !layer.state.isQueuedForCommit else { return }
        layer.state.isQueuedForCommit = true
        commitQueue.append(layer)
        noteDirty()
    }

    func queueLayout(_ layer: Layer) {
        while layoutQueue.count <= layer.state.depth { layoutQueue.append([]) }
        layoutQueue[layer.state.depth].append(layer)
        noteDirty()
    }

    func queueDisplay(_ layer: Layer) {
        displayQueue.append(layer)
        noteDirty()
    }
}

// The commit.
extension LayerHost {
    /// Lays out, displays, and brings what changed to the render tree (L-14).
    func commitTree() {
        guard isDirty else { return }
        let time = now
        reapAnimations(at: time)
        isDirty = !prepare()
        loop.trace?.mark("commit", Int64(commits))
        commits += 1
        for layer in commitQueue where layer.host === self && layer.state.isQueuedForCommit {
            commit(layer, at: time)
        }
        commitQueue.removeAll(keepingCapacity: true)
        tree.update(at: time)
        armTimer(at: time)
        if !tree.damage.isEmpty || tree.isMoving(at: time) { onFrameNeeded?() }
    }

    /// Layout and display, in rounds until nothing is dirty; answers whether that was reached.
    ///
    /// What is left after the last round is logged and waits for the next turn.
    private func prepare() -> Bool {
        for _ in 0..<Self.roundLimit {
            layOut()
            displayQueued()
            if layoutQueue.allSatisfy(\.isEmpty) && displayQueue.isEmpty { return true }
        }
        let layer = layoutQueue.lazy.compactMap(\.first).first ?? displayQueue.first
        LayerLog.once(
            "layer \(layer?.name ?? "without a name") was dirty after \(Self.roundLimit) rounds of layout; "
                + "the rest waits for the next turn")
        return false
    }

    /// One round: from the root outwards, so that parents come before their children.
    private func layOut() {
        var depth = 0
        while depth < layoutQueue.count {
            if !layoutQueue[depth].isEmpty {
                var layers: [Layer] = []
                swap(&layers, &layoutQueue[depth])
                for layer in layers where layer.host === self { layer.performLayout() }
                if layoutQueue[depth].isEmpty {
                    layers.removeAll(keepingCapacity: true)
                    swap(&layers, &layoutQueue[depth])
                }
            }
            depth += 1
        }
    }

    private func displayQueued() {
        guard !displayQueue.isEmpty else { return }
        var layers: [Layer] = []
        swap(&layers, &displayQueue)
        for layer in layers where layer.host === self { layer.displayIfNeeded() }
    }

    private func commit(_ layer: Layer, at time: Instant) {
        layer.state.isQueuedForCommit = false
        let node = renderNode(of: layer)
        node.committed = layer.model
        node.isCommitted = true
        if let part = layer.state.contentsDamage {
            node.contentsDamage = node.contentsDamage.map { $0.union(part) } ?? part
            layer.state.contentsDamage = nil
        }
        node.timing = layer.timing
        if layer.state.animationsChanged {
            layer.state.animationsChanged = false
            let local = layer.localTime(at: time)
            for animation in layer.attached {
                animation.begin(at: local)
                animation.noteStart(at: local)
            }
            node.animations = layer.attached
            tree.noteAnimations(of: node)
            if !layer.attached.isEmpty && !layer.state.isTimed {
                layer.state.isTimed = true
                animatedLayers.append(layer)
            }
        }
        if layer.state.childrenChanged {
            layer.state.childrenChanged = false
            tree.setChildren(of: node, to: layer.children.map { renderNode(of: $0) })
        }
        tree.enqueue(node)
    }

    private func renderNode(of layer: Layer) -> RenderNode {
        if let node = layer.node { return node }
        let node = RenderNode(layer)
        layer.node = node
        return node
    }

    /// Ends the animations whose time is over.
    private func reapAnimations(at time: Instant) {
        guard !animatedLayers.isEmpty else { return }
        animatedLayers.removeAll { layer in
            let isHere = layer.host === self
            if isHere { layer.reapAnimations(at: time) }
            layer.state.isTimed = isHere && !layer.attached.isEmpty
            return !layer.state.isTimed
        }
    }

    /// Sets the timer to the moment at which the next animation begins or ends.
    private func armTimer(at time: Instant) {
        guard timer != nil || !animatedLayers.isEmpty else { return }
        var next: Instant?
        for layer in animatedLayers where layer.host === self {
            if let moment = layer.nextAnimationMoment(after: time) { next = min(next ?? moment, moment) }
        }
        if let timer, timer.isValid, timer.nextFire == next { return }
        timer?.invalidate()
        timer = nil
        guard let next else { return }
        let timer = Loop.Timer(at: next, label: "animation") { [weak self] _ in self?.animationsAreDue() }
        loop.add(timer, to: .common)
        self.timer = timer
    }

    private func animationsAreDue() {
        timer = nil
        let time = now
        reapAnimations(at: time)
        armTimer(at: time)
        if tree.isMoving(at: time) { onFrameNeeded?() }
        Transaction.callQueued()
    }
}
