import GameState
import Redis
import Storage

/// The removal of deleted accounts' names from chats.
///
/// Each room has its own list of chat messages. The step that deletes an account also adds its ID
/// to the set ``RedisKeys/leaving``. This class then empties the name in the chats of all rooms,
/// and finally removes the ID from the set. If a server is killed in between, another one resumes.
final class DeletedAccounts {
    private let calls: RedisCalls
    private var isSweeping = false

    /// The approximate number of rooms that one command scans.
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
        // ZSCAN returns every room that exists during the whole scan, whatever changes meanwhile.
        let words = [bytes("ZSCAN"), RedisKeys.rooms(shard), cursor, bytes("COUNT"), bytes(Self.page)]
        calls.ask(RedisCommand(words)) { [self] answer in
            guard case .success(let reply) = answer, let parts = reply.array, parts.count == 2,
                let next = parts[0].bytes, let found = parts[1].array
            else { return done(answer.failure ?? StoreFailure("The rooms cannot be scanned. Try again in a moment.")) }
            let rooms = stride(from: 0, to: found.count, by: 2).compactMap { index in
                found[index].string.flatMap { RoomName(key: $0) }
            }
            removeName(leaver, rooms) { [self] failure in
                if let failure { return done(failure) }
                let isLast = next == bytes(0)
                clear(leaver, shard: isLast ? shard + 1 : shard, cursor: next, done)
            }
        }
    }

    private func removeName(_ leaver: ParticipantID, _ rooms: [RoomName], _ done: @escaping (StoreFailure?) -> Void) {
        guard !rooms.isEmpty else { return done(nil) }
        var failure: StoreFailure?
        for (index, room) in rooms.enumerated() {
            calls.write("room_hush", keys: [RedisKeys.Room(room).chat], [bytes(leaver.text)], .replicated) { answer in
                failure = failure ?? answer.failure
                if index == rooms.count - 1 { done(failure) }
            }
        }
    }

    /// Resumes the work that killed servers have left unfinished.
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
