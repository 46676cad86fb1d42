import Foundation
import Testing

/// What the README shows is what the compiler saw.
@Suite struct ReadmeTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

    @Test func theExampleIsTheOneThatIsCompiled() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let example = try String(
            contentsOf: Self.root.appending(path: "Tests/ReadmeExample/Gate.swift"), encoding: .utf8)
        #expect(readme.contains("```swift\n\(example)```"))
    }

    @Test func everyLinkedFileExists() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let links = readme.matches(of: /\]\(([^)#:]+)\)/).map { String($0.1) }
        #expect(links.count > 5)
        for link in links {
            #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: link).path), "\(link)")
        }
    }
}
