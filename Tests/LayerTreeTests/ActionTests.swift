import EventLoop
import Graphics
import InputEvents
import LayerTree
import Testing

/// Who says what a change sets off, and in which order.
@MainActor
@Suite(.serialized)
struct ActionTests {
    private final class Note: LayerAction {
        var log: [String] = []
        func run(forKey key: String, on layer: Layer, old: LayerProperties?) {
            log.append("\(key) \(old?.opacity ?? -1) to \(layer.opacity)")
        }
    }

    private final class Asked: LayerDelegate {
        var answer: ActionAnswer?
        var log: [String] = []
        var displays = false
        func action(for layer: Layer, forKey key: String) -> ActionAnswer? {
            log.append("\(key) at \(layer.opacity)")
            return answer
        }
        func display(_ layer: Layer) -> Bool {
            log.append("display")
            return displays
        }
        func willDraw(_ layer: Layer) { log.append("will draw") }
        func draw(_ layer: Layer, in canvas: Canvas) { log.append("draw") }
        func layoutSublayers(of layer: Layer) { log.append("layout") }
    }

    private final class Classy: Layer {
        let note = Note()
        override func defaultAction(forKey key: String) -> ActionAnswer? {
            key == "opacity" ? .run(note) : super.defaultAction(forKey: key)
        }
    }

    @Test("L-05 delegate, then actions, then the chain of styles, then the class; the first answer counts")
    func search() {
        let stage = Stage()
        let layer = Classy(frame: Rect(x: 0, y: 0, width: 5, height: 5))
        stage.root.addSublayer(layer)
        stage.run()
        let delegate = Asked()
        let (own, style, base) = (Note(), Note(), Note())
        layer.opacity = 0.9
        #expect(layer.note.log == ["opacity 1.0 to 0.9"])
        layer.style = LayerStyle(parent: LayerStyle(actions: ["opacity": .run(base)]))
        layer.opacity = 0.8
        layer.style = LayerStyle(actions: ["opacity": .run(style)], parent: layer.style)
        layer.opacity = 0.7
        layer.actions["opacity"] = .run(own)
        layer.opacity = 0.6
        layer.delegate = delegate
        layer.opacity = 0.5
        delegate.answer = .nothing
        layer.opacity = 0.4
        #expect(layer.note.log.count == 1 && base.log.count == 1 && style.log.count == 1)
        #expect(own.log == ["opacity 1.0 to 0.6", "opacity 1.0 to 0.5"])
        delegate.answer = .animate
        layer.opacity = 0.3
        #expect(layer.animationKeys == ["opacity"])
    }

    @Test("L-06 the search sees the old value, the action runs after the new one is stored")
    func order() {
        let stage = Stage()
        let layer = stage.add(Rect(x: 0, y: 0, width: 5, height: 5), .red)
        stage.run()
        let (delegate, note) = (Asked(), Note())
        layer.delegate = delegate
        delegate.answer = .run(note)
        layer.opacity = 0.5
        #expect(delegate.log == ["opacity at 1.0"] && note.log == ["opacity 1.0 to 0.5"])
    }

    @Test("L-05 with actions disabled a change asks nobody; asking by hand still searches")
    func disabled() {
        let stage = Stage()
        let layer = stage.add(Rect(x: 0, y: 0, width: 5, height: 5), .red)
        stage.run()
        let delegate = Asked()
        layer.delegate = delegate
        Transaction.withoutAnimation { layer.opacity = 0.5 }
        #expect(delegate.log.isEmpty)
        Transaction.withoutAnimation { _ = layer.action(forKey: "opacity") }
        #expect(delegate.log == ["opacity at 0.5"])
    }

    @Test("L-05 an animation is an action: it is added for the key")
    func animationAsAction() {
        let stage = Stage()
        let layer = stage.add(Rect(x: 0, y: 0, width: 5, height: 5), .red)
        stage.run()
        layer.actions["opacity"] = .run(BasicAnimation(\.cornerRadius, from: 4, duration: .seconds(1)))
        layer.opacity = 0.5
        #expect(layer.animation(forKey: "opacity")?.duration == .seconds(1))
    }

    @Test("L-09 onOrderIn and onOrderOut: put in a tree, shown, hidden, taken out")
    func orderActions() {
        let stage = Stage()
        let layer = Layer(frame: Rect(x: 0, y: 0, width: 5, height: 5))
        let note = Note()
        layer.actions = ["onOrderIn": .run(note), "onOrderOut": .run(note)]
        layer.isHidden = true
        layer.isHidden = false
        #expect(note.log.isEmpty)
        stage.root.addSublayer(layer)
        layer.isHidden = true
        layer.isHidden = false
        layer.removeFromSuperlayer()
        #expect(
            note.log.map { $0.prefix(10) }.map(String.init).map { $0.hasPrefix("onOrderIn ") } == [
                true, false, true, false,
            ])
    }

    @Test("L-18 the delegate's display replaces all drawing; else it is told, and draws after the layer")
    func displayDelegate() {
        let stage = Stage()
        final class Own: Layer {
            var draws = 0
            override func draw(in canvas: Canvas) { draws += 1 }
        }
        let layer = Own(frame: Rect(x: 0, y: 0, width: 5, height: 5))
        let delegate = Asked()
        layer.delegate = delegate
        stage.root.addSublayer(layer)
        layer.setNeedsDisplay()
        stage.run()
        #expect(
            delegate.log.filter { !$0.hasPrefix("on") && $0 != "layout" } == ["display", "will draw", "draw"]
                && layer.draws == 1)
        delegate.log = []
        delegate.displays = true
        layer.setNeedsDisplay()
        layer.setNeedsLayout()
        stage.run()
        #expect(delegate.log == ["layout", "display"] && layer.draws == 1)
    }
}
