import Foundation
import GameState
import Testing
import Wire

/// Tests that the tables of codes in docs/PROTOCOL.md, for authors of clients, match the code.
@Suite struct CodeTests {
    @Test("docs/PROTOCOL.md lists exactly the codes of rejections") func theTableOfRejectsIsTrue() throws {
        #expect(try Self.documented("reject") == Set(Code.ofRejections.map(\.rawValue)))
    }

    @Test("docs/PROTOCOL.md lists exactly the codes of errors") func theTableOfErrorsIsTrue() throws {
        #expect(try Self.documented("error") == Set(Code.ofErrors.map(\.rawValue)))
    }

    @Test("Every code is a rejection code, an error code or both") func everyCodeIsInOneOfTheTables() {
        #expect(Set(Code.ofRejections).union(Code.ofErrors) == Set(Code.allCases))
    }

    /// Returns the codes in the first column of the table with that heading.
    private static func documented(_ message: String) throws -> Set<String> {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../docs/PROTOCOL.md").standardized
        let lines = try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(
            lines.firstIndex(of: "| code of `\(message)` | when |"), "docs/PROTOCOL.md has no such table")
        let rows = lines[(start + 2)...].prefix { $0.hasPrefix("|") }
        let codes = rows.flatMap { row in
            row.split(separator: "|")[0].split(separator: "`").map(String.init).filter { !$0.contains(" ") }
        }
        #expect(codes.count == Set(codes).count, "a code appears in only one row")
        return Set(codes)
    }
}
