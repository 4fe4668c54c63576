import Engines
import GameState

/// The results of a match as JSON lines, for `match --json`. Pure.
enum MatchJSON {
    /// Returns the line about a finished game.
    static func game(_ game: MatchGame, number: Int, names: ByStone<String>, size: BoardSize) -> String {
        var line = JSONLine("game")
        line.add("number", number)
        line.add("x", names.x)
        line.add("o", names.o)
        line.add("result", game.winner?.rawValue ?? "draw")
        line.add("reason", game.reason)
        line.add("moves", game.moves.map(size.name(of:)))
        line.add("slowest", game.milliseconds.max() ?? 0)
        return line.text
    }

    /// Returns the line about the whole match, from the first player's view.
    ///
    /// - Parameter accepted: the Elo difference that the sequential test accepts, if it has ended.
    static func score(_ score: MatchScore, first: String, second: String, accepted: Double?) -> String {
        var line = JSONLine("score")
        line.add("first", first)
        line.add("second", second)
        line.add("wins", score.wins)
        line.add("draws", score.draws)
        line.add("losses", score.losses)
        line.add("percent", Int((100 * score.rate).rounded()))
        line.add("elo", score.difference)
        if let accepted {
            line.add("accepted") { $0.value(.number(Int(exactly: accepted).map(String.init) ?? "\(accepted)")) }
        }
        return line.text
    }
}
