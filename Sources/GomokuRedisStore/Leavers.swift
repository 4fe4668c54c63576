import GameState
import Redis
import Storage

/// Those who have left for good, whose names still stand in chats.
///
/// Chats are lists of their rooms. Who leaves is noted in the step that forgets them, then every room's chat is gone
/// through, then the note is taken away: where a server is killed in between, the next one goes on.
final class Leavers {
    private let calls: RedisCalls
    private var isSweeping = false

    /// Rooms that are looked at together, about.
    private static let page = 500

    init(_ calls: RedisCalls) { self.calls = calls }

    func clear(_ leaver: ParticipantID, _ done: @escaping (StoreFailure?) -> Void) {
        clear(leaver, shard: 0, cursor: bytes(0), done)
    }

    private func clear(
        _ leaver: ParticipantID, shard: Int, cursor: [UInt8], _ done: @escaping (StoreFailure?) -> Void
    ) {
        guard shard < RedisKeys.shards else {
            return calls.write("person_left", [bytes(leaver.text)], .replicated) { done($0.failure) }
        }
        // A scan finds all that were there all the time, whatever changes meanwhile.
        let words = [bytes("ZSCAN"), RedisKeys.rooms(shard), cursor, bytes("COUNT"), bytes(Self.page)]
        calls.ask(RedisCommand(words)) { [self] answer in
            guard case .success(let reply) = answer, let parts = reply.array, parts.count == 2,
                let next = parts[0].bytes, let found = parts[1].array
            else { return done(answer.failure ?? StoreFailure("The rooms cannot be gone through.")) }
            let rooms = stride(from: 0, to: found.count, by: 2).compactMap { index in
                found[index].string.flatMap { RoomName(key: $0) }
            }
            hush(leaver, rooms) { [self] failure in
                if let failure { return done(failure) }
                let isLast = next == bytes(0)
                clear(leaver, shard: isLast ? shard + 1 : shard, cursor: next, done)
            }
        }
    }

    private func hush(_ leaver: ParticipantID, _ rooms: [RoomName], _ done: @escaping (StoreFailure?) -> Void) {
        guard !rooms.isEmpty else { return done(nil) }
        var failure: StoreFailure?
        for (index, room) in rooms.enumerated() {
            calls.write("room_hush", keys: [RedisKeys.Room(room).chat], [bytes(leaver.text)], .replicated) { answer in
                failure = failure ?? answer.failure
                if index == rooms.count - 1 { done(failure) }
            }
        }
    }

    /// Goes on with those that a server has left behind.
    func sweep() {
        guard !isSweeping else { return }
        isSweeping = true
        calls.ask(RedisCommand([bytes("SMEMBERS"), RedisKeys.leaving])) { [self] answer in
            let found = (try? answer.get())?.array ?? []
            clear(found.compactMap(\.string).map { ParticipantID($0) }[...])
        }
    }

    private func clear(_ leavers: ArraySlice<ParticipantID>) {
        guard let leaver = leavers.first else {
            isSweeping = false
            return
        }
        clear(leaver) { [self] failure in
            if failure == nil { clear(leavers.dropFirst()) } else { isSweeping = false }
        }
    }
}
