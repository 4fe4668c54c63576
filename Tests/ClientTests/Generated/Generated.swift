import Client
import Foundation
import GameState

/// A file that Swift writes so that other languages say the same: tables for the page, and cases for node's tests.
struct GeneratedFile {
    /// From the repository's root.
    let path: String
    let text: String

    static func all() throws -> [GeneratedFile] {
        [
            GeneratedFile(path: "web-static/game/tables.js", text: TermTables.small),
            GeneratedFile(path: "web-static/game/term-tables.js", text: TermTables.large),
            try fixture("positions", Positions.all()), try fixture("openings", OpeningWalks.all()),
            try fixture("terms", TermCases.all()), try fixture("clocks", TermCases.clocks()),
        ]
    }

    private static func fixture(_ name: String, _ cases: [JSON]) throws -> GeneratedFile {
        let lines = cases.map(\.description).joined(separator: ",\n")
        return GeneratedFile(path: "Tests/Fixtures/shared/\(name).json", text: "[\n\(lines)\n]\n")
    }
}

extension JSON {
    /// Members in that order; those that are nil are left out.
    static func members(_ members: KeyValuePairs<String, JSON?>) -> JSON {
        .object(members.compactMap { name, value in value.map { Member(name, $0) } })
    }

    static func texts(_ texts: some Sequence<String>) -> JSON { .array(texts.map { .string($0) }) }

    static func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

    /// Always in the same order.
    init(_ state: SharedState) {
        self = .object(state.values.map { Member($0.key, $0.value) }.sorted { $0.name < $1.name })
    }

    init(_ delta: Delta) {
        self = .object(delta.changes.map { Member($0.key, $0.value ?? .null) })
    }
}
