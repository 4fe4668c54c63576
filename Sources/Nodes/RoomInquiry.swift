import GameState

/// A question about one room that a client asked over HTTP.
package struct RoomInquiry: Equatable {
    package let room: RoomName
    /// What follows the room in the path.
    package let parts: [String]
    /// Revisions, of a history.
    package let from: Int?
    package let to: Int?
    /// What the address of whoever asks counts as.
    package let group: String

    package init(room: RoomName, parts: [String], from: Int?, to: Int?, group: String) {
        self.room = room
        self.parts = parts
        self.from = from
        self.to = to
        self.group = group
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
