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
    private let people: RedisPeople
    private var isSweeping = false

    init(_ calls: RedisCalls, _ people: RedisPeople) {
        self.calls = calls
        self.people = people
    }

    func settle(_ game: FinishedGame, _ done: @escaping (PeopleRefusal?) -> Void) {
        // After a failover it is done again: the room's last delta stays in the room's outbox, or is stored again with it.
        people.change(.record(game), .replicated) { [calls] refusal in
            if let refusal { return done(refusal) }
            let command = RedisCommand([bytes("HDEL"), RedisKeys.Room(game.room).outbox, bytes("\(game.id)")])
            calls.ask(command) { done($0.failure.map { .unavailable($0.description) }) }
        }
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
