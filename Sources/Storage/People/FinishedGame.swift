import GameState

/// The permanent address of a finished game: its room's epoch, and which game of that room it was. Written
/// `k0d3ze5yajtvb-3`.
public struct GameID: Hashable, Sendable, CustomStringConvertible {
    public let epoch: String
    public let number: Int

    public init(epoch: String, number: Int) {
        self.epoch = epoch
        self.number = number
    }

    /// Reads the canonical writing only.
    public init?(_ text: String) {
        guard let dash = text.lastIndex(of: "-"), text.utf8.count <= Self.lengthLimit,
            let number = Digits.number(text[text.index(after: dash)...]), number > 0, dash > text.startIndex
        else { return nil }
        self.init(epoch: String(text[..<dash]), number: number)
    }

    public var description: String { "\(epoch)-\(number)" }

    private static let lengthLimit = 64
}

/// A game that is over, as it is kept for good: also when its room is gone.
public struct FinishedGame: Equatable, Sendable {
    public let id: GameID
    public let room: RoomName
    public let terms: GameTerms
    public let players: ByStone<ParticipantID?>
    /// `x`, `o` or `draw`.
    public let result: String
    public let reason: Game.Reason
    public let moves: [Point]
    /// Server milliseconds since 1970.
    public let ended: Int

    public init(
        id: GameID, room: RoomName, terms: GameTerms, players: ByStone<ParticipantID?>, result: String,
        reason: Game.Reason, moves: [Point], ended: Int
    ) {
        self.id = id
        self.room = room
        self.terms = terms
        self.players = players
        self.result = result
        self.reason = reason
        self.moves = moves
        self.ended = ended
    }

    /// A game with fewer moves is none.
    public static let leastMoves = 2

    /// The game that `accepted`, the newest delta of `room`, has ended; nil when it has ended none that is kept.
    public init?(endedBy accepted: AcceptedDelta, in room: Room) {
        guard case .some(.some) = accepted.delta[.result], let game = room.game, let ending = game.ending,
            ending.reason != .aborted, game.moves.count >= Self.leastMoves
        else { return nil }
        self.init(
            id: GameID(epoch: room.epoch, number: game.number), room: room.name, terms: game.terms,
            players: game.seats,
            result: ending.result, reason: ending.reason, moves: game.moves, ended: accepted.at)
    }

    /// Nil for a draw.
    public var winner: Stone? { Stone(rawValue: result) }

    /// Whether it is long enough to change ratings (``RatingRule/leastMoves``).
    public var isLongEnough: Bool { moves.count >= RatingRule.leastMoves }

    /// The rating that the game counts for, if it counts; nil when it can count for none.
    public var ratingKind: RatingKind? {
        guard terms.isRated, let clock = terms.clock, let x = players.x, let o = players.o, x != o else {
            return nil
        }
        return RatingKind(rule: terms.rule, speed: Speed(clock))
    }
}

/// A finished game as a store hands it out: with what the players were called and rated.
public struct StoredGame: Equatable, Sendable {
    /// A player of then.
    public struct Player: Equatable, Sendable {
        public let id: ParticipantID
        public let name: String
        /// Before and after the game, in points; nil when it was not rated.
        public let rating: Int?
        public let after: Int?

        public init(id: ParticipantID, name: String, rating: Int? = nil, after: Int? = nil) {
            self.id = id
            self.name = name
            self.rating = rating
            self.after = after
        }
    }

    public let game: FinishedGame
    public let players: ByStone<Player?>

    public init(game: FinishedGame, players: ByStone<Player?>) {
        self.game = game
        self.players = players
    }
}
