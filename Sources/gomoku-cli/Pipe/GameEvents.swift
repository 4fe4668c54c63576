import Client
import GameState
import Wire

/// The events of a room as JSON lines, for `watch --json` and `replay --json`. Pure.
///
/// docs/TERMINAL.md describes the lines.
struct GameEvents {
    private var game = GameView()
    /// Returns a participant's name, or nil if it is unknown.
    private let name: (ParticipantID) -> String?

    init(name: @escaping (ParticipantID) -> String? = { _ in nil }) { self.name = name }

    /// Returns the line about the whole room, with which the events begin, also after a gap.
    mutating func room(_ mirror: RoomMirror) -> String {
        game = GameView(state: mirror.state)
        var line = JSONLine("room")
        line.add("room", mirror.room.text)
        line.add("rev", mirror.rev)
        line.add("people") { writer in
            writer.beginArray()
            for person in mirror.participants { Self.write(person, &writer) }
            writer.endArray()
        }
        if game.number == nil { line.addNull("game") } else { line.add("game", write) }
        return line.text
    }

    /// Returns the lines about a delta.
    ///
    /// - Parameter state: the room's state after the delta.
    mutating func lines(_ accepted: AcceptedDelta, state: SharedState) -> [String] {
        let old = game
        game.apply(accepted.delta, state: state)
        func line(_ type: StaticString) -> JSONLine {
            var line = JSONLine(type)
            line.add("rev", accepted.rev)
            line.add("at", accepted.at)
            line.add("by", accepted.by.text)
            return line
        }
        var lines: [JSONLine] = []
        if game.number != old.number {
            var started = line("game")
            started.add("game", write)
            return [started.text]
        }
        if game.moves.count == old.moves.count + 1, let point = game.lastMove {
            var move = line("move")
            move.add("number", game.moves.count)
            move.add("side", Stone.ofMove(game.moves.count).rawValue)
            move.add("point", game.size.name(of: point))
            lines.append(move)
        } else if game.moves.count < old.moves.count {
            var back = line("takeback")
            back.add("moves", game.moves.count)
            lines.append(back)
        }
        for stone in Stone.allCases where game.seats[stone] != old.seats[stone] {
            var seat = line("seat")
            seat.add("side", stone.rawValue)
            add("player", game.seats[stone], to: &seat)
            lines.append(seat)
        }
        if game.offer != old.offer {
            var offer = line("offer")
            if let standing = game.offer { offer.add("offer", standing.kind.rawValue) } else { offer.addNull("offer") }
            offer.add("side", game.offer?.by.rawValue)
            lines.append(offer)
        }
        if game.isOver, !old.isOver {
            var over = line("over")
            over.add("result", game.result)
            over.add("reason", game.reason?.rawValue)
            lines.append(over)
        }
        if lines.isEmpty {
            var other = line("change")
            other.add("set") { $0.delta(accepted.delta) }
            lines.append(other)
        }
        return lines.map(\.text)
    }

    /// Returns the line about a participant who joined or left.
    static func person(_ person: Participant, joined: Bool) -> String {
        var line = joined ? JSONLine("joined") : JSONLine("left")
        line.add("id", person.id.text)
        line.add("name", person.name)
        return line.text
    }

    static func chat(_ message: ChatMessage) -> String {
        var line = JSONLine("chat")
        line.add("at", message.at)
        line.add("by", message.by.id.text)
        line.add("name", message.by.name)
        line.add("text", message.text)
        if message.isForSpectators { line.add("to", "spectators") }
        return line.text
    }

    private static func write(_ person: Participant, _ writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", person.id.text)
        writer.member("name", person.name)
        writer.name("bot")
        writer.bool(person.isBot)
        writer.endObject()
    }

    private func add(_ key: StaticString, _ player: ParticipantID?, to line: inout JSONLine) {
        guard let player else { return line.addNull(key) }
        line.add(key) { write(player, &$0) }
    }

    private func write(_ player: ParticipantID, _ writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", player.text)
        if let name = name(player) { writer.member("name", name) }
        writer.endObject()
    }

    /// Writes the present game.
    private func write(_ writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("number", game.number ?? 0)
        writer.member("rule", game.rule.rawValue)
        writer.member("size", game.size.side)
        writer.member("opening", game.terms.opening.rawValue)
        if let clock = game.terms.clock { writer.member("clock", clock.description) }
        writer.name("rated")
        writer.bool(game.terms.isRated)
        for stone in Stone.allCases {
            writer.name(stone == .x ? "x" : "o")
            if let player = game.seats[stone] { write(player, &writer) } else { writer.null() }
        }
        writer.name("moves")
        writer.beginArray()
        for point in game.moves { writer.string(game.size.name(of: point)) }
        writer.endArray()
        if let turn = game.turn { writer.member("turn", turn.rawValue) }
        if let result = game.result { writer.member("result", result) }
        if let reason = game.reason { writer.member("reason", reason.rawValue) }
        writer.endObject()
    }
}

extension GameEvents {
    /// Returns the events of a room's whole history.
    static func lines(_ deltas: [AcceptedDelta]) -> [String] {
        var events = GameEvents()
        var state = SharedState()
        return deltas.flatMap { accepted in
            state.apply(accepted.delta, rev: accepted.rev)
            return events.lines(accepted, state: state)
        }
    }

    /// Returns the lines about a record: its head, then its moves.
    static func lines(_ record: GameRecord) -> [String] {
        var head = JSONLine("record")
        head.add("rule", record.rule?.rawValue)
        head.add("size", record.size.side)
        head.add("x", record.names.x)
        head.add("o", record.names.o)
        for stone in Stone.allCases where !record.setup[stone].isEmpty {
            head.add(stone == .x ? "setupX" : "setupO", record.setup[stone].map(record.size.name(of:)))
        }
        head.add("result", record.outcome?.rawValue)
        head.add("reason", record.reason)
        let moves = record.moves.enumerated().map { index, move in
            var line = JSONLine("move")
            line.add("number", index + 1)
            line.add("side", move.stone.rawValue)
            if let point = move.point { line.add("point", record.size.name(of: point)) } else { line.addNull("point") }
            line.add("milliseconds", move.milliseconds)
            return line.text
        }
        return [head.text] + moves
    }
}
