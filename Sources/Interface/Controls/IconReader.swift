import Graphics
import InputEvents

/// Reads the description of an icon's path.
struct IconReader {
    private var words: ArraySlice<Substring>
    private var path = Path()

    static func read(_ text: String) -> Path {
        var reader = IconReader(words: text.split { $0 == " " || $0 == "\n" }[...])
        while let command = reader.words.popFirst() { reader.perform(command) }
        return reader.path
    }

    private init(words: ArraySlice<Substring>) { self.words = words }

    private mutating func perform(_ command: Substring) {
        switch command {
        case "M": path.move(to: point())
        case "L": repeat { path.line(to: point()) } while nextIsNumber
        case "C":
            repeat {
                let first = point(), second = point()
                path.curve(to: point(), control1: first, control2: second)
            } while nextIsNumber
        case "Z": path.close()
        case "O":
            let center = point(), radius = number()
            addEllipse(center, radius, radius)
        case "E": addEllipse(point(), number(), number())
        default: preconditionFailure("BUG (caller): '\(command)' is no command of an icon")
        }
    }

    private mutating func addEllipse(_ center: Point, _ rx: Double, _ ry: Double) {
        let box = Rect(x: center.x - rx, y: center.y - ry, width: 2 * rx, height: 2 * ry)
        for element in Path(ellipseIn: box).elements {
            switch element {
            case .move(let p): path.move(to: p)
            case .line(let p): path.line(to: p)
            case .curve(let a, let b, let p): path.curve(to: p, control1: a, control2: b)
            case .close: path.close()
            }
        }
    }

    private var nextIsNumber: Bool { words.first.flatMap { Double($0) } != nil }

    private mutating func point() -> Point {
        let x = number()
        return Point(x, number())
    }

    private mutating func number() -> Double {
        guard let word = words.popFirst(), let value = Double(word) else {
            preconditionFailure("BUG (caller): a number is missing in the description of an icon")
        }
        return value
    }
}
