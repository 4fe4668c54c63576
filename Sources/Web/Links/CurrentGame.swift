import GameState
import Rooms
import Wire

/// The current game of a room, as everyone who may read the room sees it.
struct CurrentGame {
    let room: RoomName
    /// The revision of the room.
    let rev: Int
    let number: Int
    let terms: GameTerms
    let seats: ByStone<ParticipantID?>
    let names: ByStone<String?>
    let moves: [Point]
    let line: [Point]
    let result: String?
    let reason: String?

    /// Reads the game from a room's state. Returns nil if there is none.
    ///
    /// - Parameter name: the name of a participant, if it is known.
    init?(_ room: RoomName, _ state: SharedState, name: (ParticipantID) -> String?) {
        guard let number = state.number(.game) else { return nil }
        let terms = GameTerms { state[.term($0)] }
        self.room = room
        self.rev = state.rev
        self.number = number
        self.terms = terms
        let seats = ByStone(
            x: state.text(.seat(.x)).map(ParticipantID.init), o: state.text(.seat(.o)).map(ParticipantID.init))
        self.seats = seats
        names = ByStone(x: seats.x.flatMap(name), o: seats.o.flatMap(name))
        let count = min(max(0, state.number(.move) ?? 0), terms.size.area)
        moves = (1..<(count + 1)).compactMap { move in
            guard let column = state.number(.column(move)), let row = state.number(.row(move)) else { return nil }
            return terms.size.point(column: column, row: row)
        }
        line = (state.text(.line) ?? "").split(separator: " ").compactMap { Point(cell: $0) }
        result = state.text(.result)
        reason = state.text(.reason)
    }

    var position: BoardPosition {
        BoardPosition(size: terms.size, moves: moves, line: line.filter(terms.size.contains))
    }

}

extension JSONWriter {
    /// Writes the current game of a room.
    mutating func current(_ game: CurrentGame) {
        beginObject()
        member("room", game.room.text)
        member("rev", game.rev)
        name("listed")
        bool(game.room.lock == nil && game.terms.isListed)
        terms(of: game.number, game.terms)
        for stone in Stone.allCases {
            name(stone.rawValue)
            player(game.seats[stone], game.names[stone])
        }
        if let result = game.result { member("result", result) }
        if let reason = game.reason { member("reason", reason) }
        cells("moves", game.moves)
        if !game.line.isEmpty { cells("line", game.line) }
        endObject()
    }

    /// Writes a game of a room from its record, with the times of the moves.
    mutating func game(_ record: GameRecord, _ recorder: GameRecorder) {
        beginObject()
        member("number", recorder.number)
        member("rule", (record.rule ?? .freestyle).rawValue)
        member("size", record.size.side)
        member("opening", record.opening ?? Opening.none.rawValue)
        if let clock = record.clock { member("clock", clock) }
        for stone in Stone.allCases {
            name(stone.rawValue)
            player(recorder.seats[stone], record.names[stone])
        }
        if let outcome = record.outcome { member("result", outcome.rawValue) }
        if let reason = record.reason { member("reason", reason) }
        cells("moves", record.points)
        times(record.moves.map { move in move.milliseconds.map { MoveTime(used: $0, left: move.left) } })
        if let began = recorder.began { member("began", began) }
        endObject()
    }

    private mutating func terms(of number: Int, _ terms: GameTerms) {
        member("number", number)
        member("rule", terms.rule.rawValue)
        member("size", terms.size.side)
        member("opening", terms.opening.rawValue)
        if let clock = terms.clock { member("clock", clock.description) }
        name("rated")
        bool(terms.isRated)
    }

    private mutating func player(_ id: ParticipantID?, _ called: String?) {
        guard let id else { return null() }
        beginObject()
        member("id", id.text)
        member("name", called ?? "")
        endObject()
    }

    private mutating func cells(_ key: String, _ points: [Point]) {
        name(key)
        beginArray()
        for point in points { string(point.cell) }
        endArray()
    }
}
