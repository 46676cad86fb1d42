import EventLoop
import Graphics
import InputEvents

// What is on the bitmap, kept beside the layers: a commit copies changed values here, an update finds out
// which pixels they change, and the compositor draws those. Neither walks layers that did not change.

/// The nodes of one host's layers, and which pixels differ from what was drawn last.
@MainActor
final class RenderTree {
    let root: RenderNode
    /// From points to pixels of the panel.
    private(set) var base: AffineTransform
    /// The whole panel.
    private(set) var screen: PixelRect
    private(set) var damage = DamageRegion()
    private var queue: [RenderNode] = []
    private var animated: [RenderNode] = []
    private var lastMark = 0

    init(root: RenderNode, base: AffineTransform, screen: PixelRect) {
        self.root = root
        self.base = base
        self.screen = screen
        enqueue(root)
    }

    /// Draws everything anew on another panel.
    func setOutput(base: AffineTransform, screen: PixelRect) {
        self.base = base
        self.screen = screen
        root.isDisplaced = true
        enqueue(root)
        damageEverything()
    }

    func damageEverything() { damage.add(screen) }

    func clearDamage() { damage.removeAll() }

    /// Looks at a node in the next update.
    func enqueue(_ node: RenderNode) {
        guard !node.isQueued else { return }
        node.isQueued = true
        queue.append(node)
    }

    /// Looks at a node in each update as long as it has animations.
    func noteAnimations(of node: RenderNode) {
        guard !node.isAnimated, !node.animations.isEmpty else { return }
        node.isAnimated = true
        animated.append(node)
    }

    /// Whether frames differ from one to the next at a moment.
    func isMoving(at time: Instant) -> Bool {
        animated.contains { node in
            guard node.isTimeRunning else { return false }
            let local = node.layerTime(at: time)
            return node.animations.contains { $0.isMoving(at: local) }
        }
    }

    /// Takes over a layer's children; what left is damage.
    func setChildren(of node: RenderNode, to children: [RenderNode]) {
        lastMark += 1
        for child in children { child.mark = lastMark }
        var isSameOrder = true
        // Those that stay must stand in the same order as before; else all of them are drawn anew.
        let staying = children.lazy.filter { $0.parent === node }
        var next = staying.makeIterator()
        for old in node.children where old.parent === node {
            if old.mark == lastMark {
                if next.next() !== old { isSameOrder = false }
            } else {
                remove(old)
            }
        }
        for child in children where child.parent !== node || !isSameOrder {
            child.parent = node
            child.isDisplaced = true
            enqueue(child)
        }
        node.children = children
        node.sortChildren()
        enqueue(node)
    }

    private func remove(_ node: RenderNode) {
        addTreeDamage(node)
        node.parent = nil
    }

    private func addTreeDamage(_ node: RenderNode) {
        guard !node.treeBox.isEmpty else { return }
        damage.add(node.box)
        for child in node.children where child.parent === node { addTreeDamage(child) }
    }
}

// Finding out what changed.
extension RenderTree {
    /// Brings everything that waits, and what is animated, to the values of a moment.
    func update(at time: Instant) {
        if !animated.isEmpty {
            animated.removeAll { node in
                if node.animations.isEmpty || node.layer?.host == nil {
                    node.isAnimated = false
                    enqueue(node)
                    return true
                }
                enqueue(node)
                return false
            }
        }
        guard !queue.isEmpty else { return }
        for node in queue {
            // Each step settles the highest one that waits; this one's turn may come after several.
            while node.isQueued { update(from: topmost(above: node), at: time) }
        }
        queue.removeAll(keepingCapacity: true)
    }

    /// The highest waiting node on the way up; a layer's state follows from that of those above.
    private func topmost(above node: RenderNode) -> RenderNode {
        var top = node
        var next = node.parent
        while let current = next {
            if current.isQueued { top = current }
            next = current.parent
        }
        return top
    }

    private func update(from node: RenderNode, at time: Instant) {
        guard node === root || node.parent != nil else {
            node.isQueued = false
            return
        }
        update(node, at: time, isMoved: false)
        // The boxes above must hold this one's; they may stay too large.
        var box = node.treeBox
        var next = node.parent
        while let outer = next, !outer.treeBox.contains(box), !box.isEmpty {
            outer.treeBox = outer.treeBox.union(box)
            box = outer.treeBox
            next = outer.parent
        }
    }

    private func update(_ node: RenderNode, at time: Instant, isMoved: Bool) {
        node.isQueued = false
        let old = node.shown, wasVisible = node.isVisible, oldMap = node.map, oldClip = node.clip
        node.shown = node.animations.isEmpty ? node.committed : node.properties(at: time)
        let outer = node.parent
        let below = outer?.map ?? base
        node.map = node.shown.mapToSuperlayer.then(below)
        node.clip = outer?.clipForChildren ?? screen
        node.isVisible =
            (outer?.isVisible ?? true) && !node.shown.isHidden && node.shown.opacity > 0
            && !node.clip.isEmpty && node.map.inverted != nil
        if node.shown.zPosition != old.zPosition {
            outer?.sortChildren()
            node.isDisplaced = true
        }
        let changesRounding = node.noteChangeOfRounding()
        let isMoved =
            isMoved || node.isDisplaced || node.isVisible != wasVisible || node.map != oldMap
            || node.clip != oldClip || !node.shown.groupsLike(old) || changesRounding
        node.isDisplaced = false
        let part = node.contentsDamage
        node.contentsDamage = nil
        guard wasVisible || node.isVisible else { return }
        if isMoved || !node.shown.drawsLike(old) {
            damage.add(node.box)
            node.box = node.isVisible ? node.ownBox : .empty
            damage.add(node.box)
            if !isMoved { node.treeBox = node.treeBox.union(node.box) }
        } else if let part {
            let touched = PixelRect(enclosing: node.map.boundingBox(of: part)).grown(by: 1)
            damage.add(touched.intersection(node.box))
        }
        node.findPlain()
        guard isMoved else { return }
        var treeBox = node.box
        for child in node.children where child.parent === node {
            update(child, at: time, isMoved: true)
            treeBox = treeBox.union(child.treeBox)
        }
        node.treeBox = node.isVisible ? treeBox : .empty
    }
}

extension RenderNode {
    /// What the layer leaves of the bitmap to its children.
    var clipForChildren: PixelRect {
        guard shown.masksToBounds else { return clip }
        let box = map.boundingBox(of: shown.bounds)
        if !shown.masksByShape(map) { return clip.intersection(PixelRect(nearest: box)) }
        return clip.intersection(PixelRect(enclosing: box).grown(by: map.keepsAxes ? 0 : 1))
    }

    /// The pixels that background, border and contents may touch.
    var ownBox: PixelRect {
        guard paintsSomething else { return .empty }
        let margin = map.keepsAxes ? 0 : 1
        var box = PixelRect.empty
        if !shown.bounds.isEmpty {
            box = PixelRect(enclosing: map.boundingBox(of: shown.bounds)).grown(by: margin)
        }
        if let rect = shown.contentsRect, !rect.isEmpty {
            // Contents that are moved to whole pixels may reach one further.
            box = box.union(PixelRect(enclosing: map.boundingBox(of: rect)).grown(by: 1))
        }
        return box.intersection(clip)
    }
}
