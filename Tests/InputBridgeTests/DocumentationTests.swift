import Foundation
import InputBridge
import Testing

@Suite struct DocumentationTests {
    @Test("the example of docs/recording-format.md reads back as it stands there")
    func example() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/recording-format.md"), encoding: .utf8)
        let example = try #require(text.components(separatedBy: "```\n").dropFirst().first)
        #expect(try InputRecording(text: example).text == example)
    }
}
