import Client
import GameState

/// A player's rating as it stands at the board of a rated game.
struct ShownRating: Equatable {
    /// When the game began to be shown.
    let before: Int
    let now: Int

    /// `1512`, and after the game `1674 +162`.
    var text: String { now == before ? "\(now)" : "\(now) \(now > before ? "+" : "")\(now - before)" }
}

extension PlayModel {
    /// When ratings are to be looked up: another game, another player, or the end.
    struct RatedSituation: Equatable {
        let number: Int
        let isOver: Bool
        let players: [ParticipantID]
    }

    /// Nil where no ratings are at stake.
    var ratedSituation: RatedSituation? {
        guard game.terms.isRated, let number = game.number else { return nil }
        return RatedSituation(
            number: number, isOver: game.isOver, players: Stone.allCases.compactMap { game.seats[$0] })
    }

    /// A profile has come.
    mutating func show(_ profile: PersonProfile) {
        guard let clock = game.terms.clock else { return }
        let now = profile.rating(RatingKind(rule: game.rule, speed: Speed(clock)))
        let before = game.isOver ? ratings[profile.person.id]?.before ?? now : now
        ratings[profile.person.id] = ShownRating(before: before, now: now)
    }
}

extension PersonProfile {
    /// The rating of that kind; who has none begins with the one that everybody begins with.
    func rating(_ kind: RatingKind) -> Int {
        ratings.first { $0.rule == kind.rule.rawValue && $0.speed == kind.speed.rawValue }?.rating ?? Seeker.unrated
    }
}
