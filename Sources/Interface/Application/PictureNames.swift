/// Names the pictures of a run in their order, such as `01-start.png` and `02-tile-pressed.png`.
///
/// Thread: any (a plain value).
package struct PictureNames {
    /// A run that would write more than so many pictures leaves out the rest.
    package static let limit = 999

    /// How many names were given out.
    package private(set) var count = 0

    package init() {}

    /// The file name for the next picture, `nil` past the limit.
    package mutating func next(for moment: String) -> String? {
        guard count < Self.limit else { return nil }
        count += 1
        let number = count < 10 ? "0\(count)" : "\(count)"
        let words = Self.hyphenated(moment)
        return words.isEmpty ? "\(number).png" : "\(number)-\(words).png"
    }

    /// Small letters and digits of ASCII, one hyphen for whatever lies between, at most 60 characters.
    private static func hyphenated(_ text: String) -> String {
        var result = ""
        for byte in text.lowercased().utf8 {
            let scalar = UnicodeScalar(byte)
            switch scalar {
            case "a"..."z", "0"..."9": result.unicodeScalars.append(scalar)
            default: if !result.isEmpty, result.last != "-" { result.append("-") }
            }
            if result.count == 60 { break }
        }
        if result.last == "-" { result.removeLast() }
        return result
    }
}
