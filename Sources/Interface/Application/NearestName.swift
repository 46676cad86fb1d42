/// The name that was probably meant: the one with the fewest letters changed, if those are few.
///
/// Counts letters put in, left out, replaced and swapped with their neighbour; at most a third of the word
/// may differ. Of equally near names the first. Cost: letters times letters for each name.
package func nearestName(to word: String, in names: [String]) -> String? {
    let limit = max(1, word.count / 3)
    var best: (name: String, distance: Int)?
    for name in names {
        let distance = editDistance(Array(word), Array(name))
        if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
}

private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
    var twoBack: [Int] = []
    var above = Array(0...b.count)
    for i in 0..<a.count {
        var row = [i + 1]
        for j in 0..<b.count {
            var least = min(row[j] + 1, above[j + 1] + 1, above[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, twoBack[j - 1] + 1) }
            row.append(least)
        }
        twoBack = above
        above = row
    }
    return above[b.count]
}
