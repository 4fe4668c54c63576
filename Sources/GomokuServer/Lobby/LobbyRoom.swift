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
    /// How long a game is listed whose room waits for its players, milliseconds: as long as it would stay in memory.
    static let awaitedMilliseconds = RoomRegistry.idleMilliseconds

    private var games: [RoomName: ListedGame] = [:]
    /// Games of rooms that other servers serve.
    private var foreign: [RoomName: JSON] = [:]
    /// Games whose players were told of them and have not come yet, where their room may be served by any of several
    /// servers; and until when they are listed without.
    private var awaited: [RoomName: (game: JSON, until: Int)] = [:]
    /// What the list has.
    private var listed: [RoomName: JSON] = [:]
    private let now: () -> Int

    /// - Parameters:
    ///   - services: such as other rooms have, but for the store and the observers.
    ///   - epoch: a text that no room has had before.
    init(services: RoomServices, epoch: String) {
        let room = Room(name: .lobby, kind: .lobby, epoch: epoch, host: Room.server, sharing: services.roomLimits)
        now = services.now
        live = LiveRoom(room, created: services.now(), services: services)
    }

    func list(_ seek: Seek) { set(seek.key, ListedSeek(seek).json) }
    func unlist(_ seek: Seek) { set(seek.key, nil) }

    /// Shows the game of `room`, or what it is now; with nil none any more.
    func show(_ game: ListedGame?, in room: RoomName) {
        // A game that finds no place is shown when it is looked at again and there is one.
        guard games[room] != game || (game != nil && listed[room] == nil) else { return }
        games[room] = game
        if game != nil { awaited[room] = nil }
        look(at: room)
    }

    /// The same, of a room that another server serves.
    func show(foreign game: JSON?, in room: RoomName) {
        guard foreign[room] != game || (game != nil && listed[room] == nil) else { return }
        foreign[room] = game
        awaited[room] = nil
        look(at: room)
    }

    /// Shows a game whose players have not come yet.
    func show(awaited game: ListedGame, in room: RoomName) {
        awaited[room] = (game.json, now() + Self.awaitedMilliseconds)
        look(at: room)
    }

    /// Nobody has come to some of those for a while.
    func letGo() {
        let time = now()
        for (room, one) in awaited where one.until <= time {
            awaited[room] = nil
            look(at: room)
        }
    }

    private func look(at room: RoomName) {
        let game = games[room]?.json ?? foreign[room] ?? awaited[room]?.game
        guard listed[room] != game else { return }
        // A full list keeps what it has.
        if game != nil, listed[room] == nil, listed.count >= Self.gamesLimit { return }
        listed[room] = game
        set(ListedGame.key(room), game)
    }

    private func set(_ key: String, _ value: JSON?) {
        live.happened(.posted(Delta(changes: [.init(key, value)])))
    }
}
