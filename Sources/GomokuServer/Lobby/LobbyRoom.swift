import GameState

/// The room `~lobby`: open seeks and games in play, as keys that everybody can follow like those of any other room.
///
/// It lives in a services of its own, whose store is memory: what is true of this minute is of no use after a restart.
final class LobbyRoom {
    /// Games in play that are listed at a time.
    static let gamesLimit = 200

    let table: LiveRoom
    private var games: [RoomName: ListedGame] = [:]

    /// - Parameter epoch: a text that no room has had before.
    init(beside services: RoomServices, epoch: String) {
        let own = RoomServices(
            store: MemoryStore(), limits: services.limits, counters: services.counters, now: services.now)
        own.presenceChanged = { services.presenceChanged($0) }
        let room = Room(name: .lobby, kind: .lobby, epoch: epoch, host: Room.server, limits: services.limits)
        table = LiveRoom(room, created: services.now(), services: own)
    }

    func list(_ seek: Seek) { set(seek.key, ListedSeek(seek).json) }
    func unlist(_ seek: Seek) { set(seek.key, nil) }

    /// Shows the game of `room`, or what it is now; with nil none any more.
    func show(_ game: ListedGame?, in room: RoomName) {
        guard games[room] != game else { return }
        // A full list keeps what it has; a game that finds no place is shown when it is looked at again and there is
        // one.
        if game != nil, games[room] == nil, games.count >= Self.gamesLimit { return }
        games[room] = game
        set(ListedGame.key(room), game?.json)
    }

    private func set(_ key: String, _ value: JSON?) {
        table.happened(.posted(Delta(changes: [.init(key, value)])))
    }
}
