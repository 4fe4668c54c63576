import GameState
import Storage

/// An observer of rooms that lists in `~lobby` the games in progress that spectators may watch.
package final class GameList: RoomObserver {
    private let lobby: any GameShowing
    private let rooms: RoomDirectory
    private let store: any RoomStore
    private let now: () -> Int
    /// The players' ratings and the game's number, for each room with a listed game.
    private var ratings: [RoomName: (number: Int, points: ByStone<Int>)] = [:]
    /// The rooms of this server whose boards the lobby may show.
    private var boards = BoardPlaces()

    package init(in lobby: any GameShowing, rooms: RoomDirectory, store: any RoomStore, now: @escaping () -> Int) {
        self.lobby = lobby
        self.rooms = rooms
        self.store = store
        self.now = now
    }

    package func observe(_ event: RoomEvent) {
        switch event {
        case .settled(let live): update(for: live)
        case .closed(let name): unlist(name)
        }
    }

    /// Lists the room's game if there is one that spectators may watch; otherwise unlists it.
    private func update(for live: LiveRoom) {
        guard live.room.kind == .gomoku else { return }
        guard live.room.isListed, let game = live.room.game, !game.isOver, !game.isSolo, let x = game.seats.x,
            let o = game.seats.o
        else { return unlist(live.name) }
        let players = ByStone(x: live.participant(x), o: live.participant(o))
        guard let known = ratings[live.name], known.number == game.number else {
            return rate(players, of: game, in: live)
        }
        func player(_ side: Stone) -> ListedGame.Player {
            .init(id: players[side].id, name: players[side].name, rating: known.points[side])
        }
        let board = boards.has(live.name) ? ListedBoard(size: game.size, moves: game.moves) : nil
        let listed = ListedGame(players: ByStone(x: player(.x), o: player(.o)), terms: game.terms, board: board)
        lobby.show(listed, in: live.name)
    }

    private func unlist(_ name: RoomName) {
        if ratings[name] != nil { ratings[name] = nil }
        boards.free(name)
        lobby.show(nil, in: name)
    }

    /// Loads the players' ratings, once per game, and then lists the game.
    private func rate(_ players: ByStone<Participant>, of game: Game, in live: LiveRoom) {
        let kind = game.terms.ratingKind
        // If a rating cannot be read, the game is listed with the initial rating.
        store.points(of: players.x, for: kind, now: now()) { [self] x in
            store.points(of: players.o, for: kind, now: now()) { [self] o in
                guard live.room.game?.number == game.number, rooms[live.name] === live else { return }
                let points = ByStone(x: (try? x.get()) ?? Seeker.unrated, o: (try? o.get()) ?? Seeker.unrated)
                ratings[live.name] = (game.number, points)
                update(for: live)
            }
        }
    }
}

extension RoomStore {
    /// Looks up the rating of `participant` in games of that kind. Guests play no rated games, so
    /// they have the initial rating.
    package func points(
        of participant: Participant, for kind: RatingKind, now: Int,
        _ done: @escaping (Result<Int, StoreFailure>) -> Void
    ) {
        guard participant.isClaimed else { return done(.success(Seeker.unrated)) }
        rating(of: participant.id, rule: kind.rule, speed: kind.speed, now: now) { done($0.map(\.points)) }
    }
}

extension GameTerms {
    /// The kind of rating that a game on these terms changes. A game without a clock counts as a
    /// long one.
    var ratingKind: RatingKind { RatingKind(rule: rule, speed: clock.map { Speed($0) } ?? .long) }
}
