import GameState
import Storage
import Wire

/// The parts of a finished game that an answer contains.
package enum GameDetail {
    case withoutMoves
    /// The moves without their times.
    case withoutTimes
    case complete
}

extension JSONWriter {
    /// Writes a finished game.
    package mutating func game(_ stored: StoredGame, _ detail: GameDetail) {
        let game = stored.game
        beginObject()
        member("id", game.id.description)
        // Names of unlisted rooms are not revealed.
        if game.isPublic { member("room", game.room.text) }
        member("number", game.id.number)
        member("rule", game.terms.rule.rawValue)
        member("size", game.terms.size.side)
        member("opening", game.terms.opening.rawValue)
        if let clock = game.terms.clock { member("clock", clock.description) }
        name("rated")
        bool(game.terms.isRated)
        for stone in Stone.allCases {
            name(stone.rawValue)
            player(stored.players[stone])
        }
        member("result", game.result)
        member("reason", game.reason.rawValue)
        if detail != .withoutMoves {
            name("moves")
            beginArray()
            for point in game.moves { string(point.cell) }
            endArray()
        }
        if detail == .complete { times(game.times) }
        member("ended", game.ended)
        endObject()
    }

    /// Writes the times of moves in milliseconds as `times`, and the times left after them as
    /// `left`, each only if at least one is known.
    mutating func times(_ times: [MoveTime?]) {
        for (key, numbers) in [("times", times.map { $0?.used }), ("left", times.map { $0?.left })]
        where numbers.contains(where: { $0 != nil }) {
            name(key)
            beginArray()
            for number in numbers { if let number { integer(number) } else { null() } }
            endArray()
        }
    }

    private mutating func player(_ player: StoredGame.Player?) {
        guard let player else { return null() }
        beginObject()
        member("id", player.id.text)
        member("name", player.name)
        if let rating = player.rating { member("rating", rating) }
        if let after = player.after { member("after", after) }
        endObject()
    }

    /// Writes a profile, with ratings as of `now`.
    package mutating func person(_ person: Person, now: Int) {
        beginObject()
        member("id", person.participant.id.text)
        member("name", person.participant.name)
        name("bot")
        bool(person.participant.isBot)
        name("claimed")
        bool(person.participant.isClaimed)
        if let since = person.since { member("since", since) }
        name("ratings")
        beginArray()
        for kept in person.ratings {
            let rating = Glicko2.current(kept.rating, asOf: kept.asOf, now: now)
            beginObject()
            member("rule", kept.kind.rule.rawValue)
            member("speed", kept.kind.speed.rawValue)
            member("rating", rating.points)
            member("deviation", Int(rating.deviation.rounded()))
            member("games", rating.games)
            endObject()
        }
        endArray()
        member("games", person.won + person.lost + person.drawn)
        member("won", person.won)
        member("lost", person.lost)
        member("drawn", person.drawn)
        endObject()
    }
}
