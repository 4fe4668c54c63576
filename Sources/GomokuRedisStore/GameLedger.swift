import GameState
import Redis
import Storage

/// Games that have ended: into the list of games, and their ratings settled.
///
/// The delta that ends a game is the truth, and leaves the game in its room's outbox. What follows from it is done
/// afterwards, in one step that knows whether it was done before: by whoever stored the delta, or, where that server was
/// killed, by whoever looks into the outbox next.
final class GameLedger {
    private let calls: RedisCalls
    private var isSweeping = false

    init(_ calls: RedisCalls) { self.calls = calls }

    /// Attempts, each of which fails only where another game of one of the players was settled meanwhile.
    private static let attempts = 100

    /// - Parameter counts: false where so many games of these two have counted that this one does not.
    func settle(
        _ game: FinishedGame, counts: Bool = true, attempt: Int = 1, _ done: @escaping (StoreFailure?) -> Void
    ) {
        let kind = counts && game.isLongEnough ? game.ratingKind : nil
        let fields = ["name", kind.map(RedisTexts.field) ?? "name"].map(bytes)
        let players = [Stone.x, .o].compactMap { game.players[$0] }
        calls.readAll(players.map { RedisCommand([bytes("HMGET"), RedisKeys.person($0)] + fields) }) { [self] answer in
            switch answer {
            case .failure(let failure): done(failure)
            case .success(let replies):
                let known = zip(players, replies).map { id, reply in Player(id, reply, kind) }
                rate(game, known, kind) { [self] answer in
                    switch answer {
                    case .failure(let failure): done(failure)
                    case .success(.integer(2)):
                        guard attempt < Self.attempts else { return done(StoreFailure("The game is not rated yet.")) }
                        settle(game, attempt: attempt + 1, done)
                    case .success(.integer(3)): settle(game, counts: false, done)
                    case .success:
                        let outbox = RedisKeys.Room(game.room).outbox
                        calls.ask(RedisCommand([bytes("HDEL"), outbox, bytes("\(game.id)")])) { done($0.failure) }
                    }
                }
            }
        }
    }

    /// What is known of a player before the game counts.
    private struct Player {
        let id: ParticipantID
        let name: String
        /// As it is stored; empty where there is none.
        let text: String
        let kept: KeptRating?

        init(_ id: ParticipantID, _ reply: RedisReply, _ kind: RatingKind?) {
            let fields = reply.array ?? []
            self.id = id
            name = fields.first?.string ?? StoredGame.Player.name(of: id)
            text = kind == nil ? "" : fields.last?.string ?? ""
            kept = kind.flatMap { RedisTexts.rating(fields.last?.string ?? "", $0) }
        }
    }

    private func rate(
        _ game: FinishedGame, _ players: [Player], _ kind: RatingKind?,
        _ done: @escaping (Result<RedisReply, StoreFailure>) -> Void
    ) {
        func player(_ stone: Stone) -> Player? { players.first { $0.id == game.players[stone] } }
        let known = ByStone(x: player(.x), o: player(.o))
        let after = kind.map { _ in
            Glicko2.settled(
                ByStone(x: known.x?.kept?.rating, o: known.o?.kept?.rating),
                asOf: ByStone(x: known.x?.kept?.asOf, o: known.o?.kept?.asOf), winner: game.winner, now: game.ended)
        }
        func stored(_ stone: Stone) -> StoredGame.Player? {
            known[stone].map { player in
                StoredGame.Player(
                    id: player.id, name: player.name,
                    rating: after.map { _ in (player.kept?.rating ?? .start).points }, after: after?[stone].points)
            }
        }
        let record = StoredGame(game: game, players: ByStone(x: stored(.x), o: stored(.o)))
        var words = [
            bytes("\(game.id)"), GameText.text(record), bytes(game.ended), bytes(game.result),
            bytes(game.terms.isRated && game.room.lock == nil ? "1" : "0"),
            bytes(kind.map(RedisTexts.field) ?? ""),
        ]
        for stone in [Stone.x, .o] {
            let kept = kind.flatMap { kind in
                after.map { KeptRating(kind: kind, rating: $0[stone], asOf: game.ended) }
            }
            words += [
                bytes(known[stone]?.id.text ?? ""), bytes(known[stone]?.text ?? ""),
                bytes(kept.map(RedisTexts.text) ?? ""),
            ]
        }
        words += [bytes(RatingRule.gamesOfTwo), bytes(game.ended - RatingRule.milliseconds)]
        // After a failover it is done again: the room's last delta stays in the room's outbox, or is stored again with it.
        calls.write("game_settle", words, .replicated, done)
    }

    /// Puts into the list of games what a server has left behind that was killed between the delta and the list.
    func sweep() {
        guard !isSweeping else { return }
        isSweeping = true
        let outboxes = (0..<RedisKeys.shards).map { RedisCommand([bytes("HVALS"), RedisKeys.outbox($0)]) }
        calls.readAll(outboxes) { [self] answer in
            isSweeping = false
            guard case .success(let replies) = answer else { return }
            for text in replies.flatMap({ $0.array ?? [] }).compactMap(\.bytes) {
                if let game = try? GameText.game(text).game { settle(game) { _ in } }
            }
        }
    }
}

extension StoredGame {
    /// As it stands in an outbox: nobody's name and rating was looked up.
    init(unsettled game: FinishedGame) {
        func player(_ stone: Stone) -> Player? { game.players[stone].map { Player(id: $0, name: $0.text) } }
        self.init(game: game, players: ByStone(x: player(.x), o: player(.o)))
    }
}
