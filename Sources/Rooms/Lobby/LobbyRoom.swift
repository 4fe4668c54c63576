import GameState
import Nodes

/// A list of games in progress for spectators.
package protocol GameShowing: AnyObject {
    /// Lists the game of `room`, or updates it; nil unlists it.
    func show(_ game: ListedGame?, in room: RoomName)
}

/// The room `~lobby`: open seeks, games in progress and the positions of some of them, as keys that
/// clients follow like those of any room.
///
/// Its store is memory, because its state is of no use after a restart. It has no observers. If
/// many clients are in it, changes are announced together once per second (``LobbyNews``), so that
/// short-lived seeks cost almost nothing.
package final class LobbyRoom: GameShowing {
    /// The maximum number of listed games.
    static let gamesLimit = 200
    /// The maximum number of listed seeks, oldest first. Seeks that do not fit into the list are
    /// paired as well.
    static let seeksLimit = 200

    package let live: LiveRoom
    /// The time for which a game is listed while its room waits for the players, in milliseconds.
    /// It equals the time for which such a room stays in memory.
    static let awaitedMilliseconds = RoomRegistry.idleMilliseconds

    private var games: [RoomName: ListedGame] = [:]
    /// Games in rooms of other servers.
    private var foreign: [RoomName: ListedGame] = [:]
    /// Games whose players were notified but have not come yet, and the time until which they are
    /// listed. Any server may come to serve their rooms.
    private var awaited: [RoomName: (game: ListedGame, until: Int)] = [:]
    /// The games in the list.
    private var listed: [RoomName: ListedGame] = [:]
    /// The listed games whose boards are shown.
    private var boards = BoardPlaces()
    /// Open seeks: the numbers of listed ones, and the ones that do not fit into the list.
    private var listedSeeks: Set<Int> = []
    private var otherSeeks: [Int: Seek] = [:]
    private var news = LobbyNews()
    /// The timer that ends the pause between announcements; nil outside a pause.
    private var newsTimer: (any OneShotTimer)?
    private let timer: (@escaping () -> Void) -> any OneShotTimer
    private let now: () -> Int

    /// - Parameters:
    ///   - services: the same services as those of other rooms, except for the store and the
    ///     observers.
    ///   - epoch: an epoch that no room has had before.
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

    /// Lists the game of `room`, or updates it; nil unlists it.
    package func show(_ game: ListedGame?, in room: RoomName) {
        // A game that does not fit into the list is listed at a later call, if the list has space
        // by then.
        guard games[room] != game || (game != nil && listed[room] == nil) else { return }
        games[room] = game
        if game != nil { awaited[room] = nil }
        update(for: room)
    }

    /// Lists, updates or unlists the game of a room that another server serves.
    package func show(foreign game: ListedGame?, in room: RoomName) {
        guard foreign[room] != game || (game != nil && listed[room] == nil) else { return }
        foreign[room] = game
        awaited[room] = nil
        update(for: room)
    }

    /// Lists a game whose players have not come yet.
    package func show(awaited game: ListedGame, in room: RoomName) {
        awaited[room] = (game, now() + Self.awaitedMilliseconds)
        update(for: room)
    }

    /// Unlists games whose players have not come in time.
    package func letGo() {
        let time = now()
        for (room, one) in awaited where one.until <= time {
            awaited[room] = nil
            update(for: room)
        }
    }

    private func update(for room: RoomName) {
        let game = games[room] ?? foreign[room] ?? awaited[room]?.game
        guard listed[room] != game else { return }
        // A full list keeps its games.
        if game != nil, listed[room] == nil, listed.count >= Self.gamesLimit { return }
        let isAnother = listed[room]?.json != game?.json
        listed[room] = game
        // A game is listed before its board appears, and until its board has disappeared.
        if let game, isAnother { set(ListedGame.key(room), game.json) }
        if let board = game?.board {
            if boards.has(room) { set(ListedBoard.key(room), board.json) }
        } else if boards.free(room) {
            set(ListedBoard.key(room), nil)
        }
        if game == nil { set(ListedGame.key(room), nil) }
    }

    private func set(_ key: String, _ value: JSON?) {
        news.add(key, value)
        if newsTimer == nil || news.isFull { announceChanges() }
    }

    /// Announces changes. If many clients are in the lobby, a pause follows.
    private func announceChanges() {
        newsTimer = nil
        let isCrowded = live.audience.count > FanOut.directSize
        let count = isCrowded && !news.isFull ? LobbyNews.keys : .max
        guard let delta = news.take(count, changing: live.room.state) else { return }
        live.happened(.posted(delta))
        guard isCrowded else { return }
        let timer = timer { [weak self] in self?.announceChanges() }
        timer.schedule(afterMilliseconds: LobbyNews.milliseconds)
        newsTimer = timer
    }
}
