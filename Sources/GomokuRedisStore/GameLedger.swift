import GameState
import Redis
import Storage

/// The recording of finished games: their entry in the list of games, and the change of ratings.
///
/// The delta that ends a game also leaves the game in its room's outbox. A second step, which is
/// idempotent, then records the game. The server that stored the delta takes that step. If that
/// server is killed first, another one finds the game in the outbox.
final class GameLedger {
    private let calls: RedisCalls
    private let people: RedisPeople
    private var isSweeping = false

    init(_ calls: RedisCalls, _ people: RedisPeople) {
        self.calls = calls
        self.people = people
    }

    func settle(_ game: FinishedGame, _ done: @escaping (PeopleRefusal?) -> Void) {
        // Waiting for every replica is not necessary. After a failover the game is settled again,
        // from the outbox or together with its delta, which is stored again.
        people.change(.record(game), .replicated) { [calls] refusal in
            if let refusal { return done(refusal) }
            let command = RedisCommand([bytes("HDEL"), RedisKeys.Room(game.room).outbox, bytes("\(game.id)")])
            calls.ask(command) { done($0.failure.map { .unavailable($0.description) }) }
        }
    }

    /// Settles the games that killed servers have left in the outboxes.
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
    /// Makes the outbox's form of a game, in which IDs stand for names and ratings are missing.
    init(unsettled game: FinishedGame) {
        func player(_ stone: Stone) -> Player? { game.players[stone].map { Player(id: $0, name: $0.text) } }
        self.init(game: game, players: ByStone(x: player(.x), o: player(.o)))
    }
}
