import GameState
import Redis

/// What is asked of Redis for a room.
extension RoomLine {
    /// Where a ledger is: the shared state's, or that of somebody's private state.
    func log(_ owner: String) -> [UInt8] { owner.isEmpty ? keys.log : keys.ownLog + bytes(owner) }

    /// Appends these, which build on each other.
    func command(_ batch: [Waiting], by node: NodeID) -> RedisCommand {
        guard let first = batch.first, let last = batch.last else { return RedisCommand("PING") }
        let (append, owner) = (first.append, first.owner)
        let room = append.room
        let isShared = owner.isEmpty
        let lists = batch.compactMap(\.append.lists).last.map { $0 ? "1" : "0" } ?? ""
        let isOver = batch.compactMap { $0.append.delta.delta[.result] }.last.map { $0 != nil ? "1" : "0" } ?? ""
        let snapshot = batch.last { $0.append.snapshot != nil }
        let game = last.append.finished.map { StoredGame(unsettled: $0) }
        var words = [
            bytes(append.delta.rev), keys.name, bytes(room.epoch), bytes(room.kind.rawValue), bytes(room.host.text),
            bytes(room.created), bytes(last.append.delta.at), bytes(owner), bytes(lists),
            bytes(isShared && room.kind == .gomoku ? isOver : ""),
        ]
        words += [
            snapshot?.append.snapshot.flatMap { archive in
                snapshot.map { RedisTexts.text(archive, rev: $0.append.delta.rev) }
            } ?? [],
            bytes(game.map { "\($0.game.id)" } ?? ""), game.map(GameText.text) ?? [],
        ]
        words += batch.map(\.text)
        let ownSnapshot = keys.ownSnapshot + bytes(owner)
        let places = [
            log(owner), keys.header, keys.rooms, keys.listed, keys.finished,
            isShared ? keys.snapshot : ownSnapshot, keys.outbox, keys.owner,
        ]
        return RedisFunctions.call("room_append", keys: places, [bytes(node.text)] + words)
    }
}
