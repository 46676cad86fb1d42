import EventLoop
import Graphics
import InputEvents
import LayerTree

/// The scenes of the C drivers as layers: drawing is measured, the commit before it by itself.
@MainActor
enum Scenes {
    static func run(_ meter: Meter) {
        home(meter)
        list(meter)
        layers(meter)
    }

    /// A tree, two bitmaps to turn between when everything shall be drawn, and one to stay with.
    @MainActor private final class Stage {
        let host = LayerHost(loop: .main, size: Size(1280, 800))
        private let bitmaps = [Bitmap(width: 1280, height: 800), Bitmap(width: 1280, height: 800)]
        private var turn = 0

        func whole(_ change: () -> Void) -> Int64 {
            turn ^= 1
            return frame(change)
        }

        func frame(_ change: () -> Void) -> Int64 {
            Transaction.withoutAnimation(change)
            Transaction.flush()
            let start = Meter.now
            _ = host.drawFrame(into: bitmaps[turn], at: .init(nanoseconds: start))
            return Meter.now - start
        }

        func commit(_ change: () -> Void) -> Int64 {
            Transaction.withoutAnimation(change)
            let start = Meter.now
            Transaction.flush()
            let time = Meter.now - start
            _ = host.drawFrame(into: bitmaps[turn], at: .init(nanoseconds: start))
            return time
        }
    }

    private static func layer(_ parent: Layer, _ frame: Rect, _ colour: UInt32) -> Layer {
        let layer = Layer(frame: frame)
        layer.implicitActions = .never
        layer.backgroundColor = Color(hex: colour)
        parent.addSublayer(layer)
        return layer
    }

    private static func text(_ parent: Layer, _ text: String, _ size: Double, _ color: Color, _ frame: Rect) {
        let label = TextLayer()
        label.frame = frame
        label.text = text
        label.font = Font(size: size)
        label.color = color
        parent.addSublayer(label)
    }

    private static func disc(_ side: Int, _ seed: UInt32) -> Bitmap {
        let bitmap = Bitmap(width: side, height: side)
        let canvas = Canvas(bitmap)
        let shade = Color(hex: seed &* 0x35_1b5b & 0xffffff)
        canvas.fill(
            ellipseIn: Rect(x: 1, y: 1, width: Double(side - 2), height: Double(side - 2)), color: shade)
        canvas.finish()
        return bitmap
    }

    /// 1: header, clock, twelve rounded tiles with picture and label.
    private static func home(_ meter: Meter) {
        let stage = Stage()
        let root = stage.host.root
        root.backgroundColor = Color(hex: 0x202833)
        let bar = layer(root, Rect(x: 0, y: 0, width: 1280, height: 80), 0x2f3b4c)
        text(bar, "Central Station", 28, .white, Rect(x: 40, y: 20, width: 300, height: 40))
        text(bar, "12:34", 28, .white, Rect(x: 1140, y: 20, width: 100, height: 40))
        let names = [
            "Departures", "Arrivals", "Map", "Tickets", "Luggage", "Taxi", "Hotels", "Weather", "News",
            "Lost and found", "Language", "Help",
        ]
        var tiles: [Layer] = []
        for (index, name) in names.enumerated() {
            let tile = layer(
                root,
                Rect(
                    x: Double(80 + index % 4 * 300), y: Double(125 + index / 4 * 225), width: 220, height: 180
                ),
                0x3d5a80)
            tile.cornerRadius = 16
            layer(tile, Rect(x: 78, y: 36, width: 64, height: 64), 0).contents = disc(64, UInt32(index + 1))
            tile.sublayers.last?.backgroundColor = .clear
            text(tile, name, 16, .white, Rect(x: 20, y: 120, width: 180, height: 30))
            tiles.append(tile)
        }
        var tick = 0
        func press() {
            tick += 1
            tiles[5].backgroundColor = Color(hex: tick & 1 == 0 ? 0x6d8ab0 : 0x3d5a80)
        }
        meter.measureParts("s1.full") { stage.whole(press) }
        meter.measureParts("s1.damage") { stage.frame(press) }
        stage.host.invalidate()
    }

    /// 2: a list of 60 rows with picture and text, 7 points a frame.
    private static func list(_ meter: Meter) {
        let stage = Stage()
        let content = layer(stage.host.root, Rect(x: 0, y: 0, width: 1280, height: 800), 0xffffff)
        let pictures = (1...4).map { disc(48, UInt32($0 * 7)) }
        for index in 0..<60 {
            let row = layer(
                content, Rect(x: 0, y: Double(index * 64), width: 1280, height: 63),
                index & 1 == 0 ? 0xffffff : 0xf4f4f4)
            _ = layer(content, Rect(x: 0, y: Double(index * 64 + 63), width: 1280, height: 1), 0xd0d0d0)
            layer(row, Rect(x: 16, y: 8, width: 48, height: 48), 0).contents = pictures[index % 4]
            row.sublayers.last?.backgroundColor = .clear
            text(
                row, "\(6 + index / 6):\(10 + index % 50)  Regional express \(100 + index) to Harbour", 16,
                .black,
                Rect(x: 84, y: 20, width: 400, height: 24))
        }
        var (place, step) = (0, 7)
        func scroll() {
            if place + step < 0 || place + step > 60 * 64 - 800 { step = -step }
            place += step
            content.bounds.origin.y = Double(place)
        }
        meter.measureParts("s2.naive") { stage.frame(scroll) }
        stage.host.invalidate()
    }

    /// 3: 10,000 opaque layers of 20 by 20, about four deep; 100 move each frame.
    private static func layers(_ meter: Meter) {
        let stage = Stage()
        stage.host.root.backgroundColor = Color(hex: 0x202833)
        var state: UInt32 = 7
        func next() -> UInt32 {
            state = state &* 1_664_525 &+ 1_013_904_223
            return state >> 8
        }
        let all = (0..<10_000).map { _ in
            layer(
                stage.host.root,
                Rect(x: Double(next() % 1260), y: Double(next() % 780), width: 20, height: 20),
                next() & 0xffffff)
        }
        var start = 0
        func move(_ count: Int) {
            for number in 0..<count {
                let layer = all[(start + number * 97) % all.count]
                let (dx, dy) = (Double(next() % 17) - 8, Double(next() % 17) - 8)
                layer.position = Point(
                    min(max(layer.position.x + dx, 10), 1270), min(max(layer.position.y + dy, 10), 790))
            }
            start += 1
        }
        meter.measureParts("s3.full") { stage.whole { move(100) } }
        meter.measureParts("s3.damage") { stage.frame { move(100) } }
        meter.measureParts("commit.1") { stage.commit { move(1) } }
        meter.measureParts("commit.100") { stage.commit { move(100) } }
        meter.measureParts("commit.1000") { stage.commit { move(1000) } }
        stage.host.invalidate()
    }
}
