import GameState

/// Where games in play are shown to strangers.
protocol GameShowing: AnyObject {
    /// Shows the game of `room`, or what it is now; with nil none any more.
    func show(_ game: ListedGame?, in room: RoomName)
}

/// The room `~lobby`: open seeks and games in play, as keys that everybody can follow like those of any other room.
///
/// Its store is memory, and nobody observes it: what is true of this minute is of no use after a restart.
final class LobbyRoom: GameShowing {
    /// Games in play that are listed at a time.
    static let gamesLimit = 200

    let live: LiveRoom
    private var games: [RoomName: ListedGame] = [:]
    /// Games of rooms that other servers serve.
    private var foreign: [RoomName: JSON] = [:]

    /// - Parameters:
    ///   - services: such as other rooms have, but for the store and the observers.
    ///   - epoch: a text that no room has had before.
    init(services: RoomServices, epoch: String) {
        let room = Room(name: .lobby, kind: .lobby, epoch: epoch, host: Room.server, sharing: services.roomLimits)
        live = LiveRoom(room, created: services.now(), services: services)
    }

    func list(_ seek: Seek) { set(seek.key, ListedSeek(seek).json) }
    func unlist(_ seek: Seek) { set(seek.key, nil) }

    /// Shows the game of `room`, or what it is now; with nil none any more.
    func show(_ game: ListedGame?, in room: RoomName) {
        guard games[room] != game else { return }
        // A full list keeps what it has; a game that finds no place is shown when it is looked at again and there is
        // one.
        if game != nil, games[room] == nil, games.count + foreign.count >= Self.gamesLimit { return }
        games[room] = game
        set(ListedGame.key(room), game?.json)
    }

    /// The same, of a room that another server serves.
    func show(foreign game: JSON?, in room: RoomName) {
        guard foreign[room] != game else { return }
        if game != nil, foreign[room] == nil, games.count + foreign.count >= Self.gamesLimit { return }
        foreign[room] = game
        if games[room] == nil { set(ListedGame.key(room), game) }
    }

    private func set(_ key: String, _ value: JSON?) {
        live.happened(.posted(Delta(changes: [.init(key, value)])))
    }
}
