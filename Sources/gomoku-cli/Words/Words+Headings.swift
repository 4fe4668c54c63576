import Client
import GameState

/// Headings of games.
extension Words {
    /// Returns the heading of a game in a room: its number and terms.
    func heading(_ game: GameView) -> String { headingParts(game).joined(separator: Self.separator) }

    /// Returns the heading of a game in rows of at most `width` columns, broken between its terms.
    func heading(_ game: GameView, width: Int) -> [String] {
        headingParts(game).reduce(into: []) { rows, part in
            if let row = rows.last.map({ $0 + Self.separator + part }), SafeText(row).width <= width {
                rows[rows.count - 1] = row
            } else {
                rows.append(part)
            }
        }
    }

    private static var separator: String { " · " }

    private func headingParts(_ game: GameView) -> [String] {
        var parts = game.number.map { [gameNumber($0)] } ?? []
        parts.append(ruleWords(game.rule))
        if game.terms.opening != .none { parts.append(name(game.terms.opening)) }
        if game.size != .standard { parts.append(name(game.size)) }
        if game.terms.clock != nil { parts.append(clock(game.terms.clock)) }
        if game.terms.isRated { parts.append(unusualRated) }
        return parts
    }

    /// Returns the heading of a record: its event, date and terms.
    func heading(_ record: GameRecord) -> String {
        var parts = [record.event, record.date].compactMap { $0 }
        if let rule = record.rule { parts.append(ruleWords(rule)) }
        if let opening = record.opening { parts.append(Opening(rawValue: opening).map { name($0) } ?? opening) }
        if record.size != .standard { parts.append(name(record.size)) }
        if let text = record.clock { parts.append(ClockSetting(text).map { clock($0) } ?? text) }
        return parts.joined(separator: " · ")
    }

    func name(_ size: BoardSize) -> String { "\(size.side)×\(size.side)" }

    /// Returns a player's name. `known` is the stored one, or nil if there is none.
    func playerName(_ id: ParticipantID, known name: String?) -> String {
        if let level = id.robotLevel { return computerCalled(level: level, name: self.level(level).name) }
        return name.flatMap { $0.isEmpty ? nil : $0 } ?? formerPlayer
    }
}
