import GameState

extension PeopleVerb {
    /// Records a game and updates the ratings, exactly once.
    public static func record(_ game: FinishedGame) -> PeopleVerb {
        var reads = PeopleReads(people: Stone.allCases.compactMap { game.players[$0] })
        reads.game = game
        return PeopleVerb(reads) { (records) throws(PeopleRefusal) in
            guard !records.isRecorded else { return }
            let points = settle(game, &records)
            func player(_ stone: Stone) -> StoredGame.Player? {
                game.players[stone].map { id in
                    StoredGame.Player(
                        id: id, name: records.people[id]?.name ?? StoredGame.Player.name(of: id),
                        rating: points?[stone].before, after: points?[stone].after)
                }
            }
            records.game = StoredGame(game: game, players: ByStone(x: player(.x), o: player(.o)))
        }
    }

    /// Updates both players' ratings if the game is one that changes ratings (``RatingRule``).
    /// Returns the ratings before and after the game, in points, or `nil` if it changes none.
    private static func settle(
        _ game: FinishedGame, _ records: inout PeopleRecords
    ) -> ByStone<(before: Int, after: Int)>? {
        guard let (x, o, kind) = game.rated, records.counted < RatingRule.gamesOfTwo else { return nil }
        let before = ByStone(x: records.people[x]?.rating(kind), o: records.people[o]?.rating(kind))
        let after = Glicko2.settled(
            ByStone(x: before.x?.rating, o: before.o?.rating), asOf: ByStone(x: before.x?.asOf, o: before.o?.asOf),
            winner: game.winner, now: game.ended)
        for (id, rating) in [(x, after.x), (o, after.o)] {
            records.people[id]?.rate(StoredRating(kind: kind, rating: rating, asOf: game.ended))
        }
        func points(_ stone: Stone) -> (before: Int, after: Int) {
            ((before[stone]?.rating ?? .start).points, after[stone].points)
        }
        return ByStone(x: points(.x), o: points(.o))
    }
}

extension FinishedGame {
    /// The players, and the kind of rating that the game changes unless they have played each other
    /// too often (``RatingRule``). `nil` if the game is unrated or too short.
    public var rated: (x: ParticipantID, o: ParticipantID, kind: RatingKind)? {
        guard isLongEnough, let kind = ratingKind, let x = players.x, let o = players.o else { return nil }
        return (x, o, kind)
    }
}

extension StoredGame.Player {
    /// Returns the name to record for a participant without a stored record: a robot's name, or an
    /// empty name for a deleted account.
    public static func name(of id: ParticipantID) -> String { id.robotName ?? "" }

    /// The same player without a name.
    var nameless: Self { Self(id: id, name: "", rating: rating, after: after) }
}
