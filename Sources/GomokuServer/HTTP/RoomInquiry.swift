import GameState
import WebSockets

/// What somebody wants to know of one room, over HTTP.
struct RoomInquiry: Equatable {
    let room: RoomName
    /// What follows the room in the path.
    let parts: [String]
    /// Revisions, of a history.
    let from: Int?
    let to: Int?
    /// What the address of whoever asks counts as.
    let group: String

    func write(into writer: inout NodeWriter) {
        writer.add(room.key)
        writer.add(from.map { String($0) } ?? "")
        writer.add(to.map { String($0) } ?? "")
        writer.add(group)
        for part in parts { writer.add(part) }
    }
}

extension RoomInquiry {
    init?(_ reader: inout NodeReader) {
        guard let room = reader.room(), let from = reader.text(), let to = reader.text(), let group = reader.text()
        else { return nil }
        var parts: [String] = []
        while let part = reader.text() { parts.append(part) }
        self.init(room: room, parts: parts, from: Int(from), to: Int(to), group: group)
    }
}

extension HTTPResponse {
    /// As one server gives an answer to another.
    var bytes: [UInt8] {
        var writer = NodeWriter()
        writer.add(status)
        writer.add(body)
        for (name, value) in headers {
            writer.add(name)
            writer.add(value)
        }
        return writer.bytes
    }

    /// Nil where it is none.
    init?(bytes: [UInt8]) {
        var reader = NodeReader(bytes)
        guard let status = reader.number(), let body = reader.bytes() else { return nil }
        var headers: [(String, String)] = []
        while let name = reader.text(), let value = reader.text() { headers.append((name, value)) }
        self.init(status: status, headers: headers, body: body)
    }
}
