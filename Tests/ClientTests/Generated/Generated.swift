import Client
import Foundation
import GameState

/// A file that Swift generates so that other languages behave the same: tables for the page, and
/// test cases for node.
struct GeneratedFile {
    /// The path relative to the repository's root.
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
    /// Returns an object with these members in this order. Omits members that are nil.
    static func members(_ members: KeyValuePairs<String, JSON?>) -> JSON {
        .object(members.compactMap { name, value in value.map { Member(name, $0) } })
    }

    static func texts(_ texts: some Sequence<String>) -> JSON { .array(texts.map { .string($0) }) }

    static func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

    /// Creates an object whose members are sorted by name.
    init(_ state: SharedState) {
        self = .object(state.values.map { Member($0.key, $0.value) }.sorted { $0.name < $1.name })
    }

    init(_ delta: Delta) {
        self = .object(delta.changes.map { Member($0.key, $0.value ?? .null) })
    }
}
