import Client
import GameState

/// The lines that describe a room's changes to a person. Pure.
struct WatchLines {
    private let words: any Words
    private var game = GameView()

    init(_ words: any Words) { self.words = words }

    mutating func lines(for change: RoomMirror.Change, mirror: RoomMirror) -> [String] {
        func name(_ id: ParticipantID) -> String {
            words.name(id, in: mirror)
        }
        switch change {
        case .restored:
            game = GameView(state: mirror.state)
            return [
                words.inRoom(names: mirror.participants.map(\.name).joined(separator: ", "), room: mirror.room.text)
            ]
                + summary(name)
        case .continued(let deltas, _):
            return deltas.compactMap { accepted in
                let old = game
                game.apply(accepted.delta, state: mirror.state)
                return line(from: old, by: accepted.by, name)
            }
        case .said(let line): return ["\(line.by.name): \(line.text)"]
        case .people(let joined, let left):
            return joined.map { words.isHere($0.name) } + left.map { words.hasLeft($0.name) }
        case .none, .own, .gap: return []
        }
    }

    private func summary(_ name: (ParticipantID) -> String) -> [String] {
        guard let number = game.number else { return [words.noGameYet] }
        let seats = Stone.allCases.map { "\(words.side($0)) \(game.seats[$0].map(name) ?? words.seatFreeShort)" }
            .joined(
                separator: ", ")
        var lines = [words.watchedGame(number: number, rule: words.ruleWords(game.rule), seats: seats)]
        if !game.moves.isEmpty {
            lines.append(words.watchedMoves(game.moves.map(game.size.name(of:)).joined(separator: " ")))
        }
        if game.isOver { lines.append(words.outcome(game, mine: [])) }
        return lines
    }

    private func line(from old: GameView, by: ParticipantID, _ name: (ParticipantID) -> String) -> String? {
        if game.moves.count == old.moves.count + 1, game.number == old.number, let point = game.lastMove {
            let move =
                "\(game.moves.count). \(words.side(.ofMove(game.moves.count))) \(game.size.name(of: point)) (\(name(by)))"
            return game.isOver ? "\(move). \(words.outcome(game, mine: []))" : move
        }
        return Narration.sentence(from: old, to: game, by: by, me: nil, words: words, name: name)
    }
}
