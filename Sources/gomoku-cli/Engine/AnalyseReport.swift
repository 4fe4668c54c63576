import GameState
import Robot

/// The text of an analysis. Pure.
enum AnalyseReport {
    static func text(_ result: SearchResult, _ size: BoardSize) -> String {
        let line = result.principalVariation.map(size.name(of:)).joined(separator: " ")
        return "best \(size.name(of: result.move)), \(score(result)), line \(line)"
    }

    static func score(_ result: SearchResult) -> String {
        guard let plies = result.pliesToFive else { return "score \(result.score > 0 ? "+" : "")\(result.score)" }
        // A win by threats is proven without its exact length.
        if abs(plies) >= Searcher.unknownPlies { return plies > 0 ? "wins by threats" : "loses to threats" }
        return plies > 0 ? "wins in \(plies)" : "loses in \(-plies)"
    }

    /// Returns lines about the moves that lowered the winning chance, each side's accuracy, and the
    /// turning point.
    static func lines(of review: GameReview, _ size: BoardSize) -> [String] {
        let words = EnglishWords()
        var lines: [String] = []
        for (index, move) in review.moves.enumerated() where ![.good, .opening].contains(move.kind) {
            let side = words.side(.ofMove(index + 1))
            var line = "\(index + 1). \(side) \(size.name(of: move.point)): \(move.kind.rawValue), "
            line += ReportView.score(move.score, words)
            if let best = move.best {
                line += "; better \(size.name(of: best)), \(ReportView.score(move.bestScore, words))"
            }
            lines.append(line)
        }
        for stone in Stone.allCases {
            guard let accuracy = review.summary[stone].accuracy else { continue }
            let counts = GameReview.Kind.allCases.compactMap { kind in
                review.summary[stone].counts[kind].map { counted(kind, $0) }
            }
            lines.append("\(words.side(stone)): \(accuracy)% accuracy (\(counts.joined(separator: ", ")))")
        }
        if let turn = review.turningPoint { lines.append("The game turned at move \(turn).") }
        return lines
    }

    private static func counted(_ kind: GameReview.Kind, _ count: Int) -> String {
        switch kind {
        case .opening: "\(count) in the opening"
        case .good: "\(count) good"
        case .inaccuracy: count == 1 ? "1 inaccuracy" : "\(count) inaccuracies"
        case .mistake: count == 1 ? "1 mistake" : "\(count) mistakes"
        case .blunder: count == 1 ? "1 blunder" : "\(count) blunders"
        case .missedWin: count == 1 ? "1 missed win" : "\(count) missed wins"
        }
    }
}
