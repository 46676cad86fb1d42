public import Graphics
public import InputEvents

extension Layer {
    /// The layer's own rectangle: its origin is the scroll offset, its size is in points.
    ///
    /// Animated by itself. Another bounds dirties the layer's layout (L-16).
    public var bounds: Rect {
        get { model.bounds }
        set {
            let old = model.bounds
            guard isUsable(newValue.isFinite, "bounds") else { return }
            set(\.bounds, "bounds", newValue.standardized)
            guard model.bounds != old else { return }
            setNeedsLayout()
            guard old.size != model.bounds.size else { return }
            if needsDisplayOnBoundsChange {
                setNeedsDisplay()
            } else if state.needsDisplay {
                host?.queueDisplay(self)
            }
        }
    }

    /// Where the anchor point lies in the superlayer, in points; animated by itself.
    public var position: Point {
        get { model.position }
        set { if isUsable(newValue.isFinite, "position") { set(\.position, "position", newValue) } }
    }

    /// The place in the bounds that position and transform refer to, in the unit square.
    ///
    /// Changing it moves the layer, as the position stays (L-22). Animated by itself.
    public var anchorPoint: Point {
        get { model.anchorPoint }
        set { if isUsable(newValue.isFinite, "anchorPoint") { set(\.anchorPoint, "anchorPoint", newValue) } }
    }

    /// What is drawn later among the superlayer's sublayers; ties go by their order (L-23).
    ///
    /// Animated by itself.
    public var zPosition: Double {
        get { model.zPosition }
        set { if isUsable(newValue.isFinite, "zPosition") { set(\.zPosition, "zPosition", newValue) } }
    }

    /// The map applied about the anchor point; a singular one shows nothing; animated by itself.
    public var transform: AffineTransform {
        get { model.transform }
        set {
            if isUsable(newValue.isFinite, "transform") { set(\.transform, "transform", newValue) }
        }
    }

    /// The box around the layer in its superlayer's coordinates (L-21).
    ///
    /// Setting it sets the size of the bounds and the position, never the origin of the bounds.
    public var frame: Rect {
        get { model.mapToSuperlayer.boundingBox(of: model.bounds) }
        set {
            guard isUsable(newValue.isFinite, "frame") else { return }
            let rect = newValue.standardized
            bounds = Rect(origin: model.bounds.origin, size: rect.size)
            position = Point(
                rect.minX + model.anchorPoint.x * rect.width, rect.minY + model.anchorPoint.y * rect.height)
        }
    }

    /// What is behind everything else in the layer; animated by itself.
    public var backgroundColor: Color {
        get { model.backgroundColor }
        set { set(\.backgroundColor, "backgroundColor", newValue) }
    }

    /// The radius of the corners of background and border, in points; animated by itself.
    ///
    /// Contents and sublayers are rounded only with `masksToBounds` (L-25).
    public var cornerRadius: Double {
        get { model.cornerRadius }
        set {
            if isUsable(newValue.isFinite, "cornerRadius") {
                set(\.cornerRadius, "cornerRadius", max(newValue, 0))
            }
        }
    }

    /// How far the border reaches inwards, in points; animated by itself.
    ///
    /// It lies above the sublayers.
    public var borderWidth: Double {
        get { model.borderWidth }
        set {
            if isUsable(newValue.isFinite, "borderWidth") {
                set(\.borderWidth, "borderWidth", max(newValue, 0))
            }
        }
    }

    /// The border's colour; animated by itself.
    public var borderColor: Color {
        get { model.borderColor }
        set { set(\.borderColor, "borderColor", newValue) }
    }

    /// The alpha of the layer and all in it, 0...1, taken as one picture (L-27); animated by itself.
    public var opacity: Double {
        get { model.opacity }
        set {
            if isUsable(newValue.isFinite, "opacity") { set(\.opacity, "opacity", min(max(newValue, 0), 1)) }
        }
    }

    /// Whether the layer and all in it is left out; not animated.
    public var isHidden: Bool {
        get { model.isHidden }
        set {
            guard isWritable, newValue != model.isHidden else { return }
            model.isHidden = newValue
            if !newValue && state.needsDisplay { host?.queueDisplay(self) }
            markChanged()
            if host != nil { runOrderAction(newValue ? "onOrderOut" : "onOrderIn") }
        }
    }

    /// Whether contents and sublayers are cut at the layer's rounded bounds; not animated.
    public var masksToBounds: Bool {
        get { model.masksToBounds }
        set {
            guard isWritable, newValue != model.masksToBounds else { return }
            model.masksToBounds = newValue
            markChanged()
        }
    }

    /// The picture in the layer; not animated.
    ///
    /// Call `setContentsChanged()` when its pixels were changed in place.
    public var contents: Bitmap? {
        get { model.contents }
        set {
            guard isWritable, newValue !== model.contents else { return }
            model.contents = newValue
            model.contentsAreDrawn = false
            markChanged()
        }
    }

    /// How many pixels of the contents make a point, 1 unless set.
    public var contentsScale: Double {
        get { model.contentsScale }
        set {
            guard isUsable(newValue.isFinite && newValue > 0, "contentsScale") else { return }
            guard newValue != model.contentsScale else { return }
            model.contentsScale = newValue
            markChanged()
        }
    }

    /// How the contents lie in the bounds.
    public var contentsGravity: ContentsGravity {
        get { model.contentsGravity }
        set {
            guard isWritable, newValue != model.contentsGravity else { return }
            model.contentsGravity = newValue
            markChanged()
        }
    }

    /// Says that the pixels of `contents` were changed in place, so that they are shown at the next commit.
    public func setContentsChanged() {
        state.contentsDamage = .everything
        markChanged()
    }
}

extension Rect {
    /// More than any layer covers.
    static let everything = Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9)
}

extension Layer {
    /// Whether the layer may be changed; presentation layers may not (L-12).
    var isWritable: Bool {
        if original == nil { return true }
        LayerLog.once("BUG (caller): a presentation layer was written to; ignored")
        return false
    }

    private func isUsable(_ isFinite: Bool, _ property: StaticString) -> Bool {
        if !isFinite {
            LayerLog.once("BUG (caller): a layer's \(property) that is not a finite number; ignored")
            return false
        }
        return isWritable
    }

    /// Stores a value, and runs the action that the settings in force ask for (L-04): looked for before the value
    /// is stored, run after it (L-06).
    private func set<Value: Animatable>(
        _ property: WritableKeyPath<LayerProperties, Value>, _ key: String, _ value: Value
    ) {
        let old = model[keyPath: property]
        guard old != value else { return }
        let answer = Transaction.disableActions ? .nothing : action(forKey: key)
        if case .nothing = answer {
            model[keyPath: property] = value
            return markChanged()
        }
        let shown = presentedProperties
        model[keyPath: property] = value
        markChanged()
        switch answer {
        case .run(let action): action.run(forKey: key, on: self, old: shown)
        case .animate: animate(property, key, from: old, shown: shown?[keyPath: property])
        case .nothing: break
        }
    }

    /// Whether a change now is animated by itself; never before the layer's first commit (L-60).
    var animatesImplicitly: Bool {
        guard node?.isCommitted ?? false, implicitActions != .never, !Transaction.disableActions else {
            return false
        }
        if implicitActions == .insideAnimationBlocks && !Transaction.isAnimationBlock { return false }
        return Transaction.animationDuration > .zero
    }

    /// Notes that the layer must be committed.
    func markChanged() { host?.queueCommit(self) }
}
