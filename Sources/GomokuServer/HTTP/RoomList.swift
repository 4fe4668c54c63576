import GameState

/// The answer to `GET /api/rooms`, of rooms that are listed: those in memory first, with most people before the others,
/// then stored ones.
struct RoomList {
    let stored: [RoomSummary]
    /// Those in memory; nil where only stored ones are asked for.
    let rooms: ListedRooms?
    let limit: Int

    var json: [UInt8] {
        var writer = JSONWriter(reserving: 4_096)
        writer.beginObject()
        writer.name("rooms")
        writer.beginArray()
        let inMemory = rooms?.first(limit) ?? []
        for live in inMemory { write(live, into: &writer) }
        let rest = stored.lazy.filter { rooms?.contains($0.name) != true }.prefix(max(0, limit - inMemory.count))
        for summary in rest {
            writer.beginObject()
            writer.room(summary.name, summary.kind, rev: summary.rev, participants: 0, changed: summary.changed)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    private func write(_ live: LiveRoom, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.room(
            live.name, live.room.kind, rev: live.shown, participants: live.audience.presentCount,
            changed: live.touched)
        if let game = live.room.game {
            writer.name("rule")
            writer.string(game.rule.rawValue)
            writer.name("move")
            writer.integer(game.moves.count)
            for stone in Stone.allCases {
                guard let seat = game.seats[stone] else { continue }
                writer.name(stone.rawValue)
                writer.string(seat.text)
            }
            if let ending = game.ending {
                writer.name("result")
                writer.string(ending.result)
            }
        }
        writer.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func room(_ name: RoomName, _ kind: RoomKind, rev: Int, participants: Int, changed: Int) {
        self.name("room")
        string(name.text)
        self.name("kind")
        string(kind.rawValue)
        self.name("rev")
        integer(rev)
        self.name("participants")
        integer(participants)
        self.name("changed")
        integer(changed)
    }
}
