import GameState
import Storage

/// Rooms and participants, as they are stored.
extension DurableStore {
    public func load(_ room: RoomName, _ done: @escaping (Result<StoredRoom?, StoreFailure>) -> Void) {
        read(done) {
            $0.part(room)
        } _: {
            try $0.room(room, $1)
        }
    }

    public func load(_ room: RoomName, sharing limits: RoomLimits, _ done: @escaping (RoomLoading) -> Void) {
        read(done) {
            $0.part(room)
        } _: { reader, part in
            try RoomLoading(sharing: limits) { try reader.room(room, part) }.get()
        }
    }

    public func history(
        _ room: RoomName, from: Int, to: Int, limit: Int, bytes: Int,
        _ done: @escaping (Result<[AcceptedDelta], StoreFailure>) -> Void
    ) {
        read(done) {
            $0.part(room)
        } _: {
            try $0.history(room, $1, from: from, to: to, limit: limit, bytes: bytes)
        }
    }

    public func rooms(
        before: Int?, limit: Int, listedOnly: Bool, _ done: @escaping (Result<[RoomSummary], StoreFailure>) -> Void
    ) {
        read(done) {
            $0.rooms()
        } _: {
            try $0.rooms($1, before: before, limit: limit, listedOnly: listedOnly)
        }
    }

    public func participant(
        tokenHash: [UInt8], _ done: @escaping (Result<Participant?, StoreFailure>) -> Void
    ) {
        if let guest = guests.participant(tokenHash: tokenHash) { return answer(.success(guest), done) }
        read(done) { try PeopleTable.find(tokenHash: tokenHash, $0.db) }
    }

    public func participants(
        _ ids: [ParticipantID], _ done: @escaping (Result<[Participant], StoreFailure>) -> Void
    ) {
        let new = guests.among(ids).map(\.participant)
        read { result in
            // A guest who was stored meanwhile is in both lists. Memory has the newest name.
            done(
                result.map { stored in
                    ids.compactMap { id in new.first { $0.id == id } ?? stored.first { $0.id == id } }
                })
        } _: {
            try PeopleTable.find(ids, $0.db)
        }
    }
}
