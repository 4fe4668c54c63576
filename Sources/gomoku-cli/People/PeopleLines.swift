import Client
import GameState

/// The lines that describe people and games. Pure.
enum PeopleLines {
    static func of(_ profile: PersonProfile) -> [String] {
        var head = profile.person.name
        if profile.person.isBot { head += " (bot)" }
        if !profile.isClaimed { head += " (guest)" }
        if let since = profile.since { head += ", here since \(day(since))" }
        let total =
            "\(profile.games) \(profile.games == 1 ? "game" : "games"): \(profile.won) won, \(profile.lost) lost, \(profile.drawn) drawn"
        let ratings = profile.ratings.map { rating in
            "  " + rating.rule.padded(right: 10) + rating.speed.padded(right: 7)
                + "\(rating.rating) ± \(rating.deviation)".padded(right: 12)
                + "\(rating.games) \(rating.games == 1 ? "game" : "games")"
        }
        return [head, total] + (ratings.isEmpty ? ["  no rated games yet"] : ratings)
    }

    static func of(_ game: GameListing) -> String {
        func name(_ stone: Stone) -> String {
            guard let player = game.players[stone] else { return "no player" }
            let name = player.name.isEmpty ? EnglishWords().formerPlayer : player.name
            guard let rating = player.rating else { return name }
            let change = player.after.map { $0 - rating }
            return "\(name) \(rating)" + (change.map { $0 < 0 ? "\($0)" : "+\($0)" } ?? "")
        }
        let score = game.result == "x" ? "1-0" : game.result == "o" ? "0-1" : "½-½"
        var terms = [game.rule]
        if let clock = game.clock { terms.append(clock) }
        if game.isRated { terms.append("rated") }
        let why = game.reason.map { " (\(EnglishWords().reasons($0)))" } ?? ""
        return
            "\(day(game.ended))  \(name(.x)) - \(name(.o))  \(score)\(why)  \(terms.joined(separator: " "))  \(game.id)"
    }

    /// Returns the date in UTC of a time in milliseconds since 1970.
    static func day(_ milliseconds: Int) -> String { GameRecorder.date(max(0, milliseconds)) }
}
