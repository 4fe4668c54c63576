import GameState
import Nodes
import Rooms
import Storage
import Wire

/// The answer to `GET /api/rooms`. Rooms in memory come first, those with the most participants at
/// the top; then come stored ones.
struct RoomList {
    package let stored: [RoomSummary]
    /// The rooms in memory, on any server; empty if only stored ones were requested.
    package let rooms: [ListedRoom]
    package let limit: Int

    package var json: [UInt8] {
        var writer = JSONWriter(reserving: 4_096)
        writer.beginObject()
        writer.name("rooms")
        writer.beginArray()
        for room in rooms { writer.raw(room.json) }
        let names = Set(rooms.map(\.name))
        for summary in stored.lazy.filter({ !names.contains($0.name) }).prefix(max(0, limit - rooms.count)) {
            writer.beginObject()
            writer.room(summary.name, summary.kind, rev: summary.rev, participants: 0, changed: summary.changed)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }
}

/// A listed room in memory, of this server or another one.
package struct ListedRoom: Equatable {
    package let name: RoomName
    package let participants: Int
    package let changed: Int
    package let json: [UInt8]
}

extension ListedRoom {
    package init(_ live: LiveRoom) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.room(
            live.name, live.room.kind, rev: live.broadcastRev, participants: live.audience.presentCount,
            changed: live.activeAt)
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
        self.init(
            name: live.name, participants: live.audience.presentCount, changed: live.activeAt, json: writer.bytes)
    }

    /// Returns the first `count` rooms: those with the most participants first, and among equals
    /// those with the latest activity. Each room occurs once.
    package static func first(_ count: Int, of rooms: [ListedRoom]) -> [ListedRoom] {
        let ordered = rooms.indices.sorted {
            (rooms[$0].participants, rooms[$0].changed, $0) > (rooms[$1].participants, rooms[$1].changed, $1)
        }
        var first: [ListedRoom] = []
        var names: Set<RoomName> = []
        for index in ordered where first.count < count && names.insert(rooms[index].name).inserted {
            first.append(rooms[index])
        }
        return first
    }

    /// Encodes rooms for messages between servers.
    package static func bytes(_ rooms: [ListedRoom]) -> [UInt8] {
        var writer = NodeWriter()
        for room in rooms {
            writer.add(room.name.key)
            writer.add(room.participants)
            writer.add(room.changed)
            writer.add(room.json)
        }
        return writer.bytes
    }

    package static func read(_ bytes: [UInt8]) -> [ListedRoom] {
        var reader = NodeReader(bytes)
        var rooms: [ListedRoom] = []
        while let name = reader.room(), let participants = reader.number(), let changed = reader.number(),
            let json = reader.bytes()
        {
            rooms.append(ListedRoom(name: name, participants: participants, changed: changed, json: json))
        }
        return rooms
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
