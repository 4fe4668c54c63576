import Client
import GameState

/// The state of the dialog with the report about a game's moves.
struct ReportView: Equatable {
    let report: GameReport
    /// The size of the board in that game.
    let size: BoardSize
    /// The first line shown.
    private(set) var first = 0

    init(_ report: GameReport, size: BoardSize) {
        self.report = report
        self.size = size
    }

    /// Scrolls. Returns false for other keys, or if everything is visible.
    @discardableResult
    mutating func press(_ key: Key, _ words: any Words, on screen: Terminal.Size) -> Bool {
        guard let first = dialog(words).scrolled(by: key, on: screen) else { return false }
        self.first = first
        return true
    }

    /// Returns the dialog: the proven events with the lines of their proofs, each side's accuracy
    /// with the turning point, and all moves with the mover's chance. A click on a move shows its
    /// position.
    ///
    /// - Parameter closesWithAnyKey: whether any key that does not scroll closes the dialog.
    func dialog(_ words: any Words, closesWithAnyKey: Bool = false) -> PlayDialog {
        PlayDialog(
            title: words.reportOf(report.game),
            rows: events(words) + ([""] + summary(words) + [""]).map { PlayDialog.Row(value: $0) } + moves(words),
            footer: closesWithAnyKey ? words.helpKeys : words.reportKeys, first: first, keyNames: words.dialogKeys,
            closesWithAnyKey: closesWithAnyKey)
    }

    private func events(_ words: any Words) -> [PlayDialog.Row] {
        let lines = ReportEventLines(words: words, size: size)
        let rows = (report.events ?? []).flatMap { event -> [PlayDialog.Row] in
            guard let sentence = lines.sentence(event) else { return [] }
            let proof = lines.line(event).map {
                PlayDialog.Row(value: $0, click: [.move(event.firstOfLine - 1)])
            }
            let row = PlayDialog.Row(label: "!", value: sentence, click: [.move(event.move)])
            return [row, proof].compactMap { $0 }
        }
        return rows.isEmpty && report.events != nil ? [PlayDialog.Row(value: words.reportNoEvents)] : rows
    }

    /// Returns each side's accuracy, and the turning point.
    private func summary(_ words: any Words) -> [String] {
        let sides = Stone.allCases.compactMap { stone in report.accuracy[stone].map { "\(words.side(stone)) \($0)%" } }
        let accuracies = sides.isEmpty ? [] : [words.accuracies(sides.joined(separator: " · "))]
        return accuracies + (report.turningPoint.map { [words.turningPoint($0)] } ?? [])
    }

    private func moves(_ words: any Words) -> [PlayDialog.Row] {
        report.moves.map { move in
            let isPlain = ["good", "opening"].contains(move.kind)
            var text = "\(move.number)".padded(left: 3) + ". "
            text += words.side(.ofMove(move.number)) + " " + name(move.cell).padded(right: 4)
            text += words.chance(move.score).padded(left: 6) + "  " + (words.kinds(move.kind) ?? move.kind)
            if let best = move.best, best != move.cell, !isPlain {
                text += ": \(name(best)) \(words.chance(move.bestScore))"
            }
            return PlayDialog.Row(label: isPlain ? "" : "!", value: text, click: [.move(move.number)])
        }
    }

    private func name(_ point: Point) -> String { size.contains(point) ? size.name(of: point) : "?" }
}

extension String {
    func padded(right width: Int) -> String { self + padding(to: width) }
    func padded(left width: Int) -> String { padding(to: width) + self }

    private func padding(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - SafeText(self).width))
    }
}
