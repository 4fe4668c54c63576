import Foundation
import Testing

@testable import Web

/// The cases that `Tests/web/page.test.mjs` checks in the page and in its service worker, too.
private struct Case: Decodable {
    let query: String
    let document: String
}

@Suite("Choice of the page's document")
struct PageDocumentTests {
    @Test("The query of an address decides between the home page and the table")
    func choice() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Fixtures/documents.json")
        let cases = try JSONDecoder().decode([Case].self, from: Data(contentsOf: file))
        #expect(cases.count > 10)
        for each in cases {
            let items = try #require(URLComponents(string: "/\(each.query)")).queryItems ?? []
            let document = PageDocument(query: items.map { ($0.name, $0.value ?? "") })
            #expect("\(document)" == each.document, "\(each.query)")
        }
    }
}
