import Foundation
import GameState
import Testing

@testable import GomokuServer
@testable import Rooms

/// Compares the table of limits in SECURITY.md with the code.
@Suite struct DocumentedLimitTests {
    /// The second column of the table, by the first.
    private let documented: [String: String]

    init() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../SECURITY.md").standardized
        let text = try String(contentsOf: file, encoding: .utf8)
        let rows = text.components(separatedBy: "| What | Limit | Beyond the limit |")
        try #require(rows.count == 2)
        var documented: [String: String] = [:]
        for row in rows[1].split(separator: "\n").prefix(while: { $0.hasPrefix("|") }) {
            let cells = row.components(separatedBy: " | ")
            documented[String(cells[0].dropFirst(2))] = cells.count > 1 ? cells[1] : ""
        }
        self.documented = documented
    }

    /// Returns a number with commas between groups of three digits.
    private func grouped(_ number: Int) -> String {
        let (digits, count) = (String(number), String(number).count)
        let commas = digits.enumerated().map { $0 > 0 && (count - $0) % 3 == 0 ? ",\($1)" : "\($1)" }
        return commas.joined()
    }

    @Test("SECURITY.md has the limits of a room, a connection and a message as they are in the code")
    func table() {
        let limits = Limits()
        func number(_ path: KeyPath<Limits, Int>) -> String { grouped(limits[keyPath: path]) }
        let expected = [
            "a message from a client": "\(number(\.messageBytes)) (`--message-bytes`)",
            "a key": "\(number(\.keyBytes)) (`--key-bytes`)",
            "a value, as JSON": "\(number(\.valueBytes)) (`--value-bytes`)",
            "keys in a delta": "\(number(\.keysPerDelta)) (`--keys-per-delta`)",
            "a room's shared state":
                "\(number(\.stateBytes)) (`--state-bytes`) in \(number(\.keysPerRoom)) keys (`--keys-per-room`)",
            "the deltas of a room in memory":
                "\(number(\.historyPerRoom)) (`--history-per-room`) with \(number(\.historyBytesPerRoom)) in total",
            "private state of a participant in a room": "\(number(\.privateBytes)) in \(number(\.privateKeys)) keys",
            "private state of all participants in a room":
                "\(number(\.privateBytesPerRoom)), of \(number(\.privateStatesPerRoom)) participants",
            "deltas of a room that wait for the store": number(\.uncommittedPerRoom),
            "a page of a room's history": "\(number(\.historyPageBytes)) or \(number(\.historyPage)) deltas",
            "messages to a connection that the client has not read, first limit": number(\.unreadBytes),
            "a chat message": "\(number(\.chatCharacters)) characters, \(number(\.chatBytes))",
            "chat messages kept per room": number(\.chatPerRoom),
            "rooms that a connection is in": number(\.roomsPerConnection),
            "connections in a room": number(\.connectionsPerRoom),
            "connections of an address": grouped(LimitOptions.usualConnectionsPerAddress),
            "deliveries to rooms of more than eight connections, in one turn of the event loop":
                grouped(FanOut.deliveriesPerTurn),
        ]
        for (what, limit) in expected { #expect(documented[what] == limit, "\(what)") }
    }
}
