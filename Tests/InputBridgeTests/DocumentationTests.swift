import Foundation
import InputBridge
import Testing

@Suite struct DocumentationTests {
    @Test("the example of docs/input-settings.md reads, and its table has every setting with its words")
    func settings() throws {
        let text = try Self.text("docs/input-settings.md")
        let example = try #require(text.components(separatedBy: "```\n").dropFirst().first)
        #expect(try InputSettings(text: example).rules.count == 2)
        for key in SettingKey.all { #expect(text.contains("`\(key.word)`"), "\(key.word)") }
    }

    private static func text(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test("the example of docs/recording-format.md reads back as it stands there")
    func example() throws {
        let text = try Self.text("docs/recording-format.md")
        let example = try #require(text.components(separatedBy: "```\n").dropFirst().first)
        #expect(try InputRecording(text: example).text == example)
    }
}
