import LayerTree

extension View {
    /// Puts a view on top of the others; it leaves where it was before.
    public final func addSubview(_ view: View) { insertSubview(view, at: subviews.count) }

    /// Puts a view among the others, counted from the lowest; it leaves where it was before.
    public final func insertSubview(_ view: View, at index: Int) {
        precondition(!isDescendant(of: view), "BUG (caller): a view cannot hold itself")
        let movesWithin = view.superview === self
        if movesWithin {
            subviews.removeAll { $0 === view }
            view.layer.removeFromSuperlayer()
        } else {
            if let old = view.window, old !== window { old.router?.viewWillLeave(view) }
            view.detach()
        }
        let place = min(max(index, 0), subviews.count)
        subviews.insert(view, at: place)
        view.superview = self
        if place + 1 < subviews.count {
            layer.insertSublayer(view.layer, below: subviews[place + 1].layer)
        } else {
            layer.addSublayer(view.layer)
        }
        view.enter(window)
        setNeedsLayout()
    }

    /// Takes the view out of its superview; its touches are cancelled at once (T-21).
    public final func removeFromSuperview() {
        guard superview != nil else { return }
        window?.router?.viewWillLeave(self)
        detach()
        enter(nil)
    }

    /// Whether this view is `view` or somewhere in it.
    public final func isDescendant(of view: View) -> Bool {
        var current: View? = self
        while let candidate = current {
            if candidate === view { return true }
            current = candidate.superview
        }
        return false
    }

    /// Moves a view of this one on top of its sisters.
    public final func bringSubviewToFront(_ view: View) {
        guard view.superview === self else { return }
        insertSubview(view, at: subviews.count)
    }

    private func detach() {
        guard let parent = superview else { return }
        parent.subviews.removeAll { $0 === self }
        superview = nil
        layer.removeFromSuperlayer()
        parent.setNeedsLayout()
    }

    /// Attaches a recognizer: it sees new touches on the view and on all below it.
    public final func addGesture(_ gesture: GestureRecognizer) {
        guard gesture.view !== self else { return }
        gesture.view?.removeGesture(gesture)
        gesture.view = self
        gestureRecognizers.append(gesture)
    }

    /// Takes a recognizer off; one under way is cancelled, one undecided fails (G-19).
    public final func removeGesture(_ gesture: GestureRecognizer) {
        guard gesture.view === self else { return }
        gesture.breakOff()
        gestureRecognizers.removeAll { $0 === gesture }
        gesture.view = nil
    }
}
