import Client
import GameState

/// The state of the dialog with the report about a game's moves.
struct ReportView: Equatable {
    /// The number of lines shown at a time.
    static let rows = 12

    let report: GameReport
    /// The size of the board in that game.
    let size: BoardSize
    /// The index of the first line shown.
    private(set) var place = 0

    init(_ report: GameReport, size: BoardSize) {
        self.report = report
        self.size = size
    }

    mutating func press(_ key: Key) {
        switch key {
        case .up: place -= 1
        case .down: place += 1
        case .pageUp: place -= Self.rows
        case .pageDown, .character(" "): place += Self.rows
        case .home: place = 0
        case .end: place = report.moves.count
        default: break
        }
        place = max(0, min(place, report.moves.count - Self.rows))
    }

    /// Returns each side's accuracy, and the turning point.
    func summary(_ words: any Words) -> String {
        var parts = Stone.allCases.compactMap { stone in report.accuracy[stone].map { "\(words.side(stone)) \($0) %" } }
        if let move = report.turningPoint { parts.append(words.turningPoint(move)) }
        return parts.joined(separator: " · ")
    }

    /// Returns the visible lines, each with the number of its move, and whether it stands out.
    func lines(_ words: any Words) -> [(number: Int, text: String, isBold: Bool)] {
        report.moves.dropFirst(place).prefix(Self.rows).map { move in
            var text =
                "\(move.number)".padded(left: 3) + ". " + words.side(.ofMove(move.number)) + " "
                + name(move.cell).padded(right: 4)
            text += Self.score(move.score, words).padded(left: 6) + "  " + (words.kinds(move.kind) ?? move.kind)
            if let best = move.best, best != move.cell, !["good", "opening"].contains(move.kind) {
                text += ": \(name(best)) \(Self.score(move.bestScore, words))"
            }
            return (move.number, text, !["good", "opening"].contains(move.kind))
        }
    }

    private func name(_ point: Point) -> String { size.contains(point) ? size.name(of: point) : "?" }

    /// The least score of a decided game.
    private static let decided = 29_000

    static func score(_ score: Int, _ words: any Words) -> String {
        if score >= decided { return words.scoreWon }
        if score <= -decided { return words.scoreLost }
        return score > 0 ? "+\(score)" : "\(score)"
    }
}

extension String {
    func padded(right width: Int) -> String { self + padding(to: width) }
    func padded(left width: Int) -> String { padding(to: width) + self }

    private func padding(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - SafeText(self).width))
    }
}
