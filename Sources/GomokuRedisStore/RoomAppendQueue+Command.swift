import GameState
import Redis
import Storage

/// The commands for a room.
extension RoomAppendQueue {
    /// Returns the key of a ledger's deltas. An empty owner means the shared state.
    func log(_ owner: String) -> [UInt8] { owner.isEmpty ? keys.log : keys.ownLog + bytes(owner) }

    /// Returns the Redis keys for an append. `owner` is the participant whose private state
    /// changes; empty for the shared state.
    func appendKeys(_ owner: String) -> [[UInt8]] {
        [
            log(owner), keys.header, keys.rooms, keys.listed, keys.finished,
            owner.isEmpty ? keys.snapshot : keys.ownSnapshot + bytes(owner), keys.outbox, keys.owningNode,
        ]
    }

    /// Returns a command that appends deltas that build on each other. It writes the words directly
    /// instead of making a list, because it runs for every move.
    func command(_ batch: [Entry], by node: NodeID) -> RedisCommand {
        guard let first = batch.first, let last = batch.last else { return RedisCommand("PING") }
        let (append, owner) = (first.append, first.owner)
        let room = append.room
        let isGame = owner.isEmpty && room.kind == .gomoku
        var (lists, isOver, archive, size): (Bool?, Bool?, (SharedState.Snapshot, rev: Int)?, Int) = (nil, nil, nil, 0)
        for entry in batch {
            let delta = entry.append.delta
            lists = entry.append.lists ?? lists
            if isGame, let result = delta.delta[.result] { isOver = result != nil }
            if let snapshot = entry.append.snapshot { archive = (snapshot, delta.rev) }
            size += entry.text.count + RedisWords.frameBytes
        }
        let snapshot = archive.map { RedisTexts.text($0.0, rev: $0.rev) } ?? []
        let game = last.append.finished.map { StoredGame(unsettled: $0) }
        let text = game.map(GameText.text) ?? []
        size += snapshot.count + text.count + Self.otherBytes + 12 * keys.name.count
        return RedisCommand(count: Self.words + batch.count, bytes: size) { words in
            words.add(RedisFunctions.roomAppend)
            if owner.isEmpty {
                words.add(sharedAppendKeys)
            } else {
                for key in appendKeys(owner) { words.add(key) }
            }
            words.add(node.text)
            words.add(append.delta.rev)
            words.add(keys.name)
            words.add(room.epoch)
            words.add(room.kind.rawValue)
            words.add(room.creator.text)
            words.add(room.created)
            words.add(last.append.delta.at)
            words.add(owner)
            words.add(Self.mark(lists))
            words.add(Self.mark(isOver))
            words.add(snapshot)
            words.add(game.map { "\($0.game.id)" } ?? "")
            words.add(text)
            for entry in batch { words.add(entry.text) }
        }
    }

    /// The number of words besides the deltas: the function with its number of keys, the keys, and
    /// the facts of the room.
    private static let words = 3 + 8 + 14
    /// The approximate bytes of the words besides the deltas, without the room's name.
    private static let otherBytes = 512

    private static func mark(_ fact: Bool?) -> String { fact.map { $0 ? "1" : "0" } ?? "" }
}
