import Foundation
import Testing

/// Tests that the files generated for the page and for node's tests are committed and up to date.
@Suite struct GeneratedFilesTests {
    @Test("The generated files in the repository are up to date") func whatIsGeneratedIsUpToDate() throws {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        for file in try GeneratedFile.all() {
            let url = root.appending(path: file.path)
            if ProcessInfo.processInfo.environment["GOMOKU_GENERATE"] != nil {
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try file.text.write(to: url, atomically: true, encoding: .utf8)
            }
            let isFresh = (try? String(contentsOf: url, encoding: .utf8)) == file.text
            #expect(isFresh, "\(file.path) is out of date. Renew it with `make generate`.")
        }
    }
}
