import Client
import GameState
import Robot

/// The text of an analysis. Pure.
enum AnalyseReport {
    static func text(_ result: SearchResult, _ size: BoardSize) -> String {
        let line = result.principalVariation.map(size.name(of:)).joined(separator: " ")
        return "best \(size.name(of: result.move)), \(score(result)), line \(line)"
    }

    static func score(_ result: SearchResult) -> String {
        guard let plies = result.pliesToFive else { return "chance \(WinningChance.percent(of: result.score))%" }
        // A win by threats is proven without its exact length.
        if abs(plies) >= Searcher.unknownPlies { return plies > 0 ? "wins by threats" : "loses to threats" }
        return plies > 0 ? "wins in \(plies)" : "loses in \(-plies)"
    }

    /// Returns lines about the proven events with the lines of their proofs, each side's accuracy,
    /// the turning point, and the moves that lowered the winning chance.
    static func lines(of report: GameReport, _ size: BoardSize) -> [String] {
        let words = EnglishWords()
        let events = ReportEventLines(words: words, size: size)
        var lines = (report.events ?? []).flatMap { event in
            events.sentence(event).map { [$0] + (events.line(event).map { ["  \($0)"] } ?? []) } ?? []
        }
        for stone in Stone.allCases {
            guard let accuracy = report.accuracy[stone] else { continue }
            let kinds = report.moves.filter { Stone.ofMove($0.number) == stone }.map(\.kind)
            let counts = GameReview.Kind.allCases.compactMap { kind in
                let count = kinds.count { $0 == kind.rawValue }
                return count == 0 ? nil : counted(kind, count)
            }
            lines.append("\(words.side(stone)): \(accuracy)% accuracy (\(counts.joined(separator: ", ")))")
        }
        if let turn = report.turningPoint { lines.append("The game turned at move \(turn).") }
        for move in report.moves where !["good", "opening"].contains(move.kind) {
            let side = words.side(.ofMove(move.number))
            func name(_ point: Point) -> String { size.contains(point) ? size.name(of: point) : "?" }
            var line = "\(move.number). \(side) \(name(move.cell)): \(move.kind), "
            line += words.chance(move.score)
            if let best = move.best { line += "; better \(name(best)), \(words.chance(move.bestScore))" }
            lines.append(line)
        }
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

extension GameReport {
    /// Creates the report of a review by this program.
    init(_ review: GameReview) {
        self.init(
            game: 1,
            events: review.events.map { event in
                Event(
                    kind: event.kind.rawValue, move: event.move, side: event.side, points: event.points,
                    line: event.proof.line)
            },
            moves: review.moves.enumerated().map { index, move in
                Move(
                    number: index + 1, cell: move.point, score: move.score, best: move.best,
                    bestScore: move.bestScore, kind: move.kind.rawValue)
            },
            accuracy: ByStone(x: review.summary.x.accuracy, o: review.summary.o.accuracy),
            turningPoint: review.turningPoint)
    }
}
