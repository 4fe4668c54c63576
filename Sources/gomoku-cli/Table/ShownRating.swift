import Client
import GameState

/// A player's displayed rating in a rated game.
struct ShownRating: Equatable {
    /// The rating when the game was first shown.
    let before: Int
    let now: Int

    /// The rating, such as `1512`, or `1674 +162` after the game.
    var text: String { now == before ? "\(now)" : "\(now) \(now > before ? "+" : "")\(now - before)" }
}

extension PlayModel {
    /// The state of a rated game that determines when to fetch ratings: after a new game, a new
    /// player, or the end.
    struct RatedSituation: Equatable {
        let number: Int
        let isOver: Bool
        let players: [ParticipantID]
    }

    /// The state, or nil if the game is not rated.
    var ratedSituation: RatedSituation? {
        guard game.terms.isRated, let number = game.number else { return nil }
        return RatedSituation(
            number: number, isOver: game.isOver, players: Stone.allCases.compactMap { game.seats[$0] })
    }

    /// Shows the rating from a fetched profile.
    mutating func show(_ profile: PersonProfile) {
        guard let clock = game.terms.clock else { return }
        let now = profile.rating(RatingKind(rule: game.rule, speed: Speed(clock)))
        let before = game.isOver ? ratings[profile.person.id]?.before ?? now : now
        ratings[profile.person.id] = ShownRating(before: before, now: now)
    }
}

extension PersonProfile {
    /// Returns the rating of the given kind, or the initial rating if the person has none.
    func rating(_ kind: RatingKind) -> Int {
        ratings.first { $0.rule == kind.rule.rawValue && $0.speed == kind.speed.rawValue }?.rating ?? Seeker.unrated
    }
}
