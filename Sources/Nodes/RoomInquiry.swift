import GameState

/// A client's HTTP query about a room.
package struct RoomInquiry: Equatable {
    package let room: RoomName
    /// The components of the URL's path after the room. In a query for a puzzle, the parameter
    /// `side` may follow them.
    package let parts: [String]
    /// The range of revisions in a query for history. In a query for a report, `from` is the number
    /// of appraised positions that the client knows.
    package let from: Int?
    package let to: Int?
    /// The address group of the client.
    package let group: String

    package init(room: RoomName, parts: [String], from: Int?, to: Int?, group: String) {
        self.room = room
        self.parts = parts
        self.from = from
        self.to = to
        self.group = group
    }

    /// The last component of the path in a query for the puzzle of a game.
    package static let puzzle = "puzzle"

    /// Returns the components of the path with the parameter `side`, if the path is that of a
    /// puzzle.
    package static func parts(_ path: some Collection<String>, side: String?) -> [String] {
        let isPuzzle = path.count == 3 && Array(path)[2] == puzzle
        return Array(path) + (isPuzzle ? side.map { [$0] } ?? [] : [])
    }

    package func write(into writer: inout NodeWriter) {
        writer.add(room.key)
        writer.add(from.map { String($0) } ?? "")
        writer.add(to.map { String($0) } ?? "")
        writer.add(group)
        for part in parts { writer.add(part) }
    }
}

extension RoomInquiry {
    package init?(_ reader: inout NodeReader) {
        guard let room = reader.room(), let from = reader.text(), let to = reader.text(), let group = reader.text()
        else { return nil }
        var parts: [String] = []
        while let part = reader.text() { parts.append(part) }
        self.init(room: room, parts: parts, from: Int(from), to: Int(to), group: group)
    }
}
