import Client
import GameState

/// A finished game that the user has lost. The conditions are those of the page
/// (web-static/puzzles/lost-game.js).
struct LostGame: Equatable, Sendable {
    /// The permanent ID, `<epoch>-<n>`.
    let id: String
    let loser: ParticipantID

    /// The greatest length of an epoch in an ID, and of the number, in characters.
    private static let epochLimit = 60, numberLimit = 9

    /// - Returns: nil if the text is not the ID of a game, or the loser's ID is too long.
    init?(id: String, loser: ParticipantID) {
        guard Self.isID(id), ParticipantID.lengths.contains(loser.text.utf8.count) else { return nil }
        (self.id, self.loser) = (id, loser)
    }

    /// Creates the game that ended between two states of a table. Nil unless `me` has lost it, to
    /// anyone in the other seat. A game that was over when the user came does not count.
    init?(from old: GameView, to new: GameView, epoch: String, me: ParticipantID?) {
        guard let me, let number = new.number, number == old.number, !old.isOver, let winner = new.winner else {
            return nil
        }
        guard Stone.allCases.filter({ new.seats[$0] == me }) == [winner.opponent] else { return nil }
        self.init(id: "\(epoch)-\(number)", loser: me)
    }

    /// Returns the first game in the list that `me` has lost to another participant.
    static func first(of games: [GameListing], by me: ParticipantID) -> LostGame? {
        for game in games {
            let sides = Stone.allCases.filter { game.players[$0]?.id == me }
            guard sides.count == 1, game.result == sides[0].opponent.rawValue else { continue }
            return LostGame(id: game.id, loser: me)
        }
        return nil
    }

    /// Whether a text is the ID of a finished game. Such an ID is safe in a path and in a shell.
    static func isID(_ text: String) -> Bool {
        guard let dash = text.lastIndex(of: "-") else { return false }
        let (epoch, number) = (text[..<dash], text[text.index(after: dash)...])
        return (1...epochLimit).contains(epoch.count) && (1...numberLimit).contains(number.count)
            && epoch.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
            && number.allSatisfy { $0.isASCII && $0.isNumber }
    }
}
