import GameState
import Nodes

/// Where games in play are shown to strangers.
package protocol GameShowing: AnyObject {
    /// Shows the game of `room`, or what it is now; with nil none any more.
    func show(_ game: ListedGame?, in room: RoomName)
}

/// The room `~lobby`: open seeks and games in play, as keys that everybody can follow like those of any other room.
///
/// Its store is memory, and nobody observes it: what is true of this minute is of no use after a restart. Where many
/// follow it, its changes are told together once a second (``LobbyNews``), so that seeks which come and go cost nobody
/// anything.
package final class LobbyRoom: GameShowing {
    /// Games in play that are listed at a time.
    static let gamesLimit = 200
    /// Open seeks that are listed at a time, the oldest first. Others are paired as well.
    static let seeksLimit = 200

    package let live: LiveRoom
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
    /// Open seeks, by number: those that are listed, and those for which there is no place.
    private var listedSeeks: Set<Int> = []
    private var otherSeeks: [Int: Seek] = [:]
    private var news = LobbyNews()
    /// Ends the time in which nothing more is told; nil: there is none.
    private var newsTimer: (any OneShotTimer)?
    private let timer: (@escaping () -> Void) -> any OneShotTimer
    private let now: () -> Int

    /// - Parameters:
    ///   - services: such as other rooms have, but for the store and the observers.
    ///   - epoch: a text that no room has had before.
    package init(services: RoomServices, epoch: String) {
        let room = Room(name: .lobby, kind: .lobby, epoch: epoch, host: Room.server, sharing: services.roomLimits)
        now = services.now
        timer = services.timer
        live = LiveRoom(room, created: services.now(), services: services)
    }

    package func list(_ seek: Seek) {
        guard listedSeeks.contains(seek.number) || listedSeeks.count < Self.seeksLimit else {
            otherSeeks[seek.number] = seek
            return
        }
        listedSeeks.insert(seek.number)
        set(seek.key, ListedSeek(seek).json)
    }

    package func unlist(_ seek: Seek) {
        guard listedSeeks.remove(seek.number) != nil else {
            otherSeeks[seek.number] = nil
            return
        }
        set(seek.key, nil)
        if let oldest = otherSeeks.keys.min(), let next = otherSeeks.removeValue(forKey: oldest) { list(next) }
    }

    /// Shows the game of `room`, or what it is now; with nil none any more.
    package func show(_ game: ListedGame?, in room: RoomName) {
        // A game that finds no place is shown when it is looked at again and there is one.
        guard games[room] != game || (game != nil && listed[room] == nil) else { return }
        games[room] = game
        if game != nil { awaited[room] = nil }
        look(at: room)
    }

    /// The same, of a room that another server serves.
    package func show(foreign game: JSON?, in room: RoomName) {
        guard foreign[room] != game || (game != nil && listed[room] == nil) else { return }
        foreign[room] = game
        awaited[room] = nil
        look(at: room)
    }

    /// Shows a game whose players have not come yet.
    package func show(awaited game: ListedGame, in room: RoomName) {
        awaited[room] = (game.json, now() + Self.awaitedMilliseconds)
        look(at: room)
    }

    /// Nobody has come to some of those for a while.
    package func letGo() {
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
        news.add(key, value)
        if newsTimer == nil || news.isFull { tellNews() }
    }

    /// Tells what has changed, and nothing more for a while if many follow the lobby.
    private func tellNews() {
        newsTimer = nil
        let isCrowded = live.audience.count > FanOut.directSize
        let count = isCrowded && !news.isFull ? LobbyNews.keys : .max
        guard let delta = news.take(count, changing: live.room.state) else { return }
        live.happened(.posted(delta))
        guard isCrowded else { return }
        let timer = timer { [weak self] in self?.tellNews() }
        timer.schedule(afterMilliseconds: LobbyNews.milliseconds)
        newsTimer = timer
    }
}
