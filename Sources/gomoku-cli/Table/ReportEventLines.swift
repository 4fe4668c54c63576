import Client
import GameState

/// The sentences about the proven events of a game.
struct ReportEventLines {
    let words: any Words
    let size: BoardSize

    /// Returns the sentence about an event, or nil if only a newer server knows the kind of event.
    func sentence(_ event: GameReport.Event) -> String? {
        let (number, side) = (event.move, words.side(event.side))
        return switch event.kind {
        case "gave-up-win": words.reportEventsGaveUpWin(number: number, side: side)
        case "lost": words.reportEventsLost(number: number, side: side)
        case "missed-only-move":
            words.reportEventsMissedOnlyMove(number: number, points: names(event.points), side: side)
        case "lost-from-here": words.reportEventsLostFromHere(number: number, side: side)
        default: nil
        }
    }

    /// Returns the line of the proof with the number of its first move, or nil if there is none.
    func line(_ event: GameReport.Event) -> String? {
        event.line.isEmpty ? nil : "\(event.firstOfLine). \(names(event.line, separator: " "))"
    }

    private func names(_ points: [Point], separator: String = ", ") -> String {
        points.filter(size.contains).map(size.name(of:)).joined(separator: separator)
    }
}
