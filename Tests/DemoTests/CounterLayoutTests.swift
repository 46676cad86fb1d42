import Demo
import InputEvents
import Testing

@MainActor @Suite struct CounterLayoutTests {
    @Test(
        "parts do not overlap and stay on the screen",
        arguments: [
            Size(800, 480), Size(1280, 800), Size(480, 800), Size(1920, 1080), Size(1024, 600),
            Size(320, 240),
        ])
    func parts(_ size: Size) {
        let layout = CounterLayout(size: size, tileCount: 12)
        let screen = Rect(origin: .zero, size: size)
        for part in [layout.header, layout.tiles, layout.order] { #expect(screen.contains(part), "\(part)") }
        #expect(!layout.header.intersects(layout.tiles))
        #expect(!layout.header.intersects(layout.order))
        #expect(!layout.tiles.intersects(layout.order))
        let row =
            layout.tileSize.width * Double(layout.columns) + CounterLayout.gap * Double(layout.columns - 1)
        #expect(abs(row + 2 * CounterLayout.margin - layout.tiles.width) < 0.01)
    }

    @Test(
        "a tile is large enough for a finger", arguments: [Size(800, 480), Size(480, 800), Size(1280, 800)])
    func tiles(_ size: Size) {
        let layout = CounterLayout(size: size, tileCount: 12)
        #expect(layout.tileSize.width >= 120 && layout.tileSize.height >= 90)
        #expect(layout.columns >= 3)
    }

    @Test(
        "sizes that make no sense make no harm",
        arguments: [Size(1, 1), Size(0, 0), Size(16384, 1), Size(1, 16384)])
    func odd(_ size: Size) {
        let layout = CounterLayout(size: size, tileCount: 12)
        for part in [layout.header, layout.tiles, layout.order] {
            #expect(part.isFinite && part.width >= 0 && part.height >= 0)
        }
        #expect(layout.columns >= 1 && layout.tileSize.width >= 1)
    }
}
