import Client
import GameState

/// The states of a table in order, one frame each. Pure.
struct ReplayFrames {
    struct Frame: Equatable {
        var board = Board()
        var moves = 0
        var last: Point?
        var line: [Point] = []
        /// A sentence about the latest change.
        var caption: String
    }

    /// The greatest number of deltas. Of a longer history, only the last deltas become frames.
    static let limit = 100_000

    private(set) var frames: [Frame]

    /// Creates frames from a room's deltas, beginning with the first.
    init(_ deltas: [AcceptedDelta], _ words: any Words) {
        frames = [Frame(caption: words.emptyTable)]
        var state = SharedState()
        var game = GameView()
        for accepted in deltas.suffix(Self.limit) {
            state.apply(accepted.delta, rev: accepted.rev)
            let old = game
            game.apply(accepted.delta, state: state)
            frames.append(
                Frame(
                    board: game.board, moves: game.moves.count, last: game.lastMove, line: game.line,
                    caption: "\(accepted.rev). " + Self.caption(old, game, accepted, words)))
        }
    }

    /// Creates frames from a record's moves.
    init(_ record: GameRecord, _ words: any Words) {
        var frame = Frame(board: Board(size: record.size), caption: words.emptyBoard)
        for stone in Stone.allCases { for point in record.setup[stone] { frame.board[point] = stone } }
        frames = [frame]
        for (index, move) in record.moves.enumerated() {
            let side = move.stone.rawValue.uppercased()
            if let point = move.point {
                frame.board[point] = move.stone
                frame.caption = "\(index + 1). \(side) \(record.size.name(of: point))"
            } else {
                frame.caption = "\(index + 1). \(words.passes(side))"
            }
            frame.last = move.point
            frame.moves = index + 1
            frames.append(frame)
        }
        if let outcome = record.outcome {
            frame.caption = outcome == .draw ? words.drawn("") : words.hasWon(outcome.rawValue.uppercased())
            frames.append(frame)
        }
    }

    private static func caption(_ old: GameView, _ new: GameView, _ accepted: AcceptedDelta, _ words: any Words)
        -> String
    {
        if new.number != old.number {
            return words.gameBegins(number: new.number ?? 0, rule: words.ruleWords(new.rule))
        }
        let outcome = new.isOver && !old.isOver ? " " + words.outcome(new, mine: []) : ""
        if new.moves.count > old.moves.count, let point = new.lastMove {
            let stone = words.side(.ofMove(new.moves.count))
            return words.stoneAt(move: new.moves.count, point: new.size.name(of: point), side: stone) + outcome
        }
        if new.moves.count < old.moves.count { return words.backTo(new.moves.count) }
        if !outcome.isEmpty { return String(outcome.dropFirst()) }
        return words.replayChanged(accepted.delta.keys.sorted().prefix(8).joined(separator: ", "))
    }
}
