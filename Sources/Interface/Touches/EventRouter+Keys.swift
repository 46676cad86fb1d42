import InputEvents

/// A pressed key and who got its press.
struct KeyTarget {
    var key: KeyEvent
    weak var responder: Responder?
}

/// Keys go to the first responder of the topmost window; a release goes where its press went (T-52).
extension EventRouter {
    func dispatch(_ key: KeyEvent) {
        let index = keyTargets.firstIndex { $0.key.keycode == key.keycode }
        switch key.phase {
        case .down:
            let target: Responder? = windows.last.map { $0.firstResponder ?? $0 } ?? application
            if let index { keyTargets.remove(at: index) }
            keyTargets.append(KeyTarget(key: key, responder: target))
            target?.keyDown(key)
        case .repeats:
            guard let index else { return }
            keyTargets[index].responder?.keyDown(key)
        case .up, .cancelled:
            guard let index else { return }
            let target = keyTargets.remove(at: index).responder
            if key.phase == .up { target?.keyUp(key) } else { target?.keyCancelled(key) }
        }
    }

    /// Every pressed key counts as up: the focus moves or the seat goes away.
    func cancelKeys() {
        let pressed = keyTargets
        keyTargets.removeAll()
        for entry in pressed {
            var key = entry.key
            key.phase = .cancelled
            key.characters = nil
            entry.responder?.keyCancelled(key)
        }
    }
}
