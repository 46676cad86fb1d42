extension Layer {
    /// The properties that a change animates by itself.
    static let animatableKeys: Set<String> = [
        "bounds", "position", "anchorPoint", "zPosition", "transform", "backgroundColor", "cornerRadius",
        "borderWidth", "borderColor", "opacity",
    ]

    /// Animates a change that was made, with the settings in force.
    ///
    /// A layer by itself goes from what shows to the new value, and a later change replaces the animation
    /// (L-10b, L-60). A view's layer adds the way from the old value to the new one to what runs already, which
    /// keeps its speed, and several changes sum (L-10c, L-37).
    func animate<Value: Animatable>(
        _ property: WritableKeyPath<LayerProperties, Value>, _ key: String, from old: Value, shown: Value?
    ) {
        guard implicitActions == .insideAnimationBlocks && !Transaction.beginsFromCurrentState else {
            guard let shown else { return }
            if shown == model[keyPath: property] { return removeAnimation(forKey: key) }
            return add(
                Transaction.animation(of: property, from: shown, to: nil, isAdditive: false), forKey: key)
        }
        let way = old.subtracting(model[keyPath: property])
        let animation = Transaction.animation(of: property, from: way, to: .neutral, isAdditive: true)
        add(animation, forKey: unusedKey(key))
    }

    private func unusedKey(_ key: String) -> String {
        guard attached.contains(where: { $0.key == key }) else { return key }
        // Keys that are taken are numbered without gaps, nearly always: to try each would cost their square.
        var number = 1 + attached.count { $0.key?.hasPrefix(key) == true }
        while attached.contains(where: { $0.key == "\(key)-\(number)" }) { number += 1 }
        return "\(key)-\(number)"
    }
}
