import Client
import GameState
import Wire

/// Everything that happens in a room, line by line.
final class WatchPrinter: SessionPrinter {
    private var lines = WatchLines()
    let wantsMore = true

    func received(_ message: Notice, change: RoomMirror.Change, session: Session) {
        for line in lines.take(change, mirror: session.mirror) {
            Output.line(SafeText(line, isUnicode: TerminalLocale.isUnicode).text)
        }
    }
}

/// Changes of a room to lines. Pure.
struct WatchLines {
    private var game = GameView()

    mutating func take(_ change: RoomMirror.Change, mirror: RoomMirror) -> [String] {
        func name(_ id: ParticipantID) -> String {
            id.robotLevel.map { "Computer \($0)" } ?? mirror.person(id)?.name ?? "somebody who left"
        }
        switch change {
        case .restored:
            game = GameView(state: mirror.state)
            return ["In \(mirror.room): \(mirror.participants.map(\.name).joined(separator: ", "))."] + summary(name)
        case .continued(let deltas, _):
            return deltas.compactMap { accepted in
                let old = game
                game.apply(accepted.delta, state: mirror.state)
                return line(from: old, by: accepted.by, name)
            }
        case .said(let line): return ["\(line.by.name): \(line.text)"]
        case .people(let joined, let left):
            return joined.map { "\($0.name) is here." } + left.map { "\($0.name) has left." }
        case .none, .own, .gap: return []
        }
    }

    private func summary(_ name: (ParticipantID) -> String) -> [String] {
        guard let number = game.number else { return ["No game here yet."] }
        let seats = Stone.allCases.map { "\(Words.side($0)) \(game.seats[$0].map(name) ?? "open")" }.joined(
            separator: ", ")
        var lines = ["Game \(number), \(game.rule.rawValue): \(seats)."]
        if !game.moves.isEmpty { lines.append("Moves: \(game.moves.map(game.size.name(of:)).joined(separator: " "))") }
        if game.isOver { lines.append(Words.outcome(game, mine: [])) }
        return lines
    }

    private func line(from old: GameView, by: ParticipantID, _ name: (ParticipantID) -> String) -> String? {
        if game.moves.count == old.moves.count + 1, game.number == old.number, let point = game.lastMove {
            let move =
                "\(game.moves.count). \(Words.side(.ofMove(game.moves.count))) \(game.size.name(of: point)) (\(name(by)))"
            return game.isOver ? "\(move). \(Words.outcome(game, mine: []))" : move
        }
        return Narration.sentence(from: old, to: game, by: by, me: nil, name: name)
    }
}
