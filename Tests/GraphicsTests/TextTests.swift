import Graphics
import InputEvents
import Testing

struct TextTests {
    private static let font = Font(size: 16)

    private func ink(_ layout: TextLayout, scale: Double = 1, width: Int = 200) -> (Bitmap, Int) {
        let bitmap = Bitmap(width: width, height: 60)
        let canvas = Canvas(bitmap, scale: scale)
        canvas.draw(layout, at: .zero, color: .white)
        canvas.finish()
        var sum = 0
        for y in 0..<60 { for x in 0..<width { sum += Int(bitmap[x, y] >> 24) } }
        return (bitmap, sum)
    }

    @Test func theStandardFamilyIsInstalled() throws { try Font.requireStandardFamily() }

    @Test func aLayoutMeasuresItsText() {
        let short = TextLayout("Tea", font: Self.font), long = TextLayout("Tea and milk", font: Self.font)
        #expect(short.size.width > 20 && short.size.width < 40)
        #expect(long.size.width > 2 * short.size.width)
        #expect(short.size.height == long.size.height)
        #expect(short.firstBaseline > 12 && short.firstBaseline < short.size.height)
        #expect(short.lineCount == 1 && !short.isTruncated && short.missingGlyphs == 0)
        let bold = TextLayout("Tea", font: Font(size: 16, weight: .bold))
        #expect(bold.size.width > short.size.width)
        #expect(TextLayout("Tea", font: Font(size: 32)).size.width > short.size.width * 1.9)
    }

    @Test func textThatDoesNotFitWrapsOrEndsInAnEllipsis() {
        let text = "Two coffees, one tea and a piece of cake"
        let wrapped = TextLayout(text, .init(font: Self.font, width: 120))
        #expect(wrapped.lineCount >= 3 && !wrapped.isTruncated)
        let cut = TextLayout(text, .init(font: Self.font, width: 120, maximumLines: 1))
        #expect(cut.lineCount == 1 && cut.isTruncated && cut.size.width <= 120)
        let two = TextLayout(text, .init(font: Self.font, width: 120, maximumLines: 2))
        #expect(two.lineCount == 2 && two.isTruncated)
    }

    @Test func alignmentMovesTheInk() {
        func firstColumn(_ alignment: TextAlignment) -> Int {
            let layout = TextLayout("Hi", .init(font: Self.font, width: 200, alignment: alignment))
            let (bitmap, _) = ink(layout)
            return (0..<200).first { x in (0..<60).contains { bitmap[x, $0] != 0 } } ?? -1
        }
        let left = firstColumn(.left), center = firstColumn(.center), right = firstColumn(.right)
        #expect((0...3).contains(left))
        #expect((90...96).contains(center))
        #expect(right > 180)
    }

    @Test func theSameTextHasTheSamePixels() {
        let (first, sum) = ink(TextLayout("Kaffee 2,50 €", font: Self.font))
        let (second, _) = ink(TextLayout("Kaffee 2,50 €", font: Self.font))
        #expect(first.hasSamePixels(as: second))
        #expect(sum > 10_000)
        let (large, _) = ink(TextLayout("I", font: Self.font), scale: 3)
        let columns = (0..<200).filter { x in (0..<60).contains { large[x, $0] >> 24 > 128 } }
        #expect((4...6).contains(columns.count), "a stem at three times the size")
    }

    @Test func edgesAreGreyNotColoured() {
        let (bitmap, _) = ink(TextLayout("Saxophone", font: Self.font))
        var levels: Set<UInt32> = []
        for y in 0..<60 {
            for x in 0..<200 {
                let pixel = bitmap[x, y]
                #expect(pixel & 255 == pixel >> 8 & 255 && pixel & 255 == pixel >> 16 & 255)
                levels.insert(pixel >> 24)
            }
        }
        #expect(levels.count > 20)
    }

    @Test func emptyAndOddTextIsHarmless() {
        #expect(TextLayout("", font: Self.font).size.width == 0)
        #expect(TextLayout("a\0b\u{202e}c\n\n", font: Self.font).size.height > 0)
        #expect(TextLayout("x", font: Font(size: .nan)).size.width >= 0)
        #expect(TextLayout("x", font: Font(size: -4)).size.width >= 0)
        let narrow = TextLayout("wide words", .init(font: Self.font, width: -5))
        #expect(narrow.lineCount > 0)
    }
}
