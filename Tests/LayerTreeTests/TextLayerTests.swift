import EventLoop
import Graphics
import InputEvents
import LayerTree
import Testing

@MainActor
@Suite(.serialized)
struct TextLayerTests {
    @Test("a text is laid out once while text, font and width stay the same")
    func keepsItsLayout() {
        let stage = Stage(200, 60)
        let label = TextLayer("Order", font: Font(size: 16), color: .white)
        label.frame = Rect(x: 10, y: 10, width: 100, height: 30)
        stage.root.addSublayer(label)
        stage.draw()
        #expect(label.layoutCount == 1)
        label.color = .red
        label.position.y += 5
        stage.draw()
        #expect(label.layoutCount == 1)
        label.text = "Orders"
        stage.draw()
        #expect(label.layoutCount == 2)
        label.bounds.size.width = 90
        stage.draw()
        #expect(label.layoutCount == 3)
        #expect(label.preferredSize() == label.preferredSize())
        #expect(label.layoutCount == 4)
    }

    @Test("text is drawn in its colour, at its place, only on change")
    func draws() {
        let stage = Stage(200, 60)
        let label = TextLayer("HHHH", font: Font(size: 20, weight: .bold), color: .white)
        let size = label.preferredSize()
        label.frame = Rect(x: 10, y: 10, width: size.width, height: 40)
        label.verticalAlignment = .middle
        stage.root.addSublayer(label)
        stage.draw()
        func inked() -> [Int] {
            (0..<60).filter { y in (0..<200).contains { stage.bitmap[$0, y] == 0xffff_ffff } }
        }
        let rows = inked()
        #expect((13...16).contains(rows.count), "the height of a capital letter")
        #expect(abs((rows.first ?? 0) + (rows.last ?? 0) - 60) <= 4, "in the middle of 10...50")
        label.verticalAlignment = .top
        #expect(!stage.draw().damage.isEmpty)
        #expect(inked().first ?? 99 < rows.first ?? 0)
        #expect(stage.draw().damage.isEmpty)
    }

    @Test("text stays on whole pixels of the panel while its layer does not")
    func staysSharp() {
        let stage = Stage(100, 40)
        let label = TextLayer("Sharp", font: Font(size: 16), color: .white)
        label.frame = Rect(x: 10, y: 10, width: 60, height: 20)
        stage.root.addSublayer(label)
        stage.draw()
        let before = stage.host.wholePicture(at: stage.loop.now)
        Transaction.withoutAnimation { label.position.x += 0.3 }
        stage.draw()
        #expect(stage.bitmap.hasSamePixels(as: before))
    }
}
