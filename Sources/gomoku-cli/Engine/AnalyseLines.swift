import GameState
import Robot
import Wire

/// An analysis as JSON lines, for `analyse --json`. Pure.
enum AnalyseLines {
    /// Returns the line about a position.
    ///
    /// - Parameters:
    ///   - moves: the number of moves before the position.
    ///   - next: the move that was played there, or nil for the last position.
    static func position(_ result: SearchResult, moves: Int, next: Point?, _ size: BoardSize) -> String {
        var line = JSONLine("position")
        line.add("moves", moves)
        line.add("next", next.map { size.name(of: $0) })
        line.add("best", size.name(of: result.move))
        line.add("score", result.score)
        // A win by threats is proven without its exact length.
        if let plies = result.pliesToFive {
            line.add("wins", plies > 0)
            if abs(plies) < Searcher.unknownPlies { line.add("plies", abs(plies)) }
        }
        line.add("line", result.principalVariation.map(size.name(of:)))
        line.add("depth", result.depth)
        line.add("nodes", result.nodes)
        line.add("milliseconds", result.milliseconds)
        return line.text
    }

    /// Returns the line about a position in which the game is over.
    static func over(moves: Int) -> String {
        var line = JSONLine("over")
        line.add("moves", moves)
        return line.text
    }

    /// Returns a line per event, a line per move, and one about the whole game.
    static func lines(of review: GameReview, _ size: BoardSize) -> [String] {
        let events = review.events.map { event in
            var line = JSONLine("event")
            line.add("kind", event.kind.rawValue)
            line.add("move", event.move)
            line.add("side", event.side.rawValue)
            if !event.points.isEmpty { line.add("points", event.points.map(size.name(of:))) }
            line.add("line", event.proof.line.map(size.name(of:)))
            return line.text
        }
        let moves = review.moves.enumerated().map { index, move in
            var line = JSONLine("move")
            line.add("number", index + 1)
            line.add("side", Stone.ofMove(index + 1).rawValue)
            line.add("point", size.name(of: move.point))
            line.add("kind", move.kind.rawValue)
            line.add("score", move.score)
            line.add("best", move.best.map { size.name(of: $0) })
            line.add("bestScore", move.best.map { _ in move.bestScore })
            return line.text
        }
        var whole = JSONLine("review")
        for stone in Stone.allCases {
            let summary = review.summary[stone]
            whole.add(stone == .x ? "x" : "o") { writer in
                writer.beginObject()
                if let accuracy = summary.accuracy { writer.member("accuracy", accuracy) }
                for kind in GameReview.Kind.allCases {
                    writer.name(kind.rawValue)
                    writer.integer(summary.counts[kind] ?? 0)
                }
                writer.endObject()
            }
        }
        whole.add("turningPoint", review.turningPoint)
        return events + moves + [whole.text]
    }
}
